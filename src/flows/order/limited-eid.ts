import type { Authentication } from '../../domain/authentication.ts';
import type { Eid } from '../../ports/eid.ts';
import type { LimitPersonStarts } from './limit-person-starts.ts';

/** What a login says about whom it is for, and for which application. */
type Named = Pick<Authentication, 'issuer' | 'clientId' | 'intent'>;

/**
 * The eID, for a login that names its person: it is not asked for that person at will. What does not reach it, a
 * second click, does not count.
 */
export function limitedEid(eid: Eid, login: Named, limitPersonStarts: LimitPersonStarts): Eid {
  const { person } = login.intent;
  if (person === undefined) return eid;
  return {
    ...eid,
    async start(request) {
      await limitPersonStarts(login, login, person);
      return eid.start(request);
    },
  };
}
