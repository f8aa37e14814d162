import type { Channel } from '../../domain/authentication.ts';
import { EID_REASONS } from '../../domain/eid-reasons.ts';
import type { HintCode } from '../../domain/hint-code.ts';
import type {
  ErrorFinding,
  StartedStep,
  TimelineStep,
  WhoActs,
} from '../../domain/login-timeline.ts';
import { type Ending, isOutage } from '../../domain/progress.ts';
import { filledWords, sentWords } from './filled-words.ts';
import { endingFinding, reasonWords } from './reason-words.ts';

/** An error of the catalogue, for people; undefined for an unknown key. */
export interface ExplainError {
  (key: string): ExplainedError | undefined;
}

/** What the catalogue says about an error. */
export interface ExplainedError {
  readonly key: string;
  readonly error: string;
  readonly description: string | undefined;
  readonly cause: string;
  readonly fix: string;
  readonly whoActs: WhoActs;
}

/** Whose turn it was before a step. */
export type WaitedFor = 'browser' | 'service' | 'eid' | 'person' | 'application';

/** What the words of a step depend on, beside the step. */
export interface StepContext {
  readonly channel: Channel;
  /** The step after it. */
  readonly next: TimelineStep | undefined;
  /** What the eID's code means; undefined for an unknown one. */
  readonly hintOf: (hint: string) => HintCode | undefined;
}

/** A step in plain English. */
export function wordsOf(step: TimelineStep, context: StepContext, explain: ExplainError): string {
  switch (step.what) {
    case 'begun':
      return 'The application began the login.';
    case 'page':
      return PAGES[step.page] ?? `Our page was shown (${step.page}).`;
    case 'started':
      return `The request was started at the eID as ${step.acr}${DEVICES[step.device ?? 'none']}${lifetimeOf(step)}.`;
    case 'hint':
      return `The eID reported ${quoted(step.hint)}: ${context.hintOf(step.hint)?.words ?? STAGES[step.stage]}.`;
    case 'returned':
      return step.where === 'here'
        ? 'The person returned to the browser that began the login.'
        : 'The eID’s app opened another browser than the one that began the login.';
    case 'identified':
      return 'The eID identified the person.';
    case 'remembered':
      return 'A session from an earlier login answered, without the eID.';
    case 'ended':
      return endingOf(step, context);
    case 'told':
      return step.answer === 'error'
        ? `The application was told: ${errorOf(step, explain)}.${findingOf(step)}`
        : ANSWERS[step.answer];
    case 'redeemed':
      return 'The application exchanged the code for tokens.';
    case 'refused':
      return refusalOf(step, explain);
  }
}

/** Whose turn it was before the step. */
export function waitedFor(
  step: TimelineStep,
  { before, channel }: { readonly before: TimelineStep; readonly channel: Channel },
): WaitedFor {
  switch (step.what) {
    case 'begun':
    case 'redeemed':
      return 'application';
    case 'page':
      return before.what === 'begun' ? 'browser' : 'person';
    case 'started':
      return before.what === 'page' || before.what === 'ended' ? 'person' : 'service';
    case 'hint':
    case 'returned':
    case 'identified':
      return 'person';
    case 'ended':
      return LATE_EID.includes(step.why) ? 'eid' : 'person';
    case 'remembered':
      return 'service';
    case 'told':
      return channel === 'browser' ? 'browser' : 'application';
    case 'refused':
      if (step.endpoint === 'eid') return 'eid';
      return step.endpoint === 'page' || step.endpoint === 'resume' ? 'browser' : 'application';
  }
}

const LATE_EID: readonly Ending[] = ['failed', 'lost', 'unverified'];

const PAGES: Readonly<Record<string, string>> = {
  choose: 'Our page let the person choose.',
  confirm: 'Our page showed the button that starts the eID.',
  read: 'Our page showed the text to sign.',
  scan: 'Our page showed the QR code.',
  open: 'Our page showed the link that opens the eID’s app.',
  app: 'Our page said that the person continues in the app.',
  return: 'Our page waited for the person’s return from the app.',
  depart: 'Our page sent the browser to the eID’s own pages.',
  answer: 'Our page waited for the eID’s answer to be examined.',
  input: 'Our page asked for what the eID needs.',
  code: 'Our page showed a code to compare.',
  ended: 'Our page said that the attempt ended.',
  left: 'The browser had left our page, so the order was cancelled.',
};

const DEVICES = {
  same: ', on this device',
  other: ', on another device',
  none: '',
} as const;

const STAGES = {
  'first-interaction': 'the person has not opened the eID’s app yet',
  acknowledgement: 'the app has the request, and the person has not agreed yet',
  identification: 'the person is about to identify',
} as const;

const ENDINGS: Readonly<Record<Ending, string>> = {
  declined: 'The person cancelled in the eID’s app or on its pages.',
  'not-opened': 'The person did not open the request in the eID’s app in time.',
  expired: 'The time of the request ended.',
  superseded: 'A newer request for the same person replaced this one.',
  blocked: 'The person’s eID is blocked, revoked or out of date.',
  'app-unable': 'The person’s app or device does not support the request.',
  'too-risky': 'The eID rated the attempt as too risky.',
  'other-browser': 'The app returned to another browser than the one that began the login.',
  'other-person': 'Another person than the named one answered.',
  failed: 'The eID reported a failure.',
  lost: 'The eID’s final answer was lost or could not be read.',
  unverified: 'The eID’s evidence failed verification.',
};

const ANSWERS = {
  code: 'The application got a code.',
  claims: 'The application got the ID token.',
  tokens: 'The application got its tokens.',
} as const;

function endingOf(
  step: Extract<TimelineStep, { what: 'ended' }>,
  { channel, next, hintOf }: StepContext,
): string {
  const { why, hint } = step;
  const found = findingOf(endingFinding(step));
  if (isOutage({ why, hintCode: hint }) && found !== '') return found.trim();
  if (found !== '') return `${ENDINGS[why]}${found}`;
  if (hint !== undefined) {
    const cause = hintOf(hint)?.ending?.cause ?? ENDINGS[why];
    return `${cause} Code at the eID: ${quoted(hint)}${meaningOf(hintOf(hint))}.`;
  }
  if (why === 'declined') return CANCELLED[channel === 'browser' ? 'page' : 'application'];
  if (why === 'expired') return 'The time of the request ended without an outcome.';
  const isChanged = why === 'superseded' && next?.what === 'started';
  return isChanged ? 'The person chose the other device, so this order was ended.' : ENDINGS[why];
}

function meaningOf(code: HintCode | undefined): string {
  return code === undefined ? ' (a code that this service does not know)' : ` (${code.words})`;
}

/** Without a code of the eID, the ending is ours. */
const CANCELLED = {
  page: 'The person cancelled on the page of the login.',
  application: 'The application cancelled the request.',
} as const;

function lifetimeOf({ seconds }: StartedStep): string {
  return seconds === undefined ? '' : `, for ${seconds} seconds`;
}

function refusalOf(
  step: Extract<TimelineStep, { what: 'refused' }>,
  explain: ExplainError,
): string {
  const { hint, reason, times = 1 } = step;
  const isOfEid = EID_REASONS.some((one) => one === reason);
  const endpoint = isOfEid ? 'eid' : step.endpoint;
  const who = REFUSED_BY[endpoint] ?? `Our endpoint ${quoted(endpoint)} refused`;
  const said = hint === undefined || isOfEid ? '' : ` Code at the eID: ${quoted(hint)}.`;
  const repeated = times === 1 ? '' : ` It came ${times} times; this is the last.`;
  return `${who}: ${errorOf(step, explain)}.${findingOf(step)}${said}${repeated}`;
}

const REFUSED_BY: Readonly<Record<string, string>> = {
  page: 'Our page refused',
  authorize: 'Our authorization endpoint refused',
  resume: 'Our authorization endpoint refused to finish the login',
  token: 'Our token endpoint refused',
  userinfo: 'Our userinfo endpoint refused',
  par: 'Our endpoint for pushed requests refused',
  ciba: 'Our CIBA endpoint refused',
  headless: 'Our headless endpoint refused',
  logout: 'Our logout endpoint refused',
  embedded: 'Our endpoint for pages of applications refused',
  eid: 'Our request to the eID failed',
};

function findingOf({ reason, facts }: ErrorFinding): string {
  const cause = reason === undefined ? '' : ` ${reasonWords(reason, facts).cause}`;
  const own = filledWords('The answer had the code {code}.', facts);
  return `${cause}${sentWords(facts)}${own === '' ? '' : ` ${own}`}`;
}

/** The code, the key and the description, as it was sent when that is known. */
function errorOf(
  { key, said }: ErrorFinding & { readonly key?: string | undefined },
  explain: ExplainError,
): string {
  if (key === undefined) return 'an error';
  const { error = '', description = '', key: shown = key } = explain(key) ?? {};
  return [`${error} (${shown})`, said ?? description].filter((part) => part !== '').join(', ');
}

function quoted(text: string): string {
  return `“${text}”`;
}
