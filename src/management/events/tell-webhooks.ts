import type { SealedEvent } from '../../domain/event-chain.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { webhookBody, webhookEventOf, webhookMessageId } from '../../domain/webhook.ts';
import type { Chance } from '../../ports/chance.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Meter } from '../../ports/meter.ts';
import type { SendWebhook, WebhookOutcome } from '../../ports/send-webhook.ts';
import type { Stopwatch } from '../../ports/stopwatch.ts';
import type { Webhooks, WebhookTurn } from '../../ports/webhooks.ts';

interface Deps {
  readonly webhooks: Omit<Webhooks, 'backlog'>;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly chance: Chance;
  readonly meter: Pick<Meter, 'webhookDelivered'>;
  readonly log: Log;
}

/** Seconds for which one replica tells one webhook; a message that could outlast them is left for the next turn. */
const LEASE = 60;
const LONGEST_MESSAGE = 10;
/** Events in one turn. */
const MOST_EVENTS = 50;
/** Webhooks that are told at the same time: one that is slow does not hold up all others. */
const LANES = 4;
/** Seconds until the first new attempt; doubled with each failure in a row. */
const SHORTEST_WAIT = 5;
const LONGEST_WAIT = 60 * 60;

/** How a turn ended, and how many messages were accepted in it. */
interface Told {
  readonly outcome: WebhookOutcome | 'overtaken';
  readonly accepted: number;
}

/** Tells all webhooks what they do not know yet, for as long as it may go on. */
export type TellWebhooks = (mayGoOn: () => boolean) => Promise<void>;

/**
 * Tells each webhook its tenant's events, in order and at least once: what is not accepted comes again, and nothing
 * passes it. Replicas share the webhooks, not the events of one.
 */
export function makeTellWebhooks(deps: Deps): TellWebhooks {
  const { webhooks, send, clock, stopwatch, chance, meter, log } = deps;

  return async function tellWebhooks(mayGoOn) {
    const lane = async () => {
      while (mayGoOn() && (await tellNext()));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };

  /** False when nobody is to be told anything. */
  async function tellNext(): Promise<boolean> {
    const now = clock();
    const leaseUntil = secondsAfter(now, LEASE);
    const turn = await webhooks.take({ now, leaseUntil });
    if (turn === undefined) return false;
    const events = await webhooks.behind(turn, MOST_EVENTS);
    const last = secondsAfter(leaseUntil, -LONGEST_MESSAGE);
    const { outcome, accepted } = await tellAll(turn, events, last);
    const failures = accepted > 0 ? 0 : turn.failures;
    if (failures < turn.failures) log.info('webhook.told_again', factsOf(turn));
    if (outcome === 'accepted') {
      await webhooks.release(turn, clock());
    } else if (outcome !== 'overtaken') {
      await webhooks.postpone(turn, secondsAfter(clock(), waitOf(failures, chance())));
      if (failures === 0) log.warn('webhook.not_told', { ...factsOf(turn), outcome });
    }
    return true;
  }

  async function tellAll(
    turn: WebhookTurn,
    events: readonly SealedEvent[],
    until: Date,
  ): Promise<Told> {
    let accepted = 0;
    for (const event of events.filter((one) => isWanted(turn, one))) {
      if (clock() >= until) return { outcome: 'accepted', accepted };
      const outcome = await tell(turn, event);
      if (outcome !== 'accepted') return { outcome, accepted };
      accepted += 1;
      if (!(await webhooks.told(turn, event.position))) return { outcome: 'overtaken', accepted };
    }
    const last = events.at(-1)?.position ?? 0;
    // What is not there any more was removed because it was old.
    const reached = events.length < MOST_EVENTS ? Math.max(last, turn.head) : last;
    const outcome = (await webhooks.told(turn, reached)) ? 'accepted' : 'overtaken';
    return { outcome, accepted };
  }

  async function tell(turn: WebhookTurn, event: SealedEvent): Promise<WebhookOutcome> {
    const { tenantId, url, secrets, isTest: ownMachine } = turn;
    const { facts } = event;
    if (secrets === undefined) {
      log.error('webhook.secrets_unopened', factsOf(turn));
      return 'unreachable';
    }
    const body = webhookBody(tenantId, event);
    const message = { id: webhookMessageId(facts), body, at: clock() };
    const seconds = stopwatch();
    const outcome = await send(message, { url, secrets, ownMachine });
    meter.webhookDelivered({ tenantId, outcome, seconds: seconds() });
    return outcome;
  }
}

function isWanted({ events }: WebhookTurn, { facts }: SealedEvent): boolean {
  return events.includes(webhookEventOf(facts.kind, facts.outcome));
}

function factsOf({ tenantId, id }: WebhookTurn) {
  return { tenantId, webhook: id };
}

/** Between half of the wait and the whole of it. */
function waitOf(failures: number, chance: number): number {
  const longest = Math.min(SHORTEST_WAIT * 2 ** Math.min(failures, 20), LONGEST_WAIT);
  return longest * (0.5 + chance / 2);
}
