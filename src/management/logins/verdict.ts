import type {
  LoginTimeline,
  RefusalReason,
  TimelineStep,
  WhoActs,
} from '../../domain/login-timeline.ts';
import { REASONS } from './refusal-reasons.ts';
import type { ExplainError } from './step-words.ts';

/** Why a login is in its state, and what helps. */
export interface Verdict {
  /** The catalogue key of the error that the explanation is about; null without one. */
  readonly error: string | null;
  readonly cause: string;
  readonly fix: string;
  readonly whoActs: WhoActs;
}

type StepOf<What extends TimelineStep['what']> = Extract<TimelineStep, { what: What }>;
type Deciding = StepOf<'identified' | 'remembered' | 'ended' | 'told' | 'redeemed' | 'refused'>;

/** The verdict of the last step that decided something in the latest attempt; without one, of the state. */
export function verdictOf(
  { steps, channel }: Pick<LoginTimeline, 'steps' | 'channel'>,
  explainError: ExplainError,
): Verdict {
  const current = steps.slice(Math.max(0, lastIndexOf(steps, 'started')));
  const last = decidingStep(current);
  switch (last?.what) {
    case undefined:
      return pendingVerdict(steps);
    case 'redeemed':
      return DONE;
    case 'identified':
    case 'remembered':
      return channel === 'browser' ? NOT_RETURNED : NOT_FETCHED;
    case 'ended':
      return ofEnding(last);
    case 'told':
      if (last.answer === 'code') return NOT_REDEEMED;
      return last.key === undefined ? DONE : ofTold({ ...last, key: last.key });
    case 'refused':
      return ofError(last.key, reasonOf(last));
  }

  /** An ending or a failed start is told by its error alone: the step before has the finding. */
  function ofTold(told: StepOf<'told'> & { readonly key: string }): Verdict {
    const ended = current.findLast((step) => step.what === 'ended');
    if (ended !== undefined && keyOf(ended.why) === endingKeyOf(told.key)) {
      return { ...ofEnding(ended, told), error: told.key };
    }
    const isIdentified = current.some(({ what }) => what === 'identified');
    const withheld = isIdentified ? WITHHELD[endingKeyOf(told.key)] : undefined;
    if (withheld !== undefined) return { ...withheld, error: told.key };
    const refused = steps.findLast(
      (step) => step.what === 'refused' && keyOf(step.key) === told.key,
    ) as StepOf<'refused'> | undefined;
    return ofError(told.key, told.reason ?? refused?.reason);
  }

  function ofEnding({ why, hint, at }: StepOf<'ended'>, told?: StepOf<'told'>): Verdict {
    const failed = OF_OUTAGE.includes(why) ? eidFailure(current) : undefined;
    if (failed !== undefined) return ofError(failed.key, failed.reason);
    const general = ofError(why, undefined);
    if (hint !== undefined) return general;
    if (why === 'declined') {
      return channel === 'browser' ? general : { ...general, ...CANCELLED_BY_APPLICATION };
    }
    if (why !== 'expired') return general;
    const hasLeft = current.some((step) => isLeft(step) && step.at >= at);
    if (hasLeft) return { ...general, ...LEFT };
    const isPolled = channel === 'browser' || told !== undefined;
    return isPolled ? general : { ...general, ...NOT_POLLED };
  }

  function ofError(name: string, reason: RefusalReason | undefined): Verdict {
    const explained = explainError(name);
    if (explained === undefined) return { ...pendingVerdict(steps), error: name };
    const { key, cause, fix, whoActs } = explained;
    return { error: key, cause, fix, whoActs, ...(reason && REASONS[reason]) };
  }

  function keyOf(name: string): string | undefined {
    return explainError(name)?.key;
  }

  /** A poll of a request that the service knows, after its answer. */
  function reasonOf({ reason }: StepOf<'refused'>): RefusalReason | undefined {
    const isReported = reason === 'request-unknown' && current.some(({ what }) => what === 'told');
    return isReported ? 'result-reported' : reason;
  }
}

/** Polls have an error code of their own for this ending. */
function endingKeyOf(told: string): string {
  return told === 'polled-expired' ? 'expired' : told;
}

/** After a login has succeeded, a reloaded page or a click in another tab changes nothing. */
function decidingStep(steps: readonly TimelineStep[]): Deciding | undefined {
  const deciding = steps.filter(
    (step): step is Deciding => DECIDING.includes(step.what) && !isRecovered(step, steps),
  );
  const succeeded = deciding.findIndex(
    ({ what, ...step }) => what === 'redeemed' || ('answer' in step && step.answer !== 'error'),
  );
  return deciding.findLast((step, at) => succeeded === -1 || at <= succeeded || !isOfBrowser(step));
}

const DECIDING: readonly TimelineStep['what'][] = [
  'identified',
  'remembered',
  'ended',
  'told',
  'redeemed',
  'refused',
];

function isOfBrowser(step: Deciding): boolean {
  return (
    step.what === 'refused' &&
    ['page', 'embedded', 'authorization', 'resume'].includes(step.endpoint)
  );
}

/** A poll that came too soon, and a failed request to the eID that another answer followed, decide nothing. */
function isRecovered(step: TimelineStep, steps: readonly TimelineStep[]): boolean {
  if (step.what !== 'refused') return false;
  if (step.key === 'too-soon') return true;
  const later = steps.slice(steps.indexOf(step) + 1);
  return step.endpoint === 'eid' && later.some(({ what }) => what === 'hint' || what === 'ended');
}

/** The endings that a failed request to the eID may be the cause of. */
const OF_OUTAGE: readonly string[] = ['lost', 'failed', 'not-opened', 'expired'];

/** The last failed request to the eID, unless the eID answered after it. */
function eidFailure(steps: readonly TimelineStep[]): StepOf<'refused'> | undefined {
  const last = steps.findLast(
    (step) => step.what === 'hint' || (step.what === 'refused' && step.endpoint === 'eid'),
  );
  return last?.what === 'refused' ? last : undefined;
}

function isLeft(step: TimelineStep): boolean {
  return step.what === 'page' && step.page === 'left';
}

function lastIndexOf(steps: readonly TimelineStep[], what: TimelineStep['what']): number {
  return steps.findLastIndex((step) => step.what === what);
}

function pendingVerdict(steps: readonly TimelineStep[]): Verdict {
  const last = steps.findLast((step) => !isLeft(step) && step.what !== 'refused');
  return {
    error: null,
    cause: `${waitingFor(last)} It is under way, or the person has given up.`,
    fix: 'Ask the person to continue or to begin again. Our page says what comes next.',
    whoActs: 'person',
  };
}

function waitingFor(last: TimelineStep | undefined): string {
  switch (last?.what) {
    case 'page':
      return ON_PAGE[last.page] ?? 'Our page is open and waits for the person.';
    case 'started':
      return 'The request is at the eID, and the person has not opened it yet.';
    case 'hint':
      return last.stage === 'first-interaction'
        ? 'The request is at the eID, and the person has not opened it yet.'
        : 'The person has the request in the eID’s app and has not finished.';
    case 'returned':
      return 'The person has come back, and the eID’s answer is being examined.';
    default:
      return 'The application began the login, and the browser has not opened our page.';
  }
}

const ON_PAGE: Readonly<Record<string, string>> = {
  choose: 'Our page waits for the person’s choice.',
  confirm: 'Our page waits for the person’s click that starts the eID.',
  read: 'Our page shows the text to sign and waits for the person.',
  input: 'Our page waits for what the person must type.',
  scan: 'Our page shows the QR code, and the person has not scanned it yet.',
  open: 'Our page shows the link that opens the eID’s app, and the person has not used it yet.',
  depart: 'The person is on the eID’s own pages and has not come back.',
  answer: 'The person is on the eID’s own pages, or the eID’s answer is being examined.',
};

const NOT_RETURNED: Verdict = {
  error: null,
  cause:
    'The person identified, and the browser did not go on to the application: it was closed, or the person stayed in the eID’s app.',
  fix: 'Ask the person to go back to the browser that began the login, or to begin again.',
  whoActs: 'person',
};

const NOT_FETCHED: Verdict = {
  error: null,
  cause: 'The person identified, and the application did not fetch the result: it stopped polling.',
  fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
  whoActs: 'application',
};

const NOT_REDEEMED: Verdict = {
  error: null,
  cause: 'The application got a code and has not exchanged it. A code lasts 60 seconds.',
  fix: 'Look in the log of the application at this moment: its callback failed, compared another state, or did not reach our token endpoint.',
  whoActs: 'application',
};

const DONE: Verdict = {
  error: null,
  cause: 'Nothing went wrong here: the application has the result.',
  fix: 'Look in the application for what happened after the login.',
  whoActs: 'nobody',
};

/** Errors for a person who had identified. */
const WITHHELD: Readonly<Record<string, Verdict>> = {
  expired: {
    error: null,
    cause:
      'The person identified, and the application fetched the result after the time of the request.',
    fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
    whoActs: 'application',
  },
  failed: {
    error: null,
    cause:
      'The person identified, and the application may no longer have the result: its settings, or those of the eID, were changed meanwhile.',
    fix: 'The operator looks at the latest changes of the application: its flows, its acr values, the eID.',
    whoActs: 'operator',
  },
};

const CANCELLED_BY_APPLICATION = {
  cause: 'The application cancelled the request at our endpoint.',
  fix: 'Look in the application for the reason: a person or an agent who stopped, or a time limit of its own.',
  whoActs: 'application',
} as const;

const LEFT = {
  cause:
    'The person closed our page or went elsewhere before the eID’s app had finished, so the order was cancelled.',
  fix: 'The person starts again, and keeps the page with the QR code open until the app has finished.',
  whoActs: 'person',
} as const;

const NOT_POLLED = {
  cause:
    'The time of the request ended without an answer, and the application no longer polled for one. The eID is asked only by polls.',
  fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
  whoActs: 'application',
} as const;
