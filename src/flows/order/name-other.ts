import { Failure, type FailureFacts } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly authentications: Pick<Authentications, 'findPendingOf'>;
  readonly clock: Clock;
}

/** A start that an eID refused. */
interface RefusedStart {
  readonly id: string;
  readonly tenantId: string;
  readonly clientId: string;
  /** The number by which the request named a person to the eID. */
  readonly person: string | undefined;
}

/** Adds to a refusal, because the person is busy, which other login that is; throws any error. */
export interface NameOther {
  (error: unknown, start: RefusedStart): Promise<never>;
}

/** Names the other login for the timeline, by its support code and application. Without it the refusal stays as it was. */
export function makeNameOther({ authentications, clock }: Deps): NameOther {
  return async function nameOther(error, { id, tenantId, clientId, person }) {
    const isBusy = error instanceof Failure && error.code === 'eid-busy-with-person';
    if (!isBusy || person === undefined) throw error;
    const now = clock();
    const named = { tenantId, nationalId: person, now, except: id };
    // A refusal without the name of the other is better than a fault.
    const other = await authentications.findPendingOf(named).catch(() => null);
    if (other === null) throw error;
    if (other?.supportCode === undefined) throw worded(error, { reason: 'busy-elsewhere' });
    const isSame = other.clientId === clientId;
    throw worded(error, {
      reason: isSame ? 'busy-same-application' : 'busy-other-application',
      facts: {
        other: shownSupportCode(other.supportCode),
        application: other.clientId,
        ago: String(secondsUntil(now, other.createdAt)),
      },
    });
  };
}

function worded(failure: Failure, finding: Pick<FailureFacts, 'reason' | 'facts'>): Failure {
  const { code, values, detail, hintCode } = failure;
  const others = { ...(detail && { detail }), ...(hintCode && { hintCode }) };
  return new Failure(code, { values, cause: failure, ...others, ...finding });
}
