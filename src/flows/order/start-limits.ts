import type { Application } from '../../domain/application.ts';
import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { RefusalReason } from '../../domain/login-timeline.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { RateLimits, Use } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** One use, and the reason of a refusal when none is left. */
export interface LimitedUse extends Use {
  readonly reason: RefusalReason;
}

/** Refunds the uses that were taken. */
export type Refund = () => Promise<void>;

/**
 * Takes one use of each key, or of none.
 * @throws {Failure} too-many-requests; `values.seconds`: the seconds until every key has a use again
 */
export async function consumeLimits(
  { rateLimits, clock }: Deps,
  uses: readonly LimitedUse[],
): Promise<Refund> {
  const now = clock();
  const taken = await rateLimits.take(uses, now);
  if (taken.isTaken) return () => rateLimits.refund(uses, now);
  const reason = uses.find(({ key }) => taken.full.includes(key))?.reason;
  const values = { seconds: secondsUntil(taken.freeAt, now) };
  throw new Failure('too-many-requests', { values, reason });
}

/** The ports of the limits of a person: keys hold a hash of the national id. */
export interface PersonLimitDeps extends Deps {
  readonly vault: Pick<Vault, 'hash'>;
}

/** Limits how often one person is named: each start ends the person's other orders. */
export interface LimitPersonStarts {
  /** @throws {Failure} too-many-requests; `values.seconds`: the seconds until one more start is allowed */
  (start: StartOfPerson): Promise<Refund>;
}

/** Limits one person: for one application, and for all of the tenant. */
export function makeLimitPersonStarts(deps: PersonLimitDeps): LimitPersonStarts {
  return function limitPersonStarts(start) {
    return consumeLimits(deps, startsOfPerson(deps.vault, start));
  };
}

/** A start for one person, by one application. */
export interface StartOfPerson {
  readonly domain: Pick<Domain, 'tenantId' | 'issuer' | 'environment' | 'limits'>;
  readonly application: Pick<Application, 'clientId'>;
  /** The national id, or the telephone number. */
  readonly person: string;
  /** A browser typed it: such starts never count towards the limit of authenticated requests. */
  readonly isTyped?: boolean;
}

const SECONDS = 5 * 60;

/** The counted uses of one person, the same in every flow. A key never contains the number itself. */
export function startsOfPerson(
  vault: Pick<Vault, 'hash'>,
  { domain, application, person, isTyped = false }: StartOfPerson,
): readonly LimitedUse[] {
  const client = JSON.stringify([domain.issuer, application.clientId]);
  const use = isTyped ? 'typed-starts-of-person' : 'starts-of-person';
  const keyOf = (counted: string) => `${use}:${vault.hash(person, `${use}:${counted}`)}`;
  // A person may try again after a failure, but is not flooded, not even by several applications together.
  const { startsPerPerson: most } = domain.limits;
  const ofApplication = { most, seconds: SECONDS };
  const ofTenant = { most: 2 * most, seconds: SECONDS };
  const reason = 'limit-of-person';
  return [
    { key: keyOf(client), limit: ofApplication, reason },
    { key: keyOf(`tenant:${domain.tenantId} ${domain.environment}`), limit: ofTenant, reason },
  ];
}
