import { Failure } from '../../src/domain/failure.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { Eid, LaunchData, StartRequest } from '../../src/ports/eid.ts';

/** What the eID does when asked: answers, refuses, or lets the caller wait. */
export type Scripted<Answer> = Answer | Failure | Promise<Answer>;

/** What our side asked of the eID, in order. */
export type EidCall =
  | { readonly ask: 'start'; readonly request: StartRequest }
  | { readonly ask: 'collect' | 'cancel'; readonly order: string };

/** An eID in memory that answers what the test queued. */
export interface ScriptedEid extends Eid {
  readonly calls: readonly EidCall[];
  /** The next answers of `start`. Afterwards each start makes a new order. */
  willStart(...answers: readonly Scripted<JsonObject>[]): void;
  /** The next answers of `collect`. Afterwards every order stays as it is: outstanding. */
  willCollect(...answers: readonly Scripted<Progress>[]): void;
  /** The orders that were asked about, or cancelled. */
  requested(ask: 'collect' | 'cancel'): readonly string[];
}

/** Nobody has opened the order yet. */
export const OUTSTANDING = {
  state: 'pending',
  stage: 'first-interaction',
  hint: 'outstanding',
} as const satisfies Progress;

/** Makes one; its orders are `order-1`, `order-2` and so on. */
export function scriptedEid(): ScriptedEid {
  const calls: EidCall[] = [];
  const starts: Scripted<JsonObject>[] = [];
  const progress: Scripted<Progress>[] = [];
  let orders = 0;

  return {
    title: 'Some eID',
    calls,
    willStart: (...answers) => void starts.push(...answers),
    willCollect: (...answers) => void progress.push(...answers),
    requested: (ask) =>
      calls.flatMap((call) => (call.ask !== 'start' && call.ask === ask ? [call.order] : [])),

    async start(request) {
      calls.push({ ask: 'start', request });
      const scripted = starts.shift();
      if (scripted !== undefined) return play(scripted);
      orders += 1;
      return { reference: `order-${orders}` };
    },

    async collect(order) {
      calls.push({ ask: 'collect', order: referenceOf(order) });
      return play(progress.shift() ?? OUTSTANDING);
    },

    async cancel(order) {
      calls.push({ ask: 'cancel', order: referenceOf(order) });
    },

    launchData: (order, at) => launchDataOf(referenceOf(order), at),
    isOpened: (hint) => hint !== '' && hint !== OUTSTANDING.hint,

    texts: (hint, { language }) => `${language}: ${hint}`,
    certificates: () => [],
    close: async () => undefined,
  };
}

function launchDataOf(reference: string, at: Date): LaunchData {
  return {
    qrData: `qr ${reference} ${at.toISOString()}`,
    autoStartToken: `token ${reference}`,
    appLink: `https://app.example/?token=${reference}`,
    desktopLink: `someid:///?token=${reference}`,
  };
}

function referenceOf(order: JsonObject): string {
  return String(order.reference);
}

async function play<Answer>(scripted: Scripted<Answer>): Promise<Answer> {
  if (scripted instanceof Failure) throw scripted;
  return scripted;
}
