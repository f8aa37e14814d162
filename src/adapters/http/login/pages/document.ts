import type { Language } from '../../../../domain/language.ts';
import { assetPath } from '../assets.ts';
import { type Html, html } from '../html.ts';

/** What every page of ours is made of. */
export interface Contents {
  readonly language: Language;
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
}

/** A whole HTML document. No inline script or style, nothing from elsewhere. */
export function document({ language, title, head, body }: Contents): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('login.css')}">
${head}
</head>
<body>
${body}
</body>
</html>
`.toString();
}
