import { PERSON } from '@eid-broker/testing/sample-authentication';

import { Failure } from '../../src/domain/failure.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { OrderEid } from '../../src/ports/eid.ts';

/** The fate of an order at the eID: the first of the three counts. */
export type Fate = 'approved' | 'declined' | 'cancelled';

/** The fault of the next answer on its way. */
export type Mishap = 'lost' | 'repeated' | 'unavailable';

/**
 * An eID that behaves as the real ones do: it returns a final answer once, and only to a collect
 * of its order.
 */
export interface ModelEid extends OrderEid {
  readonly fate: Fate | undefined;
  decide(fate: Fate): void;
  /** For the next collect of an order that has its fate. */
  willMishap(mishap: Mishap): void;
}

const FINAL: Readonly<Record<'approved' | 'declined', Progress>> = {
  approved: { state: 'identified', identity: PERSON },
  declined: { state: 'ended', why: 'declined', hintCode: 'userCancel' },
};
const LOST: Progress = { state: 'ended', why: 'lost', hintCode: 'noSuchOrder' };
const PENDING: Progress = { state: 'pending', stage: 'identification', hintCode: 'sign' };

/** Makes an eID for a single order. */
export function modelEid(): ModelEid {
  let fate: Fate | undefined;
  let mishap: Mishap | undefined;
  let isAnswered = false;

  return {
    kind: 'order',
    get fate() {
      return fate;
    },
    decide(decision) {
      fate ??= decision;
    },
    willMishap(next) {
      mishap = next;
    },

    start: async () => ({ reference: 'order-1' }),

    async collect() {
      if (mishap === 'unavailable') {
        mishap = undefined;
        throw new Failure('eid-unavailable');
      }
      if (fate === undefined) return PENDING;
      if (isAnswered || fate === 'cancelled') return LOST;
      return answer(FINAL[fate]);
    },

    async cancel() {
      fate ??= 'cancelled';
    },

    launchData: (_: JsonObject) => undefined,
    isOpened: () => true,
    texts: () => '',
    certificates: () => [],
    close: async () => undefined,
  };

  function answer(final: Progress): Progress {
    const met = mishap;
    mishap = undefined;
    isAnswered = met !== 'repeated';
    if (met === 'lost') throw new Failure('eid-unavailable');
    return final;
  }
}
