import type { Acr } from '../../domain/acr.ts';
import type { Channel } from '../../domain/authentication.ts';
import type { HintCode } from '../../domain/hint-code.ts';
import type {
  LoginOutcome,
  LoginTimeline,
  TimelineStep,
  WhoActs,
} from '../../domain/login-timeline.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import {
  type ExplainError,
  type StepContext,
  type WaitedFor,
  waitedFor,
  wordsOf,
} from './step-words.ts';
import { verdictOf } from './verdict.ts';

/** A login, explained; the JSON of the management API. */
export interface LoginExplanation {
  /** As it is shown: `K7F2-QX9M`. */
  readonly code: string;
  readonly tenant: string;
  /** The code of the login that a refused request named; null for a login, and without one. */
  readonly login: string | null;
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
  /** The meaning of the eID's code behind an acr value; undefined for an unknown one. */
  readonly hintOf: (acr: Acr, hint: string) => HintCode | undefined;
}

/** Puts a timeline into words. */
export interface ExplainLogin {
  (timeline: LoginTimeline): LoginExplanation;
}

/** Words the steps, and finds cause and remedy: those of the last step that decided something. */
export function makeExplainLogin({ explainError, eidOf, hintOf }: Deps): ExplainLogin {
  return function explainLogin(timeline) {
    const { code, tenantId, clientId, issuer, acr, channel, outcome, beganAt, steps, loginCode } =
      timeline;
    return {
      code: shownSupportCode(code),
      tenant: tenantId,
      login: loginCode === undefined ? null : shownSupportCode(loginCode),
      application: clientId ?? null,
      issuer,
      eid: acr === undefined ? null : eidOf(acr),
      acr: acr ?? null,
      channel,
      outcome: outcome ?? null,
      beganAt: beganAt.toISOString(),
      steps: steps.map((step, at) =>
        explainedStep(step, {
          before: steps[at - 1],
          next: steps[at + 1],
          channel,
          hintOf: hintsOf(timeline, hintOf),
        }),
      ),
      stepsLeftOut: timeline.leftOut,
      ...verdictOf(timeline, { explainError, hintOf: hintsOf(timeline, hintOf) }),
    };
  };

  function explainedStep(
    step: TimelineStep,
    { before, ...context }: StepContext & { readonly before: TimelineStep | undefined },
  ): ExplainedStep {
    const { channel } = context;
    return {
      at: new Date(step.at).toISOString(),
      what: step.what,
      words: wordsOf(step, context, explainError),
      after: before === undefined ? 0 : step.at - before.at,
      waitedFor: before === undefined ? null : waitedFor(step, { before, channel }),
    };
  }
}

/** The codes of the eID that served the login. */
function hintsOf(
  { acr: requested, steps }: LoginTimeline,
  hintOf: Deps['hintOf'],
): StepContext['hintOf'] {
  const started = steps.findLast(({ what }) => what === 'started');
  const acr = started?.what === 'started' ? started.acr : requested;
  return (hint) => (acr === undefined ? undefined : hintOf(acr, hint));
}
