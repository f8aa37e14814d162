import type { Authentication } from '../../domain/authentication.ts';
import type { Eid } from '../../ports/eid.ts';
import { countedEid } from './counted-eid.ts';
import type { LimitPersonStarts } from './limit-person-starts.ts';

/** What a login says about whom it is for, and for which application. */
type Named = Pick<Authentication, 'tenantId' | 'issuer' | 'clientId' | 'intent'>;

/** The eID, for a login that may name its person: it is not asked for that person at will. */
export function limitedEid(eid: Eid, login: Named, limitPersonStarts: LimitPersonStarts): Eid {
  const { person } = login.intent;
  if (person === undefined) return eid;
  return countedEid(eid, () => limitPersonStarts({ domain: login, application: login, person }));
}
