import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import type { LogFacts } from '../../ports/log.ts';
import type { TimelineNote } from '../../ports/login-timelines.ts';

type Attempt = Pick<Authentication, 'id' | 'tenantId' | 'supportCode'>;

/** The step of a failed request to the eID: an attempt may go on after it, so it is no outcome. */
export function eidFailureNote({ id, tenantId }: Attempt, error: unknown, at: Date): TimelineNote {
  const refused = { what: 'refused', endpoint: 'eid', ...findingOf(error) } as const;
  return {
    tenantId,
    login: { authenticationId: id },
    step: { at: at.getTime(), ...refused },
  };
}

/** By the name of the failure; anything else is a defect of ours. */
function findingOf(error: unknown) {
  if (!(error instanceof Failure)) return { key: 'fault' };
  const { code: key, reason, facts, hintCode: hint } = error;
  return { key, reason, facts, hint };
}

/** The attempt in log lines. */
export function attemptFacts({ id, supportCode }: Attempt): LogFacts {
  return { authentication: id, support_code: supportCode && shownSupportCode(supportCode) };
}
