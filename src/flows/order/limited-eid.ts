import type { Eid } from '../../ports/eid.ts';
import { countedEid } from './counted-eid.ts';
import type { LimitPersonStarts } from './limit-person-starts.ts';
import type { StartOfPerson } from './starts-of-person.ts';

/** The application that starts, and the domain on which it does. */
interface Starter extends Pick<StartOfPerson, 'domain'> {
  readonly clientId: string;
}

/** The eID with a limit on starts that name a person to it. Other starts pass. */
export function limitedEid(eid: Eid, starter: Starter, limitPersonStarts: LimitPersonStarts): Eid {
  return {
    ...eid,
    start(request) {
      const { person } = request;
      if (person === undefined) return eid.start(request);
      const start = { domain: starter.domain, application: starter, person };
      return countedEid(eid, () => limitPersonStarts(start)).start(request);
    },
  };
}
