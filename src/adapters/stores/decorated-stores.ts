import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { ActiveRequests, RequestLimits } from '../../ports/admission.ts';
import type { Issuance } from '../../ports/artifacts.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { ConfigurationStore } from '../../ports/configuration.ts';
import type { AuthenticationTraits, Metrics, SettledAuthentication } from '../../ports/metrics.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

/** For each method of a store: the function in its place, or that it stays. */
export type Wrappers<Store> = {
  readonly [Method in keyof Store]-?: Store[Method] | 'unchanged';
};

/** The same store with other methods. It does not compile while the decision on a method is missing. */
export function decorate<Store extends object>(
  store: Store,
  wrappers: Wrappers<NoInfer<Store>>,
): Store {
  const replaced = Object.entries(wrappers).filter(([, wrapper]) => wrapper !== 'unchanged');
  return { ...store, ...Object.fromEntries(replaced) };
}

type Method = (...given: never[]) => Promise<unknown>;

/** Stores all of whose methods return a promise. A function is no store: it has no methods that could be replaced. */
export type AsyncStores<Stores> = {
  readonly [Name in keyof Stores]: Stores[Name] extends (...given: never[]) => unknown
    ? never
    : { readonly [Member in keyof Stores[Name]]: Method };
};

/** The same stores. Each method rejects with the error that the function makes of its own. */
export function mapErrors<Stores extends AsyncStores<Stores>>(
  stores: Stores,
  errorOf: (error: unknown) => unknown,
): Stores {
  const rethrow = (error: unknown) => {
    throw errorOf(error);
  };
  const mapped = (method: Method): Method => {
    return (...given) => method(...given).catch(rethrow);
  };
  return mapValues(stores, (store: object) => mapValues(store, mapped));
}

function mapValues<Of extends object, Value>(of: Of, map: (value: Value) => Value): Of {
  const entries = Object.entries<Value>(of as Readonly<Record<string, Value>>);
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value)])) as Of;
}

/** The name of the eID behind an acr value. */
export interface EidOf {
  (acr: Acr): string;
}

interface DecoratedAuthenticationsDeps {
  readonly metrics: Pick<Metrics, 'authenticationBegan' | 'authenticationSettled'>;
  readonly eidOf: EidOf;
  readonly requests: Pick<ActiveRequests, 'run'>;
  /** Called after each outcome that this replica wrote, and after a failed write: its outcome may be stored. */
  readonly onOutcome: () => void;
}

/**
 * The same attempts. What this replica makes of them is counted, and each outcome is reported. What the eID says only
 * once is stored even after the deadline of the request: a final answer, and the order that replaces one.
 */
export function decoratedAuthentications(
  authentications: Authentications,
  { metrics, eidOf, requests, onOutcome }: DecoratedAuthenticationsDeps,
): Authentications {
  return decorate(authentications, {
    async begin(authentication) {
      const begins = await authentications.begin(authentication);
      if (begins) metrics.authenticationBegan(traitsOf(authentication, eidOf));
      return begins;
    },

    async createIdentified(authentication) {
      await authentications.createIdentified(authentication).finally(onOutcome);
      countOutcome(authentication, 'remembered');
    },

    async recordOutcome(lease, outcome) {
      const record = () => authentications.recordOutcome(lease, outcome);
      const settled = await withoutDeadline(lease, record).finally(onOutcome);
      countOutcome(settled, outcome.state === 'ended' ? outcome.why : outcome.state);
      return settled;
    },

    recordPending(lease, learned) {
      const record = () => authentications.recordPending(lease, learned);
      return learned.order === undefined ? record() : withoutDeadline(lease, record);
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending).finally(onOutcome);
      countOutcome(before, ending.why);
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit).catch((error) => {
        onOutcome();
        throw error;
      });
      if (expired.length > 0) onOutcome();
      for (const before of expired) countOutcome(before, 'expired');
      return expired;
    },

    discard: 'unchanged',
    find: 'unchanged',
    poll: 'unchanged',
    findLatest: 'unchanged',
    findPendingOf: 'unchanged',
    acquireLease: 'unchanged',
    takeReturn: 'unchanged',
    recordReturn: 'unchanged',
    consumeEnding: 'unchanged',
    consumeResult: 'unchanged',
    purge: 'unchanged',
    forgetUsed: 'unchanged',
  });

  /** Counts nothing when another caller ended the attempt. */
  function countOutcome(
    settled: Authentication | undefined,
    outcome: SettledAuthentication['outcome'],
  ): void {
    if (settled === undefined) return;
    metrics.authenticationSettled({ ...traitsOf(settled, eidOf), outcome });
  }

  /**
   * Runs statements as part of a request without a deadline: a request loses its deadline once its answer has begun. The
   * statements still queue with the others of the tenant.
   */
  function withoutDeadline<Answer>({ authentication }: Lease, record: () => Answer): Answer {
    return requests.run({ tenantId: authentication.tenantId, isAnswered: () => true }, record);
  }
}

interface MeteredIssuanceDeps {
  readonly metrics: Pick<Metrics, 'resultConsumed'>;
  readonly eidOf: EidOf;
}

/** The same issuance; results that this replica issues are counted. */
export function meteredIssuance(
  issuance: Issuance,
  { metrics, eidOf }: MeteredIssuanceDeps,
): Issuance {
  return decorate(issuance, {
    async issue(authentication, at, issued) {
      const isIssued = await issuance.issue(authentication, at, issued);
      if (isIssued) metrics.resultConsumed(traitsOf(authentication, eidOf));
      return isIssued;
    },
    findWithGrant: 'unchanged',
    exchange: 'unchanged',
  });
}

function traitsOf({ acr, intent, channel }: Authentication, eidOf: EidOf): AuthenticationTraits {
  return { eid: eidOf(acr), kind: intent.kind, channel };
}

/** The same limits; refused requests are counted. */
export function meteredRequestLimits(
  limits: RequestLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RequestLimits {
  return decorate(limits, {
    count(limitKey, name) {
      try {
        limits.count(limitKey, name);
      } catch (refusal) {
        metrics.limitHit(limitKey);
        throw refusal;
      }
    },
    share: 'unchanged',
  });
}

/** The same exact limits; refused starts are counted. */
export function meteredRateLimits(
  limits: RateLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RateLimits {
  return decorate(limits, {
    async take(uses, at) {
      const taken = await limits.take(uses, at);
      if (!taken.isTaken) metrics.limitHit('starts');
      return taken;
    },
    full: 'unchanged',
    refund: 'unchanged',
    purge: 'unchanged',
  });
}

/**
 * The same configuration, read for no request: all tenants need the result, whichever request began the reading. It
 * must not queue with the requests of a busy tenant, nor end with the deadline of one request.
 */
export function unqueuedConfigurationStore(
  configurationStore: ConfigurationStore,
  requests: Pick<ActiveRequests, 'runDetached'>,
): ConfigurationStore {
  return decorate(configurationStore, {
    revision: () => requests.runDetached(() => configurationStore.revision()),
    read: (scope) => requests.runDetached(() => configurationStore.read(scope)),
    changesSince: (revision) =>
      requests.runDetached(() => configurationStore.changesSince(revision)),
    ownersOf: 'unchanged',
    change: 'unchanged',
    renewMacs: 'unchanged',
  });
}
