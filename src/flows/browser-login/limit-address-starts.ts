import type { Login } from '../../domain/login.ts';
import { addressBlock } from '../../domain/request-limits.ts';
import type { RequestLimits } from '../../ports/admission.ts';
import type { Eid } from '../../ports/eid.ts';
import type { UserAgent } from './login.ts';

interface Deps {
  readonly requestLimits: Pick<RequestLimits, 'count'>;
}

/**
 * The eID with a rate limit per address on starts that name no person: any browser can make them, under the tenant's
 * certificate. Starts that name a person pass: they have limits of their own.
 */
export interface LimitAddressStarts {
  /** `start` also throws {Failure} too-many-requests; `names.seconds`: in so many there is more. */
  (eid: Eid, login: Login, userAgent: UserAgent): Eid;
}

/**
 * Limits an address at each tenant. Unauthenticated requests do not count towards the limit of authenticated ones.
 */
export function makeLimitAddressStarts({ requestLimits }: Deps): LimitAddressStarts {
  return (eid, login, userAgent) => ({
    ...eid,
    async start(request) {
      if (request.person === undefined)
        requestLimits.count('address-starts', nameOf(login, userAgent));
      return eid.start(request);
    },
  });
}

function nameOf({ tenantId, isRequestAuthenticated }: Login, { ip }: UserAgent): string {
  const request = isRequestAuthenticated ? 'authenticated' : 'unauthenticated';
  return JSON.stringify([tenantId, addressBlock(ip), request]);
}
