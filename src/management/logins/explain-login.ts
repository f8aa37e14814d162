import type { Acr } from '../../domain/acr.ts';
import type { Channel } from '../../domain/authentication.ts';
import type {
  LoginOutcome,
  LoginTimeline,
  TimelineStep,
  WhoActs,
} from '../../domain/login-timeline.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import { type ExplainError, REASONS, type WaitedFor, waitedFor, wordsOf } from './step-words.ts';

/** A login, explained; the JSON of the management API. */
export interface LoginExplanation {
  /** As it is shown: `K7F2-QX9M`. */
  readonly code: string;
  readonly tenant: string;
  /** The client id; null for a request that named no known application. */
  readonly application: string | null;
  readonly issuer: string;
  /** The name of the eID; null for a request that named none. */
  readonly eid: string | null;
  readonly acr: Acr | null;
  readonly channel: Channel;
  /** Null while pending. */
  readonly outcome: LoginOutcome | null;
  /** The catalogue key of the error that the explanation is about; null without one. */
  readonly error: string | null;
  /** ISO 8601. */
  readonly beganAt: string;
  readonly steps: readonly ExplainedStep[];
  /** Steps beyond the limit, which are not kept. */
  readonly stepsLeftOut: number;
  readonly cause: string;
  readonly fix: string;
  readonly whoActs: WhoActs;
}

/** One step in words. */
export interface ExplainedStep {
  /** ISO 8601. */
  readonly at: string;
  readonly what: TimelineStep['what'];
  readonly words: string;
  /** Since the step before, in milliseconds; 0 for the first. */
  readonly after: number;
  /** Whose turn it was meanwhile; null for the first step. */
  readonly waitedFor: WaitedFor | null;
}

interface Deps {
  readonly explainError: ExplainError;
  /** The name of the eID behind an acr value. */
  readonly eidOf: (acr: Acr) => string;
}

/** Puts a timeline into words. */
export interface ExplainLogin {
  (timeline: LoginTimeline): LoginExplanation;
}

/** Words the steps, and finds cause and remedy: those of the last step that decided something. */
export function makeExplainLogin({ explainError, eidOf }: Deps): ExplainLogin {
  return function explainLogin(timeline) {
    const { code, tenantId, clientId, issuer, acr, channel, outcome, beganAt, steps } = timeline;
    return {
      code: shownSupportCode(code),
      tenant: tenantId,
      application: clientId ?? null,
      issuer,
      eid: acr === undefined ? null : eidOf(acr),
      acr: acr ?? null,
      channel,
      outcome: outcome ?? null,
      beganAt: beganAt.toISOString(),
      steps: steps.map((step, at) => explainedStep(step, steps[at - 1])),
      stepsLeftOut: timeline.leftOut,
      ...verdictOf(steps, explainError),
    };
  };

  function explainedStep(step: TimelineStep, before: TimelineStep | undefined): ExplainedStep {
    return {
      at: new Date(step.at).toISOString(),
      what: step.what,
      words: wordsOf(step, explainError),
      after: before === undefined ? 0 : step.at - before.at,
      waitedFor: before === undefined ? null : waitedFor(step, before),
    };
  }
}

type Verdict = Pick<LoginExplanation, 'error' | 'cause' | 'fix' | 'whoActs'>;

/** What an ended or refused step says, or the state in which the login is. */
function verdictOf(steps: readonly TimelineStep[], explainError: ExplainError): Verdict {
  const last = decidingStep(steps);
  switch (last?.what) {
    case undefined:
      return STILL_PENDING;
    case 'redeemed':
      return DONE;
    case 'identified':
    case 'remembered':
      return NOT_FETCHED;
    case 'ended':
      return verdictOfError(last.why, explainError);
    case 'told':
      if (last.answer === 'code') return NOT_REDEEMED;
      return last.key === undefined ? DONE : verdictOfError(last.key, explainError);
    case 'refused': {
      const verdict = verdictOfError(last.key, explainError);
      return last.reason === undefined ? verdict : { ...verdict, ...REASONS[last.reason] };
    }
  }
}

type Deciding = Extract<
  TimelineStep,
  { what: 'identified' | 'remembered' | 'ended' | 'told' | 'redeemed' | 'refused' }
>;

/** After a login has succeeded, a reloaded page or a click in another tab changes nothing. */
function decidingStep(steps: readonly TimelineStep[]): Deciding | undefined {
  const deciding = steps.filter((step): step is Deciding => DECIDING.includes(step.what));
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
  return step.what === 'refused' && ['page', 'authorization', 'resume'].includes(step.endpoint);
}

function verdictOfError(name: string, explainError: ExplainError): Verdict {
  const explained = explainError(name);
  if (explained === undefined) return { ...STILL_PENDING, error: name };
  const { key, cause, fix, whoActs } = explained;
  return { error: key, cause, fix, whoActs };
}

const STILL_PENDING: Verdict = {
  error: null,
  cause: 'The login is under way, or the person left it without an answer.',
  fix: 'Ask the person to continue or to begin again. Our page says what comes next.',
  whoActs: 'person',
};

const NOT_FETCHED: Verdict = {
  error: null,
  cause:
    'The person identified, and the result was not fetched: the browser was closed, or the application stopped polling.',
  fix: 'Ask the person to begin again. For CIBA and headless, let the application poll until it gets an answer.',
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
