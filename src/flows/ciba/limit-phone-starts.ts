import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { Vault } from '../../ports/vault.ts';
import { startsOfPerson } from '../order/starts-of-person.ts';
import { type GiveBack, takeUses } from '../request-limits/take-uses.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly vault: Pick<Vault, 'hash'>;
  readonly clock: Clock;
}

/** Keeps an application from ringing people's phones at will. */
export interface LimitPhoneStarts {
  /** @throws {Failure} too-many-requests; `names.seconds`: in so many there is one more */
  (domain: Domain, application: Application, person: string): Promise<GiveBack>;
}

/** Limits: one for the application over all persons, those for each person. What one refuses, none counts. */
export function makeLimitPhoneStarts(deps: Deps): LimitPhoneStarts {
  return function limitPhoneStarts(domain, application, person) {
    const client = JSON.stringify([domain.issuer, application.clientId]);
    const limit = { most: application.phoneStartsPerMinute, seconds: 60 };
    const starts = { key: `phone-starts:${client}`, limit };
    const ofPerson = startsOfPerson(deps.vault, { domain, application, person });
    return takeUses(deps, [starts, ...ofPerson]);
  };
}
