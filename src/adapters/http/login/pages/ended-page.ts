import type { Device } from '../../../../domain/authentication.ts';
import type { EidErrorCode, Failure, RequestErrorCode } from '../../../../domain/failure.ts';
import type { StartFailure } from '../../../../domain/login.ts';
import type { EndedView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import type { PageContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, languageOfMessage, startForm, stoppedIcon } from './elements.ts';
import { textAgain } from './text.ts';
import { otherDeviceThan } from './waiting-page.ts';

/** The page of an ended attempt, with the next actions. */
export function endedPage(view: EndedView, context: PageContext): Page {
  const texts = textsIn(context.language);
  const { login, variant, hasApp } = context;
  const { device } = view;
  const otherDevice = otherDeviceThan(device);
  const backFirst = leadsBack(view);
  const switchLabel = otherDevice === 'same' ? texts.useThisDevice : texts.useAnotherDevice;
  const message = endedMessage(view, context);
  const english = endedMessage(view, { ...context, language: 'en' });
  const again = startForm(
    context,
    device,
    button(backFirst ? 'secondary' : 'primary', texts.tryAgain, 'try-again'),
  );
  const back = cancelForm(context, {
    label: texts.backTo(login.applicationName),
    because: parseStartFailure(view.why),
    weight: backFirst ? 'primary' : 'quiet',
  });
  return {
    state: 'ended',
    heading: headingOf(view, context),
    picture: stoppedIcon,
    message,
    messageLanguage: languageOfMessage(message, english, context),
    text: textAgain(context),
    actions: html`${backFirst && back}
${again}
${hasApp && variant.device === undefined && startForm(context, otherDevice, button('secondary', switchLabel, `${otherDevice}-device`))}
${!backFirst && back}`,
    reloads: false,
  };
}

/**
 * The endings after which the person better returns to the application: the same eID would end the same way, or only
 * somebody else can mend it. After the others another try is the first button.
 */
const LEADS_BACK: Readonly<Record<EndedView['why'], boolean>> = {
  blocked: true,
  'app-unable': true,
  'too-risky': true,
  misconfigured: true,
  'too-many-requests': true,
  declined: false,
  'not-opened': false,
  expired: false,
  superseded: false,
  'other-browser': false,
  'other-person': false,
  failed: false,
  lost: false,
  unverified: false,
  unavailable: false,
  busy: false,
};

function leadsBack({ why }: EndedView): boolean {
  return LEADS_BACK[why];
}

function headingOf({ why }: EndedView, { language, title, hasApp }: PageContext): string {
  const headings = textsIn(language).ended(title);
  return headings[why === 'app-unable' && !hasApp ? 'blocked' : why];
}

/** The eID's text, or our own for endings that the eID has no text for. */
export function endedMessage({ why, hintCode, device }: EndedView, context: PageContext): string {
  const { login, eid, language, mobile, hasApp } = context;
  const texts = textsIn(language);
  if (why === 'too-many-requests') return texts.errors[why].description;
  if (why === 'other-person') return texts.otherPerson(login.applicationName);
  if (hintCode === undefined && why === 'expired') return texts.expired;
  if (hintCode === undefined && why === 'other-browser') {
    return hasApp ? texts.otherBrowser : texts.errors[why].description;
  }
  if (eid.kind === 'redirect') return endedVisit(why, context);
  if (why === 'unavailable' && hintCode === undefined) return texts.eidSilent(context.title);
  // The eID's general text suggests another try, which ends the same way.
  if (why === 'too-risky') return texts.endedAtEid(context.title);
  return eid.texts(hintCode ?? why, { language, device, mobile, ended: true });
}

/** A redirect eID has no texts of its own. */
function endedVisit(why: EndedView['why'], { language, title }: PageContext): string {
  const texts = textsIn(language);
  switch (why) {
    case 'expired':
      return texts.expired;
    case 'lost':
    case 'unverified':
      return texts.answerUnusable(title);
    case 'unavailable':
      return texts.eidSilent(title);
    case 'misconfigured':
      return texts.notYourFault;
    default:
      return texts.endedAtEid(title);
  }
}

/** The page of a failed start. Nothing was stored, so the person may try again. */
export interface StartRefusal {
  readonly status: number;
  readonly view: EndedView & { readonly why: StartFailure };
}

/** The page for a failure of the eID's start; undefined when an error page must answer. */
export function startRefusal(failure: Failure, device: Device): StartRefusal | undefined {
  const known = STATUSES[failure.code];
  if (known === undefined) return undefined;
  const { status, why } = known;
  return { status, view: { step: 'ended', device, why, hintCode: failure.hintCode } };
}

interface KnownFailure {
  readonly status: number;
  readonly why: StartFailure;
}

/** By the failure of a start. Requests were validated before the page, so a malformed one is a defect here. */
const STATUSES: Readonly<
  Record<EidErrorCode, KnownFailure | undefined> & Partial<Record<RequestErrorCode, KnownFailure>>
> = {
  'eid-unavailable': { status: 503, why: 'unavailable' },
  'eid-busy-with-person': { status: 409, why: 'busy' },
  'too-many-requests': { status: 429, why: 'too-many-requests' },
  'eid-misconfigured': { status: 502, why: 'misconfigured' },
  'eid-refused-request': { status: 502, why: 'misconfigured' },
  'eid-not-offered': undefined,
  // Our pages offer every channel of theirs.
  'channel-not-offered': undefined,
};

/** Parses the start failure of a form; undefined for any other text. */
export function parseStartFailure(text: string | null | undefined): StartFailure | undefined {
  return START_FAILURES.find((failure) => failure === text);
}

const START_FAILURES: readonly StartFailure[] = [
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];
