import { eventMacs } from '../adapters/events/event-macs.ts';
import { sendWebhook } from '../adapters/events/send-webhook.ts';
import { guardedRequest } from '../adapters/outbound/guarded-request.ts';
import { pgEventChain } from '../adapters/postgres/event-chain.ts';
import { pgWebhooks } from '../adapters/postgres/webhooks.ts';
import { systemStopwatch } from '../adapters/system/clock.ts';
import { systemChance } from '../adapters/system/random.ts';
import { headText } from '../domain/event-chain.ts';
import { makeDeliverWebhooks } from '../management/events/deliver-webhooks.ts';
import { makeRemoveOldEvents, makeSealEvents } from '../management/events/seal-events.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Use } from '../ports/rate-limits.ts';
import type { Vault } from '../ports/vault.ts';
import type { State } from './open-state.ts';
import { makeJob } from './rounds.ts';
import type { Runtime } from './surroundings.ts';

/** What happens with events behind the logins. Every replica does it; they share the work. */
export interface EventWork {
  /** This replica wrote an event: soon it is sealed and delivered to webhooks. */
  outcome(): void;
  /** Seals new events and delivers them to webhooks; call it every second. */
  follow(): void;
  /** Removes old events, and logs the heads of the chains once an hour; call it now and then. */
  tidy(): Promise<void>;
  /** When nothing of it is under way any more. */
  settled(): Promise<void>;
}

interface Running {
  readonly mayGoOn: () => boolean;
  readonly metrics: Pick<Metrics, 'eventsSealed' | 'webhookDelivered'>;
}

const HEADS_ARE_LOGGED: Use = { key: 'event-chain-heads', limit: { most: 1, seconds: 60 * 60 } };
/** Seconds between two looks at what others left: a replica that died, a command. */
const LOOK_EVERY = 10;
/** Webhooks to which this replica delivers at the same time: one that is slow does not hold up all others. */
const MAX_PARALLEL_DELIVERIES = 4;

/** Rounds in a row, one a second, in which another session holds the lock. Replicas hold it for a moment. */
const MOST_BLOCKED = 30;

/** Puts it together; it goes on as long as it may. */
export function eventWork(
  { pool, vault, rateLimits }: Pick<State, 'pool' | 'rateLimits'> & { readonly vault: Vault },
  { environment, clock, log }: Runtime,
  { mayGoOn, metrics }: Running,
): EventWork {
  const deps = { eventChain: pgEventChain({ pool, vault }), macs: eventMacs(vault), clock, log };
  const sealEvents = makeSealEvents(deps);
  const removeOldEvents = makeRemoveOldEvents({
    ...deps,
    retentionDays: environment.eventRetentionDays,
  });
  const deliverWebhooks = makeDeliverWebhooks({
    ...deps,
    metrics,
    webhooks: pgWebhooks({ pool, vault }),
    send: sendWebhook(guardedRequest()),
    stopwatch: systemStopwatch,
    chance: systemChance,
  });

  const sealing = makeJob({ name: 'event_chain', round: seal, every: LOOK_EVERY, most: 1, log });
  const delivering = makeJob({
    name: 'webhooks',
    round: deliver,
    every: LOOK_EVERY,
    most: MAX_PARALLEL_DELIVERIES,
    log,
  });

  let blocked = 0;
  return {
    outcome: sealing.call,

    follow() {
      sealing.tick();
      delivering.tick();
    },

    async tidy() {
      await removeOldEvents(mayGoOn);
      const lease = await rateLimits.take([HEADS_ARE_LOGGED], clock());
      if (lease.isTaken) await logHeads();
    },

    async settled() {
      await Promise.all([sealing.settled(), delivering.settled()]);
    },
  };

  async function seal(): Promise<void> {
    const { events, someMayBeLeft } = await sealEvents(mayGoOn);
    blocked = someMayBeLeft && events === 0 ? blocked + 1 : 0;
    metrics.eventsSealed(events);
    if (events > 0) delivering.call();
    if (someMayBeLeft) sealing.call();
    if (blocked < MOST_BLOCKED) return;
    throw new Error('another database session holds the advisory lock of the event chain');
  }

  function deliver(another: () => void): Promise<void> {
    return deliverWebhooks({
      mayGoOn,
      onLease: another,
      // A tick is a second, and the first of them may be half over.
      onPostponed: (seconds) => delivering.call(Math.ceil(seconds) + 1),
    });
  }

  /** Kept with the logs, a head proves later that no end of the chain was cut off. */
  async function logHeads(): Promise<void> {
    for (const { tenantId, head } of await deps.eventChain.heads()) {
      log.info('event_chain.head', { tenantId, head: headText(head) });
    }
  }
}
