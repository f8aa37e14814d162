import { createHash } from 'node:crypto';

import type { Authentication } from '../../../domain/authentication.ts';
import type { StepKind } from '../../../domain/login-timeline.ts';
import type { Lease, Outcome, PendingUpdate } from '../../../ports/authentications.ts';

/** Steps as the column holds them: an array of JSON. */
export function stepsJson(at: Date, ...steps: readonly StepKind[]): string {
  return JSON.stringify(steps.map((step) => ({ at: at.getTime(), ...step })));
}

/** The steps of a new attempt; one without a login begins its timeline. */
export function beginSteps(attempt: Authentication): string {
  const { loginId, acr, device, createdAt, expiresAt } = attempt;
  const started = { what: 'started', acr, device } as const;
  if (loginId !== undefined) return stepsJson(createdAt, started);
  const seconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000);
  return stepsJson(createdAt, { what: 'begun' }, { ...started, seconds });
}

/** The step of an interim answer; undefined when it has nothing new. */
export function hintSteps(
  { authentication }: Lease,
  { stage, hintCode }: PendingUpdate,
  at: Date,
): string | undefined {
  const { progress } = authentication;
  const isNew = progress.stage !== stage || progress.hintCode !== hintCode;
  return isNew ? stepsJson(at, { what: 'hint', stage, hint: hintCode }) : undefined;
}

/** The step of an outcome. */
export function outcomeSteps(outcome: Outcome): string {
  if (outcome.state === 'identified') return stepsJson(outcome.at, { what: 'identified' });
  const { at, why, hintCode: hint, finding } = outcome;
  return stepsJson(at, { what: 'ended', why, hint, ...finding });
}

/** The value of a column by which support finds a timeline: 64 bits of a hash, as a signed number. */
export function lookupHash(tenantId: string, text: string | undefined): bigint | undefined {
  if (text === undefined || text === '') return undefined;
  const digest = createHash('sha256')
    .update(JSON.stringify([tenantId, text]))
    .digest();
  return digest.readBigInt64BE();
}
