import type { Input } from '../../../../domain/eid-offer.ts';
import type { Typed } from '../../../../flows/order/input-values.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { headingBeforeStart, type PageContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm } from './elements.ts';
import { textToRead } from './text.ts';

/** The person's answers that could not be used. The page shows them again; nothing stores them. */
export interface Refused {
  readonly typed: Typed;
  readonly wrong: readonly Input[];
}

const NOTHING: Refused = { typed: {}, wrong: [] };

/** The page asks for what the start needs. */
export function inputPage(
  inputs: readonly Input[],
  context: PageContext,
  refused: Refused = NOTHING,
): Page {
  const texts = textsIn(context.language);
  const fields = inputs.map((input) => field(input, context, refused));
  const controls = html`${fields}
${button('primary', texts.continue, 'continue')}`;
  return {
    state: 'input',
    heading: headingBeforeStart(context),
    picture: undefined,
    message: inputMessage(context),
    text: textToRead(context),
    actions: html`${startForm(context, context.variant.device ?? 'other', controls)}
${cancelForm(context)}`,
    reloads: false,
  };
}

/** Why the page asks. */
export function inputMessage({ language, title }: PageContext): string {
  return textsIn(language).askedMessage(title);
}

/** A browser fills in the person's telephone number, but no national number: computers are shared. */
const ATTRIBUTES: Readonly<Record<Input, Html>> = {
  'national-number': html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"`,
  'phone-number': html`type="tel" autocomplete="tel"`,
};

/** Label, hint and error come before the field, where a keyboard on the screen does not cover them. */
function field(input: Input, { language }: PageContext, { typed, wrong }: Refused): Html {
  const { label, hint, wrong: reason } = textsIn(language).input[input];
  const isWrong = wrong.includes(input);
  const described = [hint && `${input}-hint`, isWrong && `${input}-error`].filter(Boolean);
  const description = described.length > 0 && html` aria-describedby="${described.join(' ')}"`;
  return html`<div class="field">
<label for="${input}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${input}-hint">${hint}</p>`}
${isWrong && html`<p class="error" id="${input}-error" data-testid="${input}-error">${reason}</p>`}
<input id="${input}" name="${input}" ${ATTRIBUTES[input]} maxlength="40" required value="${typed[input] ?? ''}"${description}${isWrong && html` aria-invalid="true"`}${wrong[0] === input && html` autofocus`} data-testid="${input}">
</div>`;
}
