import type { HintCode } from '../../domain/hint-code.ts';
import type {
  Answer,
  ErrorFinding,
  Finding,
  LoginTimeline,
  RefusalReason,
  TimelineStep,
} from '../../domain/login-timeline.ts';
import { isOtherRefusal } from '../../domain/other-refusals.ts';
import { isOutage } from '../../domain/progress.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import { expiryWords } from './expiry-words.ts';
import { sentWords } from './filled-words.ts';
import { endingFinding, reasonWords } from './reason-words.ts';
import type { ExplainError } from './step-words.ts';
import {
  CANCELLED,
  CANCELLED_BY_APPLICATION,
  DONE,
  isLeft,
  LATE_VISIT,
  LEFT,
  NAMED_TOO_OFTEN,
  NONE_OF_OURS,
  NOT_FETCHED,
  NOT_POLLED,
  NOT_REDEEMED,
  NOT_RETURNED,
  pendingVerdict,
  STARTED_TWICE,
  UNKNOWN_CODE,
  type Verdict,
  WITHHELD,
} from './verdict-texts.ts';

type StepOf<What extends TimelineStep['what']> = Extract<TimelineStep, { what: What }>;
type Deciding = StepOf<'identified' | 'remembered' | 'ended' | 'told' | 'redeemed' | 'refused'>;

type Explained = Pick<LoginTimeline, 'steps' | 'channel' | 'loginCode'>;

/** The texts that it needs. */
interface VerdictDeps {
  readonly explainError: ExplainError;
  readonly hintOf: (hint: string) => HintCode | undefined;
}

/** The verdict of the last step that decided something in the latest attempt; without one, of the state. */
export function verdictOf(
  { steps, channel, loginCode }: Explained,
  { explainError, hintOf }: VerdictDeps,
): Verdict {
  const current = steps.slice(Math.max(0, lastIndexOf(steps, 'started')));
  const last = decidingStep(current);
  const visit = current.findLast((step) => !isOtherRefusal(step));
  const isVisited = visit?.what === 'refused' && last !== visit;
  switch (last?.what) {
    case undefined:
      return pendingVerdict(steps, channel);
    case 'redeemed':
      return visited(DONE);
    case 'identified':
    case 'remembered':
      return channel === 'browser' ? NOT_RETURNED : NOT_FETCHED;
    case 'ended':
      return ofEnding(last);
    case 'told':
      if (last.answer === 'code') return visited(NOT_REDEEMED);
      return last.key === undefined ? DONE : ofTold({ ...last, key: last.key });
    case 'refused':
      return withLogin(ofError(last.key, { ...last, reason: reasonOf(last) }));
  }

  function visited(verdict: Verdict): Verdict {
    return isVisited ? { ...verdict, cause: `${verdict.cause} ${LATE_VISIT}` } : verdict;
  }

  function withLogin(verdict: Verdict): Verdict {
    if (loginCode === undefined) return verdict;
    const { cause } = verdict;
    return {
      ...verdict,
      cause: `${cause} It belongs to the login ${shownSupportCode(loginCode)}.`,
    };
  }

  /** The answer of an ending or a failed start has its error alone: the step before has the finding. */
  function ofTold(told: StepOf<'told'> & { readonly key: string }): Verdict {
    const failedStart = told.key === 'declined' ? current.findLast(isFailedStart) : undefined;
    if (failedStart !== undefined) {
      return { ...ofError(failedStart.key, failedStart), error: told.key };
    }
    const ended = current.findLast((step) => step.what === 'ended');
    const isOfOutage = told.key === 'eid-unavailable' && ended !== undefined && isOutageEnd(ended);
    if (ended !== undefined && (isOfOutage || keyOf(ended.why) === endingKeyOf(told.key))) {
      return { ...ofEnding(ended, told), error: told.key };
    }
    const isIdentified = current.some(({ what }) => what === 'identified');
    const withheld = isIdentified ? WITHHELD[endingKeyOf(told.key)] : undefined;
    if (withheld !== undefined) return { ...withheld, error: told.key };
    const refused = steps.findLast(
      (step) => step.what === 'refused' && keyOf(step.key) === told.key,
    ) as StepOf<'refused'> | undefined;
    return ofError(told.key, told.reason === undefined ? refused : told);
  }

  function ofEnding(ended: StepOf<'ended'>, told?: StepOf<'told'>): Verdict {
    const { why, hint, at } = ended;
    const failed = OF_OUTAGE.includes(why) ? eidFailure(current) : undefined;
    if (failed !== undefined) return ofError(failed.key, failed);
    const general = { ...ofError(why, endingFinding(ended)), ...ofHint(hint) };
    if (why === 'lost' && ended.reason !== undefined) return beginAgain(general);
    if (ended.reason !== undefined) return general;
    if (why === 'failed' && hint !== undefined && hintOf(hint) === undefined) {
      return { ...general, cause: `The eID ended the attempt with “${hint}”. ${UNKNOWN_CODE}` };
    }
    const again = why === 'superseded' ? steps.findLast(isStartedAgain) : undefined;
    if (again !== undefined) return { ...ofError(why, again), error: general.error };
    if (why === 'superseded' && channel !== 'browser') return { ...general, ...STARTED_TWICE };
    if (why === 'superseded' && hint !== undefined) {
      return { ...general, cause: `${general.cause} ${NONE_OF_OURS}` };
    }
    if (why === 'declined' && hint === undefined && channel !== 'browser') {
      return { ...general, ...CANCELLED_BY_APPLICATION };
    }
    if (why === 'declined' && ofHint(hint) === undefined)
      return { ...general, cause: CANCELLED[hint === undefined ? 'page' : 'eid'] };
    const expiry = () => expiryWords({ steps: current, ended, channel, hintOf });
    if (why === 'not-opened') return { ...general, ...expiry() };
    if (why !== 'expired' || ofHint(hint) !== undefined) return general;
    const hasLeft = hint === undefined && current.some((step) => isLeft(step) && step.at >= at);
    if (hasLeft) return { ...general, ...LEFT };
    const isPolled = channel === 'browser' || told !== undefined || hint !== undefined;
    if (isPolled) return { ...general, ...expiry() };
    const { cause = '' } = expiry();
    return { ...general, ...NOT_POLLED, cause: `${NOT_POLLED.cause} ${cause}` };
  }

  function ofHint(hint: string | undefined): Finding | undefined {
    return hint === undefined ? undefined : hintOf(hint)?.ending;
  }

  function ofError(name: string, { reason, facts }: ErrorFinding = {}): Verdict {
    const explained = explainError(name);
    if (explained === undefined) return { ...pendingVerdict(steps, channel), error: name };
    const { key, cause, fix, whoActs } = explained;
    const ofChannel = key === 'eid-busy-with-person' && channel !== 'browser' && STARTED_TWICE;
    const found = reason && reasonWords(reason, facts);
    // In a browser the person starts twice, such as in two tabs.
    const isInBrowser = channel === 'browser' && STOPPED_BY_OTHER.includes(key);
    const who = isInBrowser && reason !== undefined && BY_ITSELF.includes(reason) && BY_PERSON;
    const ofProgram = channel !== 'browser' && reason === 'limit-of-person' && NAMED_TOO_OFTEN;
    const verdict = {
      error: key,
      cause,
      fix,
      whoActs,
      ...ofChannel,
      ...found,
      ...who,
      ...ofProgram,
    };
    return { ...verdict, cause: `${verdict.cause}${sentWords(facts)}` };
  }

  function keyOf(name: string): string | undefined {
    return explainError(name)?.key;
  }

  /** A poll of a request that the service knows, after its answer; a token that was stored, and is no more. */
  function reasonOf({ key, reason, facts }: StepOf<'refused'>): ErrorFinding['reason'] {
    const isOfLogin = loginCode !== undefined || facts?.code !== undefined;
    if (key === 'flow-not-offered' && isOfLogin) return 'request-of-other-application';
    if (reason === 'token-unknown' && isOfLogin) {
      return 'token-revoked';
    }
    const isReported = reason === 'request-unknown' && current.some(({ what }) => what === 'told');
    return isReported ? 'result-reported' : reason;
  }
}

const STOPPED_BY_OTHER: readonly string[] = ['eid-busy-with-person', 'superseded'];
const BY_ITSELF: readonly RefusalReason[] = ['busy-same-application', 'started-again'];
const BY_PERSON = { whoActs: 'person' } as const;

function isStartedAgain(step: TimelineStep): step is StepOf<'refused'> {
  return step.what === 'refused' && step.reason?.startsWith('started-again') === true;
}

/** Whatever failed, the eID gives an answer once. */
function beginAgain(verdict: Verdict): Verdict {
  const fix = verdict.fix.replace(/^Try again(?: later)?\. /, '');
  return { ...verdict, fix: `The person begins again. ${fix}` };
}

/** Polls have an error code of their own for this ending. */
function endingKeyOf(told: string): string {
  return told === 'polled-expired' ? 'expired' : told;
}

/**
 * After a login has succeeded, a reloaded page or a click in another tab changes nothing. Once the application has the person,
 * neither does a refused request of somebody else.
 */
function decidingStep(steps: readonly TimelineStep[]): Deciding | undefined {
  const deciding = steps.filter(
    (step): step is Deciding => DECIDING.includes(step.what) && !isRecovered(step, steps),
  );
  const succeeded = deciding.findIndex(
    ({ what, ...step }) => what === 'redeemed' || ('answer' in step && step.answer !== 'error'),
  );
  const delivered = deciding.findIndex(isDelivery);
  return deciding.findLast((step, at) => {
    const isLater = (than: number) => than !== -1 && at > than;
    return (
      !(isLater(succeeded) && isOfBrowser(step)) && !(isLater(delivered) && isOtherRefusal(step))
    );
  });
}

function isDelivery(step: Deciding): boolean {
  return step.what === 'redeemed' || (step.what === 'told' && DELIVERED.includes(step.answer));
}

const DELIVERED: readonly Answer[] = ['claims', 'tokens'];

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
    step.what === 'refused' && ['page', 'embedded', 'authorize', 'resume'].includes(step.endpoint)
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

/** The eID answered that it is down: the application receives this as its error. */
function isOutageEnd({ why, hint }: StepOf<'ended'>): boolean {
  return isOutage({ why, hintCode: hint });
}

/** The last failed request to the eID, unless the eID answered after it. */
function eidFailure(steps: readonly TimelineStep[]): StepOf<'refused'> | undefined {
  const last = steps.findLast(
    (step) => step.what === 'hint' || (step.what === 'refused' && step.endpoint === 'eid'),
  );
  return last?.what === 'refused' ? last : undefined;
}

function lastIndexOf(steps: readonly TimelineStep[], what: TimelineStep['what']): number {
  return steps.findLastIndex((step) => step.what === what);
}

/** A start that failed on our page: the page stays, and another view of it forgets the failure. */
function isFailedStart(step: TimelineStep): step is StepOf<'refused'> {
  return step.what === 'refused' && step.endpoint === 'page' && step.key.startsWith('eid-');
}
