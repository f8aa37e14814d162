import type { RefusalReason, TimelineStep, WhoActs } from '../../domain/login-timeline.ts';
import type { Ending } from '../../domain/progress.ts';

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

/** A step in plain English. */
export function wordsOf(step: TimelineStep, explain: ExplainError): string {
  switch (step.what) {
    case 'begun':
      return 'The application began the login.';
    case 'page':
      return PAGES[step.page] ?? `Our page was shown (${step.page}).`;
    case 'started':
      return `The request was started at the eID as ${step.acr}${DEVICES[step.device ?? 'none']}.`;
    case 'hint':
      return `The eID reported ${quoted(step.hint)}: ${STAGES[step.stage]}.`;
    case 'returned':
      return step.where === 'here'
        ? 'The person returned to the browser that began the login.'
        : 'The eID’s app opened another browser than the one that began the login.';
    case 'identified':
      return 'The eID identified the person.';
    case 'remembered':
      return 'A session from an earlier login answered, without the eID.';
    case 'ended':
      return `${ENDINGS[step.why]}${step.hint === undefined ? '' : ` The eID said ${quoted(step.hint)}.`}`;
    case 'told':
      return step.answer === 'error'
        ? `The application was told: ${errorOf(step.key, explain)}.`
        : ANSWERS[step.answer];
    case 'redeemed':
      return 'The application exchanged the code for tokens.';
    case 'refused':
      return refusalOf(step, explain);
  }
}

/** Whose turn it was before the step. */
export function waitedFor({ what, ...step }: TimelineStep, before: TimelineStep): WaitedFor {
  switch (what) {
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
      return 'why' in step && LATE_EID.includes(step.why) ? 'eid' : 'person';
    case 'remembered':
      return 'service';
    case 'told':
    case 'refused':
      return 'endpoint' in step && step.endpoint === 'token' ? 'application' : 'browser';
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
  declined: 'The person cancelled, or the application did.',
  'not-opened': 'The person did not open the request in the eID’s app in time.',
  expired: 'The person opened the request and did not finish in time.',
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

/** The finding behind an answer that does not name it. */
export const REASONS: Readonly<
  Record<RefusalReason, { readonly cause: string; readonly fix: string }>
> = {
  'code-used': {
    cause: 'The application sent the code a second time. A code counts once.',
    fix: 'Exchange each code once: look for a retry, a reloaded callback page, or two servers that handle the same callback.',
  },
  'result-reported': {
    cause: 'The application polled again after it had the one answer of its request.',
    fix: 'Stop polling after the first answer that is not authorization_pending or slow_down.',
  },
  'code-expired': {
    cause: 'The application sent the code after more than 60 seconds.',
    fix: 'Exchange the code at once on the callback; look for a queue or a slow start of the application.',
  },
  'code-of-other-client': {
    cause: 'Another application sent the code than the one that got it.',
    fix: 'Use the client_id of the authorization request at the token endpoint too.',
  },
  'redirect-uri-differs': {
    cause: 'The token request has another redirect_uri than the authorization request, or none.',
    fix: 'Send exactly the same redirect_uri in both requests; compare scheme, port, path and the slash at the end.',
  },
  'verifier-differs': {
    cause: 'The code_verifier does not fit the code_challenge of the authorization request (PKCE).',
    fix: 'Keep the verifier of each login, for example in its session; two logins in parallel must not share one.',
  },
  'verifier-missing': {
    cause:
      'The authorization request had a code_challenge, and the token request has no code_verifier (PKCE).',
    fix: 'Send the code_verifier with the code; the application may have lost it with its session.',
  },
  'client-unknown': {
    cause: 'The token request names an application that this domain does not know.',
    fix: 'Check client_id and the domain: an application of another tenant or domain is not known here.',
  },
  'secret-wrong': {
    cause: 'The client secret is wrong or has expired.',
    fix: 'Compare the secret with the one that was issued; the operator can add a second one and retire the old.',
  },
  'method-not-set-up': {
    cause: 'The application authenticated in a way that is not set up for it.',
    fix: 'Use the method of the application’s settings: Basic header, body, or a signed assertion.',
  },
};

function refusalOf(
  { endpoint, key, hint, reason }: Extract<TimelineStep, { what: 'refused' }>,
  explain: ExplainError,
): string {
  const where = endpoint === 'page' ? 'Our page' : `Our endpoint ${quoted(endpoint)}`;
  const why = reason === undefined ? '' : ` ${REASONS[reason].cause}`;
  const said = hint === undefined ? '' : ` The eID said ${quoted(hint)}.`;
  return `${where} refused: ${errorOf(key, explain)}.${why}${said}`;
}

function errorOf(key: string | undefined, explain: ExplainError): string {
  if (key === undefined) return 'an error';
  const { error = '', description = '' } = explain(key) ?? {};
  return [`${error} (${key})`, description].filter((part) => part !== '').join(', ');
}

function quoted(text: string): string {
  return `“${text}”`;
}
