import type { Device } from '../../../../domain/authentication.ts';
import type { EidFault, Failure, RequestFault } from '../../../../domain/failure.ts';
import type { StartFailure } from '../../../../domain/login.ts';
import type { EndedView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import type { LoginContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm, stoppedIcon } from './elements.ts';
import { textAgain } from './text.ts';

/** What happened, and the ways on. `reference` names our log's entry when something failed on the way. */
export function endedPage(view: EndedView, context: LoginContext, reference?: string): Page {
  const texts = textsIn(context.language);
  const { login, eid, variant } = context;
  const { device } = view;
  const otherDevice = device === 'same' ? 'other' : 'same';
  const switchLabel = otherDevice === 'same' ? texts.useThisDevice : texts.useAnotherDevice;
  return {
    state: 'ended',
    purpose: '',
    heading: texts.ended(eid.title)[view.why],
    picture: stoppedIcon,
    message: endedMessage(view, context),
    text: textAgain(context),
    actions: html`${startForm(context, device, button('primary', texts.tryAgain, 'try-again'))}
${variant.device === undefined && startForm(context, otherDevice, button('secondary', switchLabel, `${otherDevice}-device`))}
${cancelForm(context, { label: texts.backTo(login.applicationName), because: parseStartFailure(view.why) })}
${reference !== undefined && html`<p class="reference">${texts.reference}: <code data-testid="reference">${reference}</code></p>`}`,
    reloads: false,
  };
}

/** The eID's words, but for endings that we decided on ourselves. */
export function endedMessage({ why, hint, device }: EndedView, context: LoginContext): string {
  const { login, eid, language, mobile } = context;
  const texts = textsIn(language);
  if (why === 'too-many-requests') return texts.errors[why].description;
  if (why === 'other-person') return texts.otherPerson(login.applicationName);
  if (hint === undefined && why === 'expired') return texts.expired;
  if (hint === undefined && why === 'other-browser') return texts.otherBrowser;
  return eid.texts(hint ?? why, { language, device, mobile, ended: true });
}

/** A start that failed, as a page: nothing was stored, so the person may try again. */
export interface StartRefusal {
  readonly status: number;
  readonly view: EndedView & { readonly why: StartFailure };
}

/** How the person learns that the eID would not start. Undefined: no page of the login can say it. */
export function startRefusal(failure: Failure, device: Device): StartRefusal | undefined {
  const known = STATUSES[failure.code];
  if (known === undefined) return undefined;
  const { status, why } = known;
  return { status, view: { step: 'ended', device, why, hint: failure.hint } };
}

interface KnownFailure {
  readonly status: number;
  readonly why: StartFailure;
}

/** A failure of a start. Requests are validated before a page is shown: a malformed one is a defect here. */
const STATUSES: Readonly<
  Record<EidFault, KnownFailure | undefined> & Partial<Record<RequestFault, KnownFailure>>
> = {
  'eid-unavailable': { status: 503, why: 'unavailable' },
  'eid-busy-with-person': { status: 409, why: 'busy' },
  'too-many-requests': { status: 429, why: 'too-many-requests' },
  'eid-misconfigured': { status: 502, why: 'misconfigured' },
  'eid-refused-request': { status: 502, why: 'misconfigured' },
  'eid-not-offered': undefined,
};

/** Parses the start failure that a page sent; undefined for anything else. */
export function parseStartFailure(text: string | null | undefined): StartFailure | undefined {
  return START_FAILURES.find((failure) => failure === text);
}

const START_FAILURES: readonly StartFailure[] = [
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];
