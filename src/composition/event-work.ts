import { guardedRequest } from '../adapters/outbound/guarded-request.ts';
import { pgEventChain } from '../adapters/postgres/event-chain.ts';
import { pgWebhooks } from '../adapters/postgres/webhooks.ts';
import { systemChance } from '../adapters/system/chance.ts';
import { eventMacs } from '../adapters/system/event-macs.ts';
import { systemStopwatch } from '../adapters/system/stopwatch.ts';
import { sendWebhook } from '../adapters/webhooks/send-webhook.ts';
import { headText } from '../domain/event-chain.ts';
import { makeRemoveOldEvents } from '../management/events/remove-old-events.ts';
import { makeSealEvents } from '../management/events/seal-events.ts';
import { makeTellWebhooks } from '../management/events/tell-webhooks.ts';
import type { Meter } from '../ports/meter.ts';
import type { Limit } from '../ports/rate-limits.ts';
import type { Vault } from '../ports/vault.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { State } from './open-state.ts';
import type { Surroundings } from './surroundings.ts';

/** What happens with events behind the logins. Every replica does it; they share the work. */
export interface EventWork {
  /** Seals new events and tells webhooks; call it every second. */
  follow(): void;
  /** Removes old events, and logs the heads of the chains once an hour; call it now and then. */
  tidy(): Promise<void>;
  /** When nothing of it is under way any more. */
  settled(): Promise<void>;
}

interface Running {
  readonly mayGoOn: () => boolean;
  readonly meter: Pick<Meter, 'eventsSealed' | 'webhookDelivered'>;
}

const HEADS_ARE_LOGGED: Limit = { most: 1, seconds: 60 * 60 };

/** Puts it together; it goes on as long as it may. */
export function eventWork(
  { pool, vault, rateLimits }: Pick<State, 'pool' | 'rateLimits'> & { readonly vault: Vault },
  { environment, clock, log }: Surroundings,
  { mayGoOn, meter }: Running,
): EventWork {
  const deps = { eventChain: pgEventChain(pool), macs: eventMacs(vault), clock, log };
  const sealEvents = makeSealEvents(deps);
  const removeOldEvents = makeRemoveOldEvents({
    ...deps,
    retentionDays: environment.eventRetentionDays,
  });
  const tellWebhooks = makeTellWebhooks({
    ...{ ...deps, meter, webhooks: pgWebhooks({ pool, vault }) },
    ...{ send: sendWebhook(guardedRequest()), stopwatch: systemStopwatch, chance: systemChance },
  });

  const sealing = oneAtATime(
    'event_chain',
    async () => meter.eventsSealed(await sealEvents(mayGoOn)),
    log,
  );
  const telling = oneAtATime('webhooks', () => tellWebhooks(mayGoOn), log);

  return {
    follow() {
      sealing.begin();
      telling.begin();
    },

    async tidy() {
      await removeOldEvents(mayGoOn);
      const turn = await rateLimits.take('event-chain-heads', HEADS_ARE_LOGGED, clock());
      if (turn.isTaken) await logHeads();
    },

    async settled() {
      await Promise.all([sealing.settled(), telling.settled()]);
    },
  };

  /** Kept with the logs, a head proves later that no end of the chain was cut off. */
  async function logHeads(): Promise<void> {
    for (const { tenantId, head } of await deps.eventChain.heads()) {
      log.info('event_chain.head', { tenantId, head: headText(head) });
    }
  }
}
