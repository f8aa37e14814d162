import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { ErrorFinding } from '../../domain/login-timeline.ts';
import { parseSupportCode, type SupportCode, shownSupportCode } from '../../domain/support-code.ts';
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

/** A second start for a person, whose refusal names the first one. */
interface SecondStart extends ErrorFinding {
  readonly tenantId: string;
  /** The support code of the second one. */
  readonly again: SupportCode;
  readonly endpoint: string;
  readonly at: number;
}

/** The step of the first login: the eID stops it too. Undefined for any other refusal. */
export function startedAgainNote(second: SecondStart): TimelineNote | undefined {
  const { tenantId, reason, facts, again, endpoint, at } = second;
  const isSame = reason === 'busy-same-application';
  const code = parseSupportCode(facts?.other);
  if ((!isSame && reason !== 'busy-other-application') || code === undefined) return undefined;
  const { application = '' } = facts ?? {};
  const step = {
    what: 'refused',
    key: 'eid-busy-with-person',
    endpoint,
    reason: isSame ? 'started-again' : 'started-again-by-other',
    facts: { again: shownSupportCode(again), application },
  } as const;
  return { tenantId, login: { code }, step: { at, ...step } };
}

/** The attempt in log lines. */
export function attemptFacts({ id, supportCode }: Attempt): LogFacts {
  return { authentication: id, support_code: supportCode && shownSupportCode(supportCode) };
}
