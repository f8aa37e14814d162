import type { Input } from '../../../../domain/eid-offer.ts';
import type { Action } from '../../../../domain/intent.ts';
import type { EndedView } from '../../../../flows/browser-login/login.ts';

/** The texts of our pages in one language. Texts about an order are the eID's own. */
export interface Texts {
  /** The heading before the order starts, by the `action:` of the request. */
  readonly actions: Readonly<Record<Action, (eid: string) => string>>;
  readonly textToSign: string;
  sameTextInApp(eid: string): string;
  /** For an eID without an app. */
  sameTextAtEid(eid: string): string;
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
  /** Against codes that an attacker relays from this page to another one. */
  scanWarning(host: string): string;
  qrAlternative(eid: string): string;
  readonly enlarge: string;
  readonly close: string;
  continueIn(eid: string): string;
  readonly continueOnPhone: string;
  readonly returnHeading: string;
  /** The link to the eID's own pages. */
  departHeading(eid: string): string;
  departMessage(eid: string): string;
  answerOnItsWay(eid: string): string;
  /** The explanations of endings at the eID's own pages: in general, without a usable answer, and without any. */
  endedAtEid(eid: string): string;
  answerUnusable(eid: string): string;
  eidSilent(eid: string): string;
  readonly notYourFault: string;
  returnMessage(eid: string): string;
  /** The questions of our page before the start. */
  askedMessage(eid: string): string;
  readonly input: Readonly<Record<Input, InputTexts>>;
  readonly compareHeading: string;
  /** `code` is shown in the page and on the person's phone. */
  compareCode(code: string): string;
  readonly continue: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly startAgain: string;
  readonly useThisDevice: string;
  readonly useAnotherDevice: string;
  backTo(application: string): string;
  readonly goBack: string;
  readonly offline: string;
  /** Headings of the page about an ended attempt. */
  ended(eid: string): Readonly<Record<EndedView['why'], string>>;
  /** For endings that the eID has no texts for. */
  readonly expired: string;
  readonly otherBrowser: string;
  otherPerson(application: string): string;
  /** The label of the code by which support finds a login, its button, and the answer to a click. */
  readonly supportCode: string;
  readonly copy: string;
  readonly copied: string;
  readonly errorCode: string;
  readonly errors: Readonly<Record<PageError, ErrorTexts>> & {
    readonly 'service-unavailable': Required<ErrorTexts>;
  };
}

/** The texts of one field. */
export interface InputTexts {
  readonly label: string;
  readonly hint?: string;
  /** For a value that is missing or wrong. */
  readonly wrong: string;
}

/** Errors of the pages themselves. */
export type PageError =
  | 'login-not-found'
  | 'login-over'
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
  /** The explanation on a page that does not reload itself; absent: the same. */
  readonly withoutReload?: string;
}
