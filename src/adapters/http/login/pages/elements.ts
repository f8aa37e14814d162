import type { Device } from '../../../../domain/authentication.ts';
import type { Language } from '../../../../domain/language.ts';
import type { StartFailure } from '../../../../domain/login.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { type PageContext, pathOf } from '../login-context.ts';

/** How prominent a button is. */
export type Weight = 'primary' | 'secondary' | 'quiet';

/** The form that starts an order on a device. */
export function startForm(context: PageContext, device: Device, button: Html): Html {
  return html`<form method="post" action="${pathOf(context.login)}/start" data-form="start">
<input type="hidden" name="device" value="${device}">
${button}
</form>`;
}

/** The form that returns to the application. `because` is the failure of a start, which is stored nowhere else. */
export function cancelForm(
  context: PageContext,
  {
    label,
    because,
    weight = 'quiet',
  }: {
    readonly label?: string;
    readonly because?: StartFailure | undefined;
    readonly weight?: Weight;
  } = {},
): Html {
  return html`<form method="post" action="${pathOf(context.login)}/cancel" data-form="cancel">
${because !== undefined && html`<input type="hidden" name="because" value="${because}">`}
${button(weight, label ?? textsIn(context.language).cancel, 'cancel')}
</form>`;
}

/** A button of a form. */
export function button(weight: Weight, label: string | Html, testId: string): Html {
  return html`<button class="button ${weight}" data-testid="${testId}">${label}</button>`;
}

/** A phone with a tick: the person uses the eID's app. */
export const phoneIcon = html`<div class="icon" aria-hidden="true"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><rect x="13" y="4" width="22" height="40" rx="5"/><path d="M22 38h4"/><path class="pulse" d="m19 22 4 4 7-8"/></svg></div>`;

/** A shield with a tick: the eID's answer is examined. */
export const answerIcon = html`<div class="icon" aria-hidden="true"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M24 4 8 10v12c0 10 6.5 18 16 22 9.5-4 16-12 16-22V10Z"/><path class="pulse" d="m17 23 5 5 9-10"/></svg></div>`;

/** The language of a message: English when the eID has the text in no other language. */
export function languageOfMessage(
  message: string,
  english: string,
  { language }: PageContext,
): Language {
  return message === english ? 'en' : language;
}

/** An exclamation mark: the login stopped. */
export const stoppedIcon = html`<div class="icon stopped" aria-hidden="true"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"><circle cx="24" cy="24" r="19"/><path d="M24 14v13M24 33.5v.1"/></svg></div>`;
