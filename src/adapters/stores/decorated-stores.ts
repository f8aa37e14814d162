import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { PresentRequests, RequestLimits } from '../../ports/admission.ts';
import type { Redemptions } from '../../ports/artifacts.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { ConfigurationStore } from '../../ports/configuration.ts';
import type { AuthenticationTraits, Metrics } from '../../ports/metrics.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

interface MeteredAuthenticationsDeps {
  readonly metrics: Pick<Metrics, 'authenticationBegan' | 'authenticationSettled'>;
  readonly eidOf: EidOf;
}

/** The same attempts; what this replica makes of them is counted. */
export function meteredAuthentications(
  authentications: Authentications,
  { metrics, eidOf }: MeteredAuthenticationsDeps,
): Authentications {
  return {
    ...authentications,

    async begin(authentication) {
      const begins = await authentications.begin(authentication);
      if (begins) metrics.authenticationBegan(traitsOf(authentication, eidOf));
      return begins;
    },

    async createIdentified(authentication) {
      await authentications.createIdentified(authentication);
      metrics.authenticationSettled({ ...traitsOf(authentication, eidOf), outcome: 'remembered' });
    },

    async recordOutcome(lease, outcome) {
      const settled = await authentications.recordOutcome(lease, outcome);
      if (settled !== undefined) {
        const text = outcome.state === 'ended' ? outcome.why : outcome.state;
        metrics.authenticationSettled({ ...traitsOf(settled, eidOf), outcome: text });
      }
      return settled;
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending);
      if (before !== undefined) {
        metrics.authenticationSettled({ ...traitsOf(before, eidOf), outcome: ending.why });
      }
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit);
      for (const before of expired) {
        metrics.authenticationSettled({ ...traitsOf(before, eidOf), outcome: 'expired' });
      }
      return expired;
    },
  };
}

/** The same limits; it is counted who meets one. */
export function meteredRequestLimits(
  limits: RequestLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RequestLimits {
  return {
    ...limits,
    count(limitKey, name) {
      try {
        limits.count(limitKey, name);
      } catch (refusal) {
        metrics.limitHit(limitKey);
        throw refusal;
      }
    },
  };
}

/** The same for what is limited to the letter. */
export function meteredRateLimits(
  limits: RateLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RateLimits {
  return {
    ...limits,
    async take(uses, at) {
      const taken = await limits.take(uses, at);
      if (!taken.isTaken) metrics.limitHit('starts');
      return taken;
    },
  };
}

interface MeteredRedemptionsDeps {
  readonly metrics: Pick<Metrics, 'resultConsumed'>;
  readonly eidOf: EidOf;
}

/** The same; results that this replica gives away are counted. */
export function meteredRedemptions(
  redemptions: Redemptions,
  { metrics, eidOf }: MeteredRedemptionsDeps,
): Redemptions {
  return {
    ...redemptions,

    async issue(attempt, at, issued) {
      const isGiven = await redemptions.issue(attempt, at, issued);
      if (isGiven) metrics.resultConsumed(traitsOf(attempt, eidOf));
      return isGiven;
    },
  };
}

/** The name of the eID behind an acr value. */
export interface EidOf {
  (acr: Acr): string;
}

/** What is said about an attempt. */
export function traitsOf(
  { acr, intent, channel }: Authentication,
  eidOf: EidOf,
): AuthenticationTraits {
  return { eid: eidOf(acr), kind: intent.kind, channel };
}

/**
 * The same attempts; whoever follows the events hears of each that this replica wrote, and of one too many rather than
 * one too few: a write that seems to have failed may be there.
 */
export function withOutcomeListener(
  authentications: Authentications,
  onOutcome: () => void,
): Authentications {
  const notified = <Result>(write: Promise<Result>) => write.finally(onOutcome);
  return {
    ...authentications,
    createIdentified: (authentication) =>
      notified(authentications.createIdentified(authentication)),
    recordOutcome: (lease, outcome) => notified(authentications.recordOutcome(lease, outcome)),
    abandon: (id, ending) => notified(authentications.abandon(id, ending)),
    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit).catch((error) => {
        onOutcome();
        throw error;
      });
      if (expired.length > 0) onOutcome();
      return expired;
    },
  };
}

/**
 * The same attempts; what the eID says once is stored however long the request in which it is heard has waited: a final
 * answer, and the order that takes the place of one which ended. They stand in their tenant's line as everything of it
 * does, but for nobody whose time could be over.
 */
export function uninterruptedOutcomes(
  authentications: Authentications,
  requests: Pick<PresentRequests, 'run'>,
): Authentications {
  return {
    ...authentications,
    recordOutcome: (lease, outcome) =>
      patiently(lease, () => authentications.recordOutcome(lease, outcome)),
    recordPending(lease, learned) {
      const record = () => authentications.recordPending(lease, learned);
      return learned.order === undefined ? record() : patiently(lease, record);
    },
  };

  function patiently(
    { attempt }: Lease,
    record: () => Promise<Authentication | undefined>,
  ): Promise<Authentication | undefined> {
    return requests.run({ tenantId: attempt.tenantId, isAnswered: () => true }, record);
  }
}

/**
 * The same content, read for no request: whoever happens to find that it is time to look, all tenants wait for what is
 * found. It must not stand in the line of one that sends at full speed, nor end with the time of one request.
 */
export function unqueuedConfigurationStore(
  configurationStore: ConfigurationStore,
  requests: Pick<PresentRequests, 'forNone'>,
): ConfigurationStore {
  return {
    ...configurationStore,
    revision: () => requests.forNone(() => configurationStore.revision()),
    read: () => requests.forNone(() => configurationStore.read()),
  };
}
