import { headText } from './domain/event-chain.ts';
import { countUsage } from './management/count-usage.ts';
import { makeDeliverWebhooks } from './management/events/deliver-webhooks.ts';
import { makeRemoveOldEvents, makeSealEvents } from './management/events/seal-events.ts';
import { type ForgetUsedDeps, forgetUsed, type PurgeDeps, purgeState } from './management/purge.ts';
import type { RequestLimits } from './ports/admission.ts';
import type { ChainMacs, EventChain, SendWebhook, Webhooks } from './ports/events.ts';
import type { Log } from './ports/log.ts';
import type { Metrics } from './ports/metrics.ts';
import type { RateLimits, Use } from './ports/rate-limits.ts';
import type { Chance, Clock, Stopwatch } from './ports/runtime.ts';
import type { UsageCounts } from './ports/usage-counts.ts';
import type { Job } from './run-jobs.ts';

interface ServiceJobsDeps extends PurgeDeps, ForgetUsedDeps {
  readonly authentications: PurgeDeps['authentications'] & ForgetUsedDeps['authentications'];
  readonly rateLimits: PurgeDeps['rateLimits'] & Pick<RateLimits, 'take'>;
  readonly metrics: Pick<Metrics, 'rowsPurged' | 'eventsSealed' | 'webhookDelivered'>;
  readonly requestLimits: Pick<RequestLimits, 'share'>;
  readonly eventChain: EventChain;
  readonly macs: ChainMacs;
  readonly usageCounts: UsageCounts;
  readonly webhooks: Webhooks;
  readonly send: SendWebhook;
  readonly retentionDays: number | undefined;
  readonly sampleLoad: () => void;
  readonly abandonExpired: () => Promise<unknown>;
  /** Stores the noted steps of logins. */
  readonly flushNotes: () => Promise<void>;
  /** Stores the noted uses of client secrets. */
  readonly flushSecretUses: () => Promise<void>;
  /** Stores the noted refusals of the management API. */
  readonly flushRefusals: () => Promise<void>;
  readonly raiseExpiryAlarms: () => Promise<void>;
  /** Measures the machine's clock against the database's. */
  readonly measureClock: () => Promise<void>;
  readonly stopwatch: Stopwatch;
  readonly chance: Chance;
  readonly clock: Clock;
  readonly log: Log;
  readonly shouldContinue: () => boolean;
}

const LOCAL = 'none: each replica has its own';
const ROWS = 'skip locked: a row is taken by one replica';
const CHAIN = 'advisory lock of the event chain';
/** Other replicas and commands leave work too, so the event jobs look for it at intervals. */
const SEARCHING = { period: 10, first: 1, retry: 1, whileDraining: true } as const;
/** Once a minute. The jobs begin a second apart. */
const MINUTELY = { period: 60, whileDraining: false } as const;

/** All background jobs of the service, in the order in which a tick begins them. */
export function serviceJobs(deps: ServiceJobsDeps): readonly Job[] {
  const { requestLimits, sampleLoad, abandonExpired, measureClock, raiseExpiryAlarms } = deps;
  const { clock, shouldContinue } = deps;
  const removeOldEvents = makeRemoveOldEvents(deps);
  return [
    { name: 'load', period: 1, whileDraining: true, lock: LOCAL, run: sampleLoad },
    {
      name: 'request_limits',
      period: 1,
      whileDraining: true,
      lock: 'none: each replica adds its own counts',
      run: requestLimits.share,
    },
    {
      name: 'timelines',
      period: 1,
      whileDraining: true,
      lock: 'skip locked: a held row is written a second later',
      run: deps.flushNotes,
    },
    {
      name: 'refusals',
      period: 10,
      whileDraining: true,
      lock: 'none: each replica adds its own',
      run: deps.flushRefusals,
    },
    {
      name: 'secret_uses',
      period: 60,
      first: 67,
      whileDraining: true,
      lock: 'none: the later use stays',
      run: deps.flushSecretUses,
    },
    { name: 'event_chain', ...SEARCHING, lock: CHAIN, run: makeSealing(deps) },
    {
      name: 'webhooks',
      ...SEARCHING,
      // A slow webhook does not delay the others.
      maxParallel: 4,
      lock: 'a lease for each webhook',
      run: makeDelivery(deps),
    },
    {
      name: 'event_retention',
      ...MINUTELY,
      first: 63,
      lock: CHAIN,
      run: () => removeOldEvents(shouldContinue),
    },
    {
      name: 'event_heads',
      ...MINUTELY,
      first: 64,
      lock: 'a rate limit: once an hour',
      run: () => logHeads(deps),
    },
    { name: 'abandon', period: 5, whileDraining: false, lock: ROWS, run: abandonExpired },
    { name: 'clock', ...MINUTELY, lock: LOCAL, run: measureClock },
    {
      name: 'purge',
      ...MINUTELY,
      first: 61,
      lock: ROWS,
      run: () => purgeState(deps, clock(), shouldContinue),
    },
    {
      name: 'used_logins',
      ...MINUTELY,
      first: 62,
      lock: ROWS,
      run: () => forgetUsed(deps, clock(), shouldContinue),
    },
    {
      name: 'usage',
      ...MINUTELY,
      first: 66,
      lock: 'skip locked: a tenant is counted by one replica',
      run: () => countUsage(deps.usageCounts, shouldContinue),
    },
    {
      name: 'expiry',
      period: 10 * 60,
      first: 65,
      whileDraining: false,
      lock: 'a rate limit: each alarm once',
      run: raiseExpiryAlarms,
    },
  ];
}

/** Failed attempts in a row to get the lock, one a second. A replica holds it only for a moment. */
const MAX_BLOCKED_RUNS = 30;

/** Seals events. Sealed events are delivered at the next tick. */
function makeSealing(deps: ServiceJobsDeps): Job['run'] {
  const sealEvents = makeSealEvents(deps);
  let blocked = 0;
  return async function seal({ schedule }) {
    const { events, someMayBeLeft } = await sealEvents(deps.shouldContinue);
    blocked = someMayBeLeft && events === 0 ? blocked + 1 : 0;
    deps.metrics.eventsSealed(events);
    if (events > 0) schedule('webhooks');
    if (someMayBeLeft) schedule('event_chain');
    if (blocked < MAX_BLOCKED_RUNS) return;
    throw new Error('another database session holds the advisory lock of the event chain');
  };
}

function makeDelivery(deps: ServiceJobsDeps): Job['run'] {
  const deliverWebhooks = makeDeliverWebhooks(deps);
  return function deliver({ schedule, startParallelRun }) {
    return deliverWebhooks({
      shouldContinue: deps.shouldContinue,
      onLease: startParallelRun,
      // A tick is a second, and the first of them may be half over.
      onPostponed: (seconds) => schedule('webhooks', Math.ceil(seconds) + 1),
    });
  };
}

const HEADS_ARE_LOGGED: Use = { key: 'event-chain-heads', limit: { most: 1, seconds: 60 * 60 } };

/** Logs the head of each chain. Stored with the logs, it proves later that no end of the chain was cut off. */
async function logHeads({ rateLimits, eventChain, clock, log }: ServiceJobsDeps): Promise<void> {
  const use = await rateLimits.take([HEADS_ARE_LOGGED], clock());
  if (!use.isTaken) return;
  for (const { tenantId, head } of await eventChain.heads()) {
    log.info('event_chain.head', { tenantId, head: headText(head) });
  }
}
