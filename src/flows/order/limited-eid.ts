import type { Authentication } from '../../domain/authentication.ts';
import type { Eid } from '../../ports/eid.ts';
import { countedEid } from './counted-eid.ts';
import type { LimitPersonStarts } from './limit-person-starts.ts';

/** The application that starts, and its domain. */
type Starter = Pick<Authentication, 'tenantId' | 'issuer' | 'clientId'>;

/** The eID with a limit on starts that name a person to it. Other starts pass. */
export function limitedEid(eid: Eid, starter: Starter, limitPersonStarts: LimitPersonStarts): Eid {
  return {
    ...eid,
    start(request) {
      const { person } = request;
      if (person === undefined) return eid.start(request);
      const startOfPerson = { domain: starter, application: starter, person };
      return countedEid(eid, () => limitPersonStarts(startOfPerson)).start(request);
    },
  };
}
