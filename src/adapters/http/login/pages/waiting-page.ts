import type { Device } from '../../../../domain/authentication.ts';
import type { LoginView, WaitingView } from '../../../../flows/browser-login/login.ts';
import { type Html, html } from '../html.ts';
import { FRAME_TEXTS } from '../i18n/frame-texts.ts';
import { textsIn } from '../i18n/language.ts';
import { timeLeftIn } from '../i18n/time-left.ts';
import { type PageContext, pathOf } from '../login-context.ts';
import type { Page, PageState } from './document.ts';
import {
  answerIcon,
  button,
  cancelForm,
  languageOfMessage,
  phoneIcon,
  startForm,
} from './elements.ts';
import { textAgain } from './text.ts';

/** The page of a pending order: to scan, to open the app, to answer in the app, or to return. */
export function waitingPage(view: WaitingView, context: PageContext): Page {
  const message = waitingMessage(view, context);
  const english = waitingMessage(view, { ...context, language: 'en' });
  return {
    state: waitingState(view, context),
    timeLeft: waitingTime(view, context),
    message,
    messageLanguage: languageOfMessage(message, english, context),
    text: textAgain(context),
    reloads: true,
    ...waitsFor(view, context),
  };
}

/** The next step of the order. */
export function waitingState(view: WaitingView, context: PageContext): PageState {
  if (view.awaitsReturn) return 'return';
  if (context.eid.kind === 'redirect' || context.offer.hasApp === false) return 'answer';
  if (view.launchData?.verificationCode !== undefined) return 'code';
  if (view.launchData?.qrData !== undefined) return 'scan';
  return linkOf(view, context) === undefined ? 'app' : 'open';
}

function waitsFor(
  view: WaitingView,
  context: PageContext,
): Pick<Page, 'heading' | 'picture' | 'actions'> {
  const texts = textsIn(context.language);
  const { title, hasApp, offer } = context;
  const cancel = cancelForm(context);
  const app = { picture: phoneIcon, actions: cancel };
  if (view.awaitsReturn) {
    const again = startForm(
      context,
      view.device,
      button('secondary', texts.startAgain, 'try-again'),
    );
    const actions = html`${again}${cancel}`;
    return { ...app, heading: texts.returnHeading, actions };
  }
  if (context.eid.kind === 'redirect' || offer.hasApp === false) {
    return { heading: texts.returnHeading, picture: answerIcon, actions: cancel };
  }
  const { qrData: qr, verificationCode: code } = view.launchData ?? {};
  if (code !== undefined) {
    // The message reads it out, digit by digit.
    const picture = html`<p class="code" aria-hidden="true" data-testid="verification-code">${code}</p>`;
    return { heading: texts.compareHeading, picture, actions: cancel };
  }
  if (qr !== undefined) {
    const steps = texts.scanSteps(title).map((step) => html`<li>${step}</li>`);
    const warning = texts.scanWarning(new URL(context.login.issuer).host);
    const actions = html`<ol class="steps">${steps}</ol><p class="warning" data-testid="scan-warning">${warning}</p>${otherDevice(view, context)}${cancel}`;
    const picture = qrPicture(qr, context);
    return { heading: texts.scanHeading, picture, actions };
  }
  const link = linkOf(view, context);
  if (link === undefined) {
    return { ...app, heading: hasApp ? texts.continueIn(title) : texts.continueOnPhone };
  }
  const heading = texts.openApp(title);
  const actions = html`${openLink(link, heading)}${otherDevice(view, context)}${cancel}`;
  return { ...app, heading, actions };
}

/** True while the person may take another device instead: nobody has opened the order, and the acr value allows both. */
export function maySwitchDevice(view: LoginView, { eid, variant, hasApp }: PageContext): boolean {
  if (view.step !== 'waiting' || view.launchData === undefined || view.awaitsReturn) return false;
  return eid.kind === 'order' && hasApp && variant.device === undefined;
}

/** The other of the two devices. */
export function otherDeviceThan(device: Device): Device {
  return device === 'same' ? 'other' : 'same';
}

/** The form that ends this order and starts one on the other device. */
function otherDevice(view: WaitingView, context: PageContext): Html | undefined {
  if (!maySwitchDevice(view, context)) return undefined;
  const texts = textsIn(context.language);
  const device = otherDeviceThan(view.device);
  const label = device === 'same' ? texts.useThisDevice : texts.useAnotherDevice;
  const insteadOf = html`<input type="hidden" name="insteadOf" value="${view.device}">`;
  return startForm(
    context,
    device,
    html`${insteadOf}
${button('secondary', label, `switch-to-${device}`)}`,
  );
}

/** The link that opens the app on this device: an https address on phones, the app's scheme on desktops. */
export function linkOf({ launchData }: WaitingView, { mobile }: PageContext): string | undefined {
  const [first, second] = mobile
    ? [launchData?.appLink, launchData?.desktopLink]
    : [launchData?.desktopLink, launchData?.appLink];
  return first ?? second;
}

/** The time that is left, where this page knows it: an eID's app may have less than our attempt. */
export function waitingTime(view: WaitingView, context: PageContext): string | undefined {
  const { secondsLeft } = view;
  return secondsLeft === undefined ? undefined : timeLeftIn(context.language, secondsLeft);
}

/** The eID's text for the state of the order. */
export function waitingMessage(
  { hintCode, device, awaitsReturn, launchData }: WaitingView,
  context: PageContext,
): string {
  const { eid, language, mobile, title, offer } = context;
  const texts = textsIn(language);
  if (awaitsReturn) return texts.returnMessage(title);
  if (eid.kind === 'redirect' || offer.hasApp === false) return texts.answerOnItsWay(title);
  const code = launchData?.verificationCode;
  if (code !== undefined) return texts.compareCode([...code].join(' '));
  return eid.texts(hintCode, { language, device, mobile, ended: false });
}

/** The script draws `data-qr` and updates it. Without a script an image shows the code of this second. */
function qrPicture(qr: string, context: PageContext): Html {
  const texts = textsIn(context.language);
  const alternative = texts.qrAlternative(context.title);
  return html`<div class="qr" data-qr="${qr}" data-out-of-view="${FRAME_TEXTS[context.language].qrOutOfView}">
<button type="button" class="tile" data-enlarge data-testid="qr" hidden><canvas role="img" aria-label="${alternative}"></canvas><span>${texts.enlarge}</span></button>
<noscript><img class="tile" src="${pathOf(context.login)}/qr.svg" width="288" height="288" alt="${alternative}"></noscript>
<dialog aria-label="${alternative}" data-testid="qr-dialog"><canvas role="img" aria-label="${alternative}"></canvas><button type="button" class="button secondary" data-close>${texts.close}</button></dialog>
</div>`;
}

/** Our pages send no referrer, but the app shows which site opened it. */
function openLink(link: string, label: string): Html {
  return html`<a class="button primary" href="${link}" referrerpolicy="origin" data-open data-testid="open-app">${label}</a>`;
}
