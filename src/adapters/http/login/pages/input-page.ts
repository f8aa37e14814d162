import type { Asked } from '../../../../domain/eid-offer.ts';
import type { Typed } from '../../../../flows/order/asked-values.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { actionTexts, type LoginContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm } from './elements.ts';
import { textToRead } from './text.ts';

/** The person's answers that could not be used. The page shows them again; nothing stores them. */
export interface Refused {
  readonly typed: Typed;
  readonly wrong: readonly Asked[];
}

const NOTHING: Refused = { typed: {}, wrong: [] };

/** The page asks for what the start needs. */
export function inputPage(
  asks: readonly Asked[],
  context: LoginContext,
  refused: Refused = NOTHING,
): Page {
  const texts = textsIn(context.language);
  const fields = asks.map((asked) => field(asked, context, refused));
  const controls = html`${fields}
${button('primary', texts.continue, 'continue')}`;
  return {
    state: 'input',
    purpose: '',
    heading: actionTexts(context).withEid(context.title),
    picture: undefined,
    message: inputMessage(context),
    text: textToRead(context),
    actions: html`${startForm(context, context.variant.device ?? 'other', controls)}
${cancelForm(context)}`,
    reloads: false,
  };
}

/** Why the page asks. */
export function inputMessage({ language, title }: LoginContext): string {
  return textsIn(language).askedMessage(title);
}

/** A browser fills in the person's telephone number, but no national number: computers are shared. */
const ATTRIBUTES: Readonly<Record<Asked, Html>> = {
  'national-number': html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"`,
  'phone-number': html`type="tel" autocomplete="tel"`,
};

/** Label, hint and error come before the field, where a keyboard on the screen does not cover them. */
function field(asked: Asked, { language }: LoginContext, { typed, wrong }: Refused): Html {
  const { label, hint, wrong: reason } = textsIn(language).asked[asked];
  const isWrong = wrong.includes(asked);
  const described = [hint && `${asked}-hint`, isWrong && `${asked}-error`].filter(Boolean);
  const description = described.length > 0 && html` aria-describedby="${described.join(' ')}"`;
  return html`<div class="field">
<label for="${asked}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${asked}-hint">${hint}</p>`}
${isWrong && html`<p class="error" id="${asked}-error" data-testid="${asked}-error">${reason}</p>`}
<input id="${asked}" name="${asked}" ${ATTRIBUTES[asked]} maxlength="40" required value="${typed[asked] ?? ''}"${description}${isWrong && html` aria-invalid="true"`}${wrong[0] === asked && html` autofocus`} data-testid="${asked}">
</div>`;
}
