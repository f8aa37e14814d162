import type { SealedEvent, WrittenEvent } from '../../domain/event-chain.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { webhookBody, webhookEventOf, webhookMessageId } from '../../domain/webhook.ts';
import type { SendWebhook, WebhookOutcome, Webhooks, WebhookTurn } from '../../ports/events.ts';
import type { Log } from '../../ports/log.ts';
import type { Meter } from '../../ports/metrics.ts';
import type { Chance, Clock, Stopwatch } from '../../ports/runtime.ts';

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
const LEASE = 30;
const LONGEST_MESSAGE = 10;
/** Events in one turn. */
const MOST_EVENTS = 50;
/** Events after which it is noted how far a turn came; so many come again when the one who tells dies. */
const NOTED_EVERY = 10;
/** Seconds until the first new attempt; doubled with each failure in a row. */
const SHORTEST_WAIT = 5;
const LONGEST_WAIT = 60 * 60;

/** How a turn ended, how many messages were accepted in it, and up to which position all is told. */
interface Told {
  readonly outcome: WebhookOutcome | 'overtaken';
  readonly accepted: number;
  readonly reached: number;
}

/** What the one who tells may do, and what it says to those who call it. */
export interface TellingOptions {
  readonly mayGoOn: () => boolean;
  /** A webhook is being told, which may take a while: somebody else may look for another one. */
  readonly onTurn: () => void;
  /** One did not accept: it is to be tried again in so many seconds. */
  readonly onPostponed: (seconds: number) => void;
}

/** Tells one webhook after the other what it does not know yet, until there is none. */
export type TellWebhooks = (options: TellingOptions) => Promise<void>;

/**
 * Tells each webhook its tenant's events, in order and at least once: what is not accepted comes again, and nothing
 * passes it. Replicas share the webhooks, not the events of one.
 */
export function makeTellWebhooks(deps: Deps): TellWebhooks {
  const { webhooks, send, clock, stopwatch, chance, meter, log } = deps;

  return async function tellWebhooks({ mayGoOn, onTurn, onPostponed }) {
    while (mayGoOn()) {
      const now = clock();
      const leaseUntil = secondsAfter(now, LEASE);
      const turn = await webhooks.take({ now, leaseUntil });
      if (turn === undefined) return;
      onTurn();
      const last = secondsAfter(leaseUntil, -LONGEST_MESSAGE);
      const wait = await tellTurn(turn, () => mayGoOn() && clock() < last);
      if (wait !== undefined) onPostponed(wait);
    }
  };

  /** Answers in how many seconds it is to be tried again, if it did not accept. */
  async function tellTurn(turn: WebhookTurn, hasTime: () => boolean): Promise<number | undefined> {
    const events = await webhooks.behind(turn, MOST_EVENTS);
    const { outcome, accepted, reached } = await tellAll(turn, events, hasTime);
    const failures = accepted > 0 ? 0 : turn.failures;
    if (failures < turn.failures) log.info('webhook.told_again', factsOf(turn));
    if (outcome === 'overtaken') return undefined;
    if (outcome === 'accepted') {
      await webhooks.release(turn, { told: reached, now: clock() });
      return undefined;
    }
    if (accepted > 0) await webhooks.told(turn, reached);
    const wait = waitOf(failures, chance());
    await webhooks.postpone(turn, secondsAfter(clock(), wait));
    if (failures === 0) log.warn('webhook.not_told', { ...factsOf(turn), outcome });
    return wait;
  }

  async function tellAll(
    turn: WebhookTurn,
    events: readonly (SealedEvent & WrittenEvent)[],
    hasTime: () => boolean,
  ): Promise<Told> {
    let [accepted, reached] = [0, turn.told];
    for (const event of events.filter((one) => isWanted(turn, one))) {
      if (!hasTime()) return { outcome: 'accepted', accepted, reached };
      const outcome = await tell(turn, event);
      if (outcome !== 'accepted') return { outcome, accepted, reached };
      accepted += 1;
      reached = event.position;
      const isHeld = accepted % NOTED_EVERY !== 0 || (await webhooks.told(turn, reached));
      if (!isHeld) return { outcome: 'overtaken', accepted, reached };
    }
    const last = events.at(-1)?.position ?? 0;
    // What is not there any more was removed because it was old.
    reached = events.length < MOST_EVENTS ? Math.max(last, turn.head) : last;
    return { outcome: 'accepted', accepted, reached };
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

/** An event that we did not write is told to nobody; the log named it when it was sealed. */
function isWanted({ events }: WebhookTurn, { facts, isGenuine }: WrittenEvent): boolean {
  return isGenuine && events.includes(webhookEventOf(facts.kind, facts.outcome));
}

function factsOf({ tenantId, id }: WebhookTurn) {
  return { tenantId, webhook: id };
}

/** Between half of the wait and the whole of it. */
function waitOf(failures: number, chance: number): number {
  const longest = Math.min(SHORTEST_WAIT * 2 ** Math.min(failures, 20), LONGEST_WAIT);
  return longest * (0.5 + chance / 2);
}
