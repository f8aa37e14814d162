import type { SealedEvent, WrittenEvent } from '../../domain/event-chain.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { webhookBody, webhookEventOf, webhookMessageId } from '../../domain/webhook.ts';
import type { SendWebhook, WebhookLease, WebhookOutcome, Webhooks } from '../../ports/events.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Chance, Clock, Stopwatch } from '../../ports/runtime.ts';

interface Deps {
  readonly webhooks: Omit<Webhooks, 'backlog'>;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly chance: Chance;
  readonly metrics: Pick<Metrics, 'webhookDelivered'>;
  readonly log: Log;
}

/** Seconds of one lease; a message that could outlast it is sent under the next lease. */
const LEASE = 30;
const MAX_MESSAGE_SECONDS = 10;
/** Events in one lease. */
const MAX_EVENTS = 50;
/** Events after which the position is recorded; at most so many are repeated when the replica stops. */
const RECORDED_EVERY = 10;
/** Seconds until the first new attempt; doubled with each failure in a row. */
const MIN_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 60 * 60;

/** The end of a lease, the number of accepted messages, and the delivered position. */
interface Delivered {
  readonly outcome: WebhookOutcome | 'overtaken';
  readonly accepted: number;
  readonly reached: number;
}

/** The end of a delivery, and its reports to the caller. */
export interface DeliveryOptions {
  readonly shouldContinue: () => boolean;
  /** A webhook is leased; its delivery may take long, so the caller may start a parallel one. */
  readonly onLease: () => void;
  /** A webhook did not accept: the next attempt is due after that many seconds. */
  readonly onPostponed: (seconds: number) => void;
}

/** Delivers to one webhook after the other, until none has undelivered events. */
export type DeliverWebhooks = (options: DeliveryOptions) => Promise<void>;

/**
 * Delivers to each webhook its tenant's events, in order and at least once: an event that is not accepted is sent again
 * before later ones. Replicas share the webhooks; the events of one webhook are sent by one replica at a time.
 */
export function makeDeliverWebhooks(deps: Deps): DeliverWebhooks {
  const { webhooks, send, clock, stopwatch, chance, metrics, log } = deps;

  return async function deliverWebhooks({ shouldContinue, onLease, onPostponed }) {
    while (shouldContinue()) {
      const now = clock();
      const leaseUntil = secondsAfter(now, LEASE);
      const lease = await webhooks.take({ now, leaseUntil });
      if (lease === undefined) return;
      onLease();
      const last = secondsAfter(leaseUntil, -MAX_MESSAGE_SECONDS);
      const wait = await deliverLeased(lease, () => shouldContinue() && clock() < last);
      if (wait !== undefined) onPostponed(wait);
    }
  };

  /** Returns the seconds until the next attempt, if the webhook did not accept. */
  async function deliverLeased(
    lease: WebhookLease,
    hasTime: () => boolean,
  ): Promise<number | undefined> {
    const events = await webhooks.undelivered(lease, MAX_EVENTS);
    const { outcome, accepted, reached } = await deliverAll(lease, events, hasTime);
    const failures = accepted > 0 ? 0 : lease.failures;
    if (failures < lease.failures) log.info('webhook.delivery_resumed', factsOf(lease));
    if (outcome === 'overtaken') return undefined;
    if (outcome === 'accepted') {
      await webhooks.release(lease, { deliveredPosition: reached, now: clock() });
      return undefined;
    }
    if (accepted > 0) await webhooks.recordDelivered(lease, reached);
    const wait = waitOf(failures, chance());
    await webhooks.postpone(lease, secondsAfter(clock(), wait));
    if (failures === 0) log.warn('webhook.delivery_failed', { ...factsOf(lease), outcome });
    return wait;
  }

  async function deliverAll(
    lease: WebhookLease,
    events: readonly (SealedEvent & WrittenEvent)[],
    hasTime: () => boolean,
  ): Promise<Delivered> {
    let [accepted, reached] = [0, lease.deliveredPosition];
    for (const event of events.filter((one) => isWanted(lease, one))) {
      if (!hasTime()) return { outcome: 'accepted', accepted, reached };
      const outcome = await deliver(lease, event);
      if (outcome !== 'accepted') return { outcome, accepted, reached };
      accepted += 1;
      reached = event.position;
      const isLeased =
        accepted % RECORDED_EVERY !== 0 || (await webhooks.recordDelivered(lease, reached));
      if (!isLeased) return { outcome: 'overtaken', accepted, reached };
    }
    const last = events.at(-1)?.position ?? 0;
    // Events that are missing below the head were removed because they were old.
    reached = events.length < MAX_EVENTS ? Math.max(last, lease.head) : last;
    return { outcome: 'accepted', accepted, reached };
  }

  async function deliver(lease: WebhookLease, event: SealedEvent): Promise<WebhookOutcome> {
    const { tenantId, url, secrets, isTest: ownMachine } = lease;
    const { facts } = event;
    if (secrets === undefined) {
      log.error('webhook.secret_decryption_failed', factsOf(lease));
      return 'unreachable';
    }
    const body = webhookBody(tenantId, event);
    const message = { id: webhookMessageId(facts), body, at: clock() };
    const seconds = stopwatch();
    const outcome = await send(message, { url, secrets, ownMachine });
    metrics.webhookDelivered({ tenantId, outcome, seconds: seconds() });
    return outcome;
  }
}

/** A forged event is never delivered; it was logged when it was sealed. */
function isWanted({ events }: WebhookLease, { facts, isGenuine }: WrittenEvent): boolean {
  return isGenuine && events.includes(webhookEventOf(facts.kind, facts.outcome));
}

function factsOf({ tenantId, id }: WebhookLease) {
  return { tenantId, webhook: id };
}

/** Between half of the wait and the whole of it, at random. */
function waitOf(failures: number, chance: number): number {
  const longest = Math.min(MIN_WAIT_SECONDS * 2 ** Math.min(failures, 20), MAX_WAIT_SECONDS);
  return longest * (0.5 + chance / 2);
}
