import type { Language } from '../../../../domain/language.ts';
import { assetPath } from '../assets.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';

/**
 * The code by which support finds the login, as text that can be selected. The button appears where its script runs. Nothing
 * without a code.
 */
export function supportCodeLine(code: string | undefined, language: Language): Html | undefined {
  if (code === undefined) return undefined;
  const { supportCode, copy, copied } = textsIn(language);
  return html`<p class="support">${supportCode}: <code data-testid="support-code">${code}</code>
<button type="button" class="copy" data-copy="${code}" data-copied="${copied}" data-testid="copy-code" hidden>${copy}</button> <span aria-live="polite"></span></p>`;
}

/** The script of the button. */
export const copyScript = html`<script type="module" src="${assetPath('copy.js')}"></script>`;
