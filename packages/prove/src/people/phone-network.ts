import { type Phone, type PhoneOrder, phoneOf } from '@eid-broker/testing/phone';
import type { Recorder } from '../history/recorder.ts';

/** The phones of all people, and their pending orders. */
export interface PhoneNetwork {
  readonly phone: Phone;
  /** The order that names this person; undefined when none appears in time. */
  orderFor(personalNumber: string, deadlineMs: number): Promise<PhoneOrder | undefined>;
  close(): Promise<void>;
}

/** An order as the app shows it; its text identifies the login. */
type Listed = PhoneOrder & { readonly display?: { readonly text?: string } };

const POLL_EVERY_MS = 500;
const RECORD_EVERY = 4;

/** The text by which an order identifies its login. */
export function loginText(login: number): string {
  return `Login ${login}`;
}

/** Polls all phones twice a second, and records the open orders every two seconds. */
export function openPhoneNetwork(phoneUrl: string, recorder: Recorder): PhoneNetwork {
  const phone = phoneOf(phoneUrl);
  let orders: readonly Listed[] = [];
  let isOpen = true;
  const polling = pollPhones();
  return {
    phone,
    async orderFor(personalNumber, deadlineMs) {
      const until = recorder.now() + deadlineMs;
      while (recorder.now() < until && isOpen) {
        const order = orders.find((one) => one.personalNumber === personalNumber);
        if (order !== undefined) return order;
        await sleep(POLL_EVERY_MS);
      }
      return undefined;
    },
    async close() {
      isOpen = false;
      await polling;
    },
  };

  async function pollPhones(): Promise<void> {
    for (let times = 0; isOpen; times += 1) {
      orders = await phone.orders().catch(() => []);
      if (times % RECORD_EVERY === 0)
        recorder.record({ type: 'orders', open: orders.flatMap(openOrderOf) });
      await sleep(POLL_EVERY_MS);
    }
  }
}

function openOrderOf({ orderRef, display }: Listed) {
  const login = /^Login (\d+)$/.exec(display?.text ?? '')?.[1];
  return login === undefined ? [] : [{ orderRef, login: Number(login) }];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
