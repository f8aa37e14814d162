import { type Html, html } from 'eid-broker/adapters/http/login/html';

/** A whole page of the demo client. */
export function document({ title, body }: { readonly title: string; readonly body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} – eid-broker demo</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/client.css">
</head>
<body>
<header class="top"><a href="/"><img src="/assets/icon.svg" alt="" width="28" height="28">Demo shop</a><span>Nothing here is real</span></header>
<main>
${body}
</main>
</body>
</html>
`.toString();
}
