import { Failure } from '../../src/domain/failure.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { LaunchData, OrderEid, StartRequest } from '../../src/ports/eid.ts';

/** A scripted result of an eID: a value, a failure, or a promise that the test settles. */
export type Scripted<Answer> = Answer | Failure | Promise<Answer>;

/** A call to the eID. */
export type EidCall =
  | { readonly operation: 'start'; readonly request: StartRequest }
  | { readonly operation: 'collect' | 'cancel'; readonly order: string };

/** An eID in memory that returns the results a test queued. */
export interface ScriptedEid extends OrderEid {
  cancel(order: JsonObject): Promise<void>;
  readonly calls: readonly EidCall[];
  /** Queues results of `start`. After them each start makes a new order. */
  willStart(...answers: readonly Scripted<JsonObject>[]): void;
  /** Queues results of `collect`. After them every order stays outstanding. */
  willCollect(...answers: readonly Scripted<Progress>[]): void;
  /** The orders of these calls. */
  ordersOf(operation: 'collect' | 'cancel'): readonly string[];
}

/** The person has not opened the order yet. */
export const OUTSTANDING = {
  state: 'pending',
  stage: 'first-interaction',
  hintCode: 'outstanding',
} as const satisfies Progress;

/** Makes a scripted eID; its orders are `order-1`, `order-2` and so on. */
export function scriptedEid(): ScriptedEid {
  const calls: EidCall[] = [];
  const starts: Scripted<JsonObject>[] = [];
  const progress: Scripted<Progress>[] = [];
  let orders = 0;

  return {
    kind: 'order',
    calls,
    willStart: (...answers) => void starts.push(...answers),
    willCollect: (...answers) => void progress.push(...answers),
    ordersOf: (operation) =>
      calls.flatMap((call) =>
        call.operation !== 'start' && call.operation === operation ? [call.order] : [],
      ),

    async start(request) {
      calls.push({ operation: 'start', request });
      const scripted = starts.shift();
      if (scripted !== undefined) return play(scripted);
      orders += 1;
      return { reference: `order-${orders}` };
    },

    async collect(order) {
      calls.push({ operation: 'collect', order: referenceOf(order) });
      return play(progress.shift() ?? OUTSTANDING);
    },

    async cancel(order) {
      calls.push({ operation: 'cancel', order: referenceOf(order) });
    },

    launchData: (order, at) => launchDataOf(referenceOf(order), at),
    isOpened: (hintCode) => hintCode !== '' && hintCode !== OUTSTANDING.hintCode,

    texts: (hintCode, { language }) => `${language}: ${hintCode}`,
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
    verificationCode: undefined,
  };
}

function referenceOf(order: JsonObject): string {
  return String(order.reference);
}

async function play<Answer>(scripted: Scripted<Answer>): Promise<Answer> {
  if (scripted instanceof Failure) throw scripted;
  return scripted;
}
