import type { Context } from 'koa';

import type { StepFacts } from '../../../domain/eid-reasons.ts';
import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Login } from '../../../domain/login.ts';
import type { LoginTimeline, RefusalReason, StepKind } from '../../../domain/login-timeline.ts';
import {
  parseSupportCode,
  SUPPORT_CODE_HEADER,
  shownSupportCode,
} from '../../../domain/support-code.ts';
import type { PageError } from './i18n/texts.ts';
import { type LoginPagesDeps, referenceOf, supportCodeOf } from './login-context.ts';
import { type Retry, sendError } from './send-page.ts';

type Deps = Pick<
  LoginPagesDeps,
  'noteSteps' | 'newSupportCode' | 'clock' | 'tenantId' | 'issuer' | 'log'
>;

/** Notes a step of this login. */
export function noteStep(
  { noteSteps, clock }: Pick<LoginPagesDeps, 'noteSteps' | 'clock'>,
  { tenantId, id }: Pick<Login, 'tenantId' | 'id'>,
  step: StepKind,
): void {
  const at = clock().getTime();
  noteSteps.note({ tenantId, login: { loginId: id }, step: { at, ...step } });
}

/**
 * Answers with the page of an error. Its code is that of the login when that is known, or a new one. The timeline says that
 * the page was refused.
 */
export function refuse(deps: Deps, ctx: Context, refusal: Refusal): void {
  const { error, retry, loginId, reason, facts } = refusal;
  const { noteSteps, newSupportCode, tenantId, issuer, clock, log } = deps;
  const known = parseSupportCode(supportCodeOf(ctx));
  const found = {
    key: error,
    endpoint: 'page',
    ...(reason && { reason }),
    ...(facts && { facts }),
  };
  const step = { at: clock().getTime(), what: 'refused', ...found } as const;
  const reference = referenceOf(ctx);
  const code = known ?? newSupportCode();
  const own = known === undefined ? { facts: { ...facts, code: shownSupportCode(code) } } : {};
  if (loginId !== undefined) {
    noteSteps.note({ tenantId, login: { loginId }, step: { ...step, ...own } });
  } else if (known !== undefined) noteSteps.note({ tenantId, login: { code: known }, step });
  if (known === undefined) {
    ctx.set(SUPPORT_CODE_HEADER, shownSupportCode(code));
    const request = { tenantId, issuer, code, reference, step, channel: 'browser' } as const;
    const unknown = { clientId: undefined, acr: undefined, state: undefined };
    const login = loginId === undefined ? undefined : { loginId };
    noteSteps.refused({ ...request, ...unknown, login }, ctx.get('X-Forwarded-For'));
    // The others have log lines of their own, with the reason.
    const isLoggedHere = WITHOUT_LOG_LINE.includes(error);
    const logged = { reference, support_code: shownSupportCode(code), key: error };
    if (isLoggedHere) log.info('page.refused', logged);
  }
  sendError(ctx, error, retry);
}

/** The page for a browser without its login, which the URL names; by its timeline, why there is none. */
export async function missingLogin(
  deps: Pick<LoginPagesDeps, 'logins' | 'loginTimelines' | 'tenantId' | 'clock'>,
  ctx: Context,
): Promise<Refusal> {
  const { logins, loginTimelines, tenantId, clock } = deps;
  const loginId = String(ctx.params.id);
  const missing = logins.whyMissing(ctx.req, ctx.res);
  // Without the database the page is the same, and less exact.
  const found = await loginTimelines.ofLogin(tenantId, loginId).catch(() => undefined);
  const reason = found === undefined ? missing : reasonIn(found, { missing, now: clock() });
  return { error: reason === 'login-finished' ? 'login-over' : 'login-not-found', loginId, reason };
}

/** A login that is known, and cannot be loaded. */
function reasonIn(
  { steps, outcome, beganAt }: LoginTimeline,
  { missing, now }: { readonly missing: 'cookie-missing' | 'login-gone'; readonly now: Date },
): RefusalReason {
  if (steps.some(({ what }) => what === 'told' || what === 'redeemed')) return 'login-finished';
  if (secondsAfter(beganAt, lifetimes.login) < now) return 'login-expired';
  return missing === 'login-gone' && outcome === undefined ? 'login-withdrawn' : missing;
}

const WITHOUT_LOG_LINE: readonly PageError[] = [
  'login-not-found',
  'login-over',
  'too-many-requests',
];

/** An error page, and the login that it belongs to if the answer has no code yet. */
export interface Refusal {
  readonly error: PageError;
  readonly retry?: Retry;
  readonly loginId?: string;
  /** Which of the causes of the error it was, for the timeline. */
  readonly reason?: RefusalReason | undefined;
  readonly facts?: StepFacts | undefined;
}
