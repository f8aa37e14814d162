import type { Device } from '../../../../domain/authentication.ts';
import type { EidFault, Failure, RequestFault } from '../../../../domain/failure.ts';
import type { EndedView, StartTrouble } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import { wordsIn } from '../i18n/language.ts';
import type { Scene } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm, stoppedIcon } from './elements.ts';
import { textAgain } from './text.ts';

/** What happened, and the ways on. `reference` names our log's entry when something failed on the way. */
export function endedPage(view: EndedView, scene: Scene, reference?: string): Page {
  const words = wordsIn(scene.language);
  const { login, eid, variant } = scene;
  const { device } = view;
  const elsewhere = device === 'same' ? 'other' : 'same';
  const switchLabel = elsewhere === 'same' ? words.useThisDevice : words.useAnotherDevice;
  return {
    state: 'ended',
    purpose: '',
    heading: words.ended(eid.title)[view.why],
    picture: stoppedIcon,
    message: endedMessage(view, scene),
    text: textAgain(scene),
    actions: html`${startForm(scene, device, button('primary', words.tryAgain, 'try-again'))}
${variant.device === undefined && startForm(scene, elsewhere, button('secondary', switchLabel, `${elsewhere}-device`))}
${cancelForm(scene, { label: words.backTo(login.applicationName), because: parseStartTrouble(view.why) })}
${reference !== undefined && html`<p class="reference">${words.reference}: <code data-testid="reference">${reference}</code></p>`}`,
    reloads: false,
  };
}

/** The eID's words, but for endings that we decided on ourselves. */
export function endedMessage({ why, hint, device }: EndedView, scene: Scene): string {
  const { login, eid, language, mobile } = scene;
  const words = wordsIn(language);
  if (why === 'too-many-requests') return words.errors[why].description;
  if (why === 'other-person') return words.otherPerson(login.applicationName);
  if (hint === undefined && why === 'expired') return words.expired;
  if (hint === undefined && why === 'other-browser') return words.otherBrowser;
  return eid.words(hint ?? why, { language, device, mobile, ended: true });
}

/** A start that failed, as a page: nothing was stored, so the person may try again. */
export interface StartRefusal {
  readonly status: number;
  readonly view: EndedView & { readonly why: StartTrouble };
}

/** How the person learns that the eID would not start. Undefined: no page of the login can say it. */
export function startRefusal(failure: Failure, device: Device): StartRefusal | undefined {
  const known = REFUSALS[failure.code];
  if (known === undefined) return undefined;
  const { status, why } = known;
  return { status, view: { step: 'ended', device, why, hint: failure.hint } };
}

interface Known {
  readonly status: number;
  readonly why: StartTrouble;
}

/** What an eID refuses, or we for it. Requests were judged before there was a page: a fault in one is ours here. */
const REFUSALS: Readonly<
  Record<EidFault, Known | undefined> & Partial<Record<RequestFault, Known>>
> = {
  'eid-unavailable': { status: 503, why: 'unavailable' },
  'eid-busy-with-person': { status: 409, why: 'busy' },
  'too-many-requests': { status: 429, why: 'too-many-requests' },
  'eid-misconfigured': { status: 502, why: 'misconfigured' },
  'eid-refused-request': { status: 502, why: 'misconfigured' },
  'eid-not-offered': undefined,
};

/** Reads what a page told of a start that failed; undefined for anything else. */
export function parseStartTrouble(text: string | null | undefined): StartTrouble | undefined {
  return TROUBLES.find((trouble) => trouble === text);
}

const TROUBLES: readonly StartTrouble[] = [
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];
