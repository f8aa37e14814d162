import type { Device } from '../../../../domain/authentication.ts';
import { purposeOf } from '../../../../domain/purpose.ts';
import type { ChooseEidView, ConfirmView } from '../../../../flows/browser-login/login.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { headingBeforeStart, type PageContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm, type Weight } from './elements.ts';
import { textToRead } from './text.ts';

/** The person chooses the device with the eID. On a phone, this device comes first. */
export function choosePage(context: PageContext): Page {
  const order = context.mobile ? (['same', 'other'] as const) : (['other', 'same'] as const);
  return {
    ...beforeStart(context),
    state: 'choose',
    text: textToRead(context),
    actions: html`${choice(context, order[0], 'primary')}
${choice(context, order[1], 'secondary')}
${cancelForm(context)}`,
  };
}

/** The person chooses the eID that identifies. */
export function chooseEidPage({ choices }: ChooseEidView, context: PageContext): Page {
  const forms = choices.map(({ acr, title, device = 'same' }) =>
    startForm(
      context,
      device,
      html`<input type="hidden" name="via" value="${acr}">
${button('secondary', title, `via-${acr}`)}`,
    ),
  );
  return {
    ...beforeStart(context),
    state: 'choose',
    actions: html`${forms}
${cancelForm(context)}`,
  };
}

function choice(context: PageContext, device: Device, weight: Weight): Html {
  const texts = textsIn(context.language);
  const { title } = context;
  const label =
    device === 'same'
      ? html`${texts.onThisDevice(title)}<small>${texts.onThisDeviceMeans}</small>`
      : html`${texts.onAnotherDevice(title)}<small>${texts.onAnotherDeviceMeans}</small>`;
  return startForm(context, device, button(weight, label, `${device}-device`));
}

/** The acr value decides on the device; one click starts. */
export function confirmPage({ device }: ConfirmView, context: PageContext): Page {
  const label = html`${stepOf(device, context)}${purposeAgain(context)}`;
  return {
    ...beforeStart(context),
    state: 'confirm',
    message: confirmMessage({ device }, context),
    text: textToRead(context),
    actions: html`${startForm(context, device, button('primary', label, `${device}-device`))}
${cancelForm(context)}`,
  };
}

/** Below a text the purpose at the top is out of view. */
function purposeAgain({ login, language }: PageContext): Html | undefined {
  const { kind, action } = login.intent;
  if (kind === 'authentication') return undefined;
  return html`<small>${purposeOf(action, login.applicationName, language)}</small>`;
}

/** The effect of the click. */
function stepOf(device: Device, { language, eid, title, hasApp }: PageContext): string {
  const texts = textsIn(language);
  if (eid.kind === 'redirect') return texts.departHeading(title);
  if (!hasApp) return texts.continue;
  return device === 'same' ? texts.openApp(title) : texts.showQr;
}

/** The next step, where the heading does not name it. */
export function confirmMessage(
  { device }: Pick<ConfirmView, 'device'>,
  { language, hasApp }: PageContext,
): string {
  return device === 'same' || !hasApp ? '' : textsIn(language).onAnotherDeviceMeans;
}

/** The parts that all pages before the start have. */
function beforeStart(context: PageContext): Omit<Page, 'state' | 'actions'> {
  return {
    heading: headingBeforeStart(context),
    picture: undefined,
    message: '',
    text: undefined,
    reloads: false,
  };
}
