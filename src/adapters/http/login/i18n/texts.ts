import type { Action } from '../../../../domain/intent.ts';
import type { EndedView } from '../../../../flows/browser-login/login.ts';

/** What our own pages say, in one language. What happens inside an eID is said in the eID's words. */
export interface Texts {
  /** What the person is asked to do: the words that `action:` chooses. */
  readonly actions: Readonly<Record<Action, ActionTexts>>;
  readonly textToSign: string;
  sameTextInApp(eid: string): string;
  readonly readText: string;
  messageFrom(application: string): string;
  onThisDevice(eid: string): string;
  readonly onThisDeviceMeans: string;
  onAnotherDevice(eid: string): string;
  readonly onAnotherDeviceMeans: string;
  openApp(eid: string): string;
  readonly showQr: string;
  readonly scanHeading: string;
  scanSteps(eid: string): readonly string[];
  /** Against codes that somebody relays from this page to another one. */
  scanWarning(host: string): string;
  qrAlternative(eid: string): string;
  readonly enlarge: string;
  readonly close: string;
  continueIn(eid: string): string;
  readonly returnHeading: string;
  returnMessage(eid: string): string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly startAgain: string;
  readonly useThisDevice: string;
  readonly useAnotherDevice: string;
  backTo(application: string): string;
  readonly goBack: string;
  readonly offline: string;
  /** Headings of the page that says how an attempt ended. */
  ended(eid: string): Readonly<Record<EndedView['why'], string>>;
  /** For endings that we decided on, so that the eID has no words for them. */
  readonly expired: string;
  readonly otherBrowser: string;
  otherPerson(application: string): string;
  readonly reference: string;
  readonly errorCode: string;
  readonly errors: Readonly<Record<PageError, ErrorTexts>>;
}

/** What one action is called. */
export interface ActionTexts {
  /** The request of the application. */
  request(application: string, eid: string): string;
  /** Before it has started. */
  withEid(eid: string): string;
}

/** What our pages themselves refuse. */
export type PageError =
  | 'login-not-found'
  | 'other-browser'
  | 'foreign-form'
  | 'eid-not-offered'
  | 'service-unavailable'
  | 'too-many-requests'
  | 'internal-error';

/** Heading and explanation of an error page. */
export interface ErrorTexts {
  readonly title: string;
  readonly description: string;
}
