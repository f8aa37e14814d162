import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';
import type { Vault } from '../../ports/vault.ts';
import { takeUse } from '../request-limits/take-use.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly vault: Pick<Vault, 'hash'>;
  readonly clock: Clock;
}

/** Keeps an application from asking for one named person at will: each start ends the person's other orders. */
export interface LimitPersonStarts {
  /** @throws {Failure} too-many-requests; `names.seconds`: in so many there is one more */
  (
    domain: Pick<Domain, 'issuer'>,
    application: Pick<Application, 'clientId'>,
    nationalId: string,
  ): Promise<void>;
}

/** How often one application may ask for one person: who failed tries again, nobody is worn down. */
const PER_PERSON: Limit = { most: 5, seconds: 5 * 60 };

/** Limits one application and one person, whatever the flow. The number is never a key itself. */
export function makeLimitPersonStarts(deps: Deps): LimitPersonStarts {
  return async function limitPersonStarts({ issuer }, { clientId }, nationalId) {
    const client = JSON.stringify([issuer, clientId]);
    const person = deps.vault.hash(nationalId, `starts-of-person:${client}`);
    await takeUse(deps, `starts-of-person:${person}`, PER_PERSON);
  };
}
