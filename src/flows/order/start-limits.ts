import type { Application } from '../../domain/application.ts';
import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { RateLimits, Use } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** As if nothing had been taken. */
export type Refund = () => Promise<void>;

/**
 * Takes one use of each key, of those that are left.
 * @throws {Failure} too-many-requests; `names.seconds`: in so many there are uses again
 */
export async function consumeLimits(
  { rateLimits, clock }: Deps,
  uses: readonly Use[],
): Promise<Refund> {
  const now = clock();
  const taken = await rateLimits.take(uses, now);
  if (taken.isTaken) return () => rateLimits.refund(uses, now);
  throw new Failure('too-many-requests', { names: { seconds: secondsUntil(taken.freeAt, now) } });
}

interface PersonDeps extends Deps {
  readonly vault: Pick<Vault, 'hash'>;
}

/** Keeps an application from asking for one named person at will: each start ends the person's other orders. */
export interface LimitPersonStarts {
  /** @throws {Failure} too-many-requests; `names.seconds`: in so many there is one more */
  (start: StartOfPerson): Promise<Refund>;
}

/** Limits one person: for one application, and for all of the tenant. */
export function makeLimitPersonStarts(deps: PersonDeps): LimitPersonStarts {
  return function limitPersonStarts(start) {
    return consumeLimits(deps, startsOfPerson(deps.vault, start));
  };
}

/** Who asks for whom. */
export interface StartOfPerson {
  readonly domain: Pick<Domain, 'tenantId' | 'issuer' | 'environment' | 'limits'>;
  readonly application: Pick<Application, 'clientId'>;
  /** The national id. */
  readonly person: string;
}

const SECONDS = 5 * 60;

/** What is counted of one person, whatever the flow. The number is never a key itself. */
export function startsOfPerson(
  vault: Pick<Vault, 'hash'>,
  { domain, application, person }: StartOfPerson,
): readonly Use[] {
  const client = JSON.stringify([domain.issuer, application.clientId]);
  const keyOf = (asker: string) =>
    `starts-of-person:${vault.hash(person, `starts-of-person:${asker}`)}`;
  // A person who failed may try again, and nobody is worn down, by several applications together either.
  const { startsPerPerson: most } = domain.limits;
  const ofApplication = { most, seconds: SECONDS };
  const ofTenant = { most: 2 * most, seconds: SECONDS };
  return [
    { key: keyOf(client), limit: ofApplication },
    { key: keyOf(`tenant:${domain.tenantId} ${domain.environment}`), limit: ofTenant },
  ];
}
