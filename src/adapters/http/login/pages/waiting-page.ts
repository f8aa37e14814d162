import { purposeOf } from '../../../../domain/purpose.ts';
import type { WaitingView } from '../../../../flows/browser-login/login.ts';
import { type Html, html } from '../html.ts';
import { wordsIn } from '../i18n/language.ts';
import { pathOf, type Scene } from '../login-context.ts';
import type { Page, PageState } from './document.ts';
import { button, cancelForm, phoneIcon, startForm } from './elements.ts';
import { textAgain } from './text.ts';

/** An order waits: for a scan, for the app to be opened, for the person in the app, or for the way back. */
export function waitingPage(view: WaitingView, scene: Scene): Page {
  const { applicationName, intent } = scene.login;
  return {
    purpose: purposeOf(intent.action, applicationName, scene.language),
    state: waitingState(view, scene),
    message: waitingMessage(view, scene),
    text: textAgain(scene),
    reloads: true,
    ...waitsFor(view, scene),
  };
}

/** What the order waits for. */
export function waitingState(view: WaitingView, scene: Scene): PageState {
  if (view.awaitsReturn) return 'return';
  if (view.clues?.qrData !== undefined) return 'scan';
  return linkOf(view, scene) === undefined ? 'app' : 'open';
}

function waitsFor(view: WaitingView, scene: Scene): Pick<Page, 'heading' | 'picture' | 'actions'> {
  const words = wordsIn(scene.language);
  const { title } = scene.eid;
  const cancel = cancelForm(scene);
  const app = { picture: phoneIcon, actions: cancel };
  if (view.awaitsReturn) {
    const again = startForm(scene, view.device, button('secondary', words.startAgain, 'try-again'));
    const actions = html`${again}${cancel}`;
    return { ...app, heading: words.returnHeading, actions };
  }
  const qr = view.clues?.qrData;
  if (qr !== undefined) {
    const steps = words.scanSteps(title).map((step) => html`<li>${step}</li>`);
    const warning = words.scanWarning(new URL(scene.login.issuer).host);
    const actions = html`<ol class="steps">${steps}</ol><p class="warning" data-testid="scan-warning">${warning}</p>${cancel}`;
    const picture = qrPicture(qr, scene);
    return { heading: words.scanHeading, picture, actions };
  }
  const link = linkOf(view, scene);
  if (link === undefined) return { ...app, heading: words.continueIn(title) };
  const heading = words.openApp(title);
  return { ...app, heading, actions: html`${openLink(link, heading)}${cancel}` };
}

/** The link that opens the app here: phones know it by an https address, desktops by its own scheme. */
export function linkOf({ clues }: WaitingView, { mobile }: Scene): string | undefined {
  const [first, second] = mobile
    ? [clues?.appLink, clues?.desktopLink]
    : [clues?.desktopLink, clues?.appLink];
  return first ?? second;
}

/** How the order stands, in the eID's words. */
export function waitingMessage({ hint, device, awaitsReturn }: WaitingView, scene: Scene): string {
  const { eid, language, mobile } = scene;
  if (awaitsReturn) return wordsIn(language).returnMessage(eid.title);
  return eid.words(hint, { language, device, mobile, ended: false });
}

/** The script draws `data-qr` and keeps it fresh; without one, an image of this second does. */
function qrPicture(qr: string, scene: Scene): Html {
  const words = wordsIn(scene.language);
  const alternative = words.qrAlternative(scene.eid.title);
  return html`<div class="qr" data-qr="${qr}">
<button type="button" class="tile" data-enlarge data-testid="qr" hidden><canvas role="img" aria-label="${alternative}"></canvas><span>${words.enlarge}</span></button>
<noscript><img class="tile" src="${pathOf(scene.login)}/qr.svg" width="288" height="288" alt="${alternative}"></noscript>
<dialog aria-label="${alternative}" data-testid="qr-dialog"><canvas role="img" aria-label="${alternative}"></canvas><button type="button" class="button secondary" data-close>${words.close}</button></dialog>
</div>`;
}

/** Our pages send no referrer; the app wants to know which site opened it. */
function openLink(link: string, label: string): Html {
  return html`<a class="button primary" href="${link}" referrerpolicy="origin" data-open data-testid="open-app">${label}</a>`;
}
