import { backchannelLogin } from './backchannel-login.ts';
import { browserLogin } from './browser-login.ts';
import { beginLogin } from './login.ts';
import { type AttackOptions, type Plan, planOf } from './plan.ts';
import type { Random } from './random.ts';
import type { Runtime } from './runtime.ts';

/** Many people at once: after each login the next one begins. */
export interface Crowd {
  /** Starts no further login; resolves when the current ones have finished. */
  finish(): Promise<void>;
  /** The number of logins begun. */
  readonly logins: number;
}

/** Random streams below this number belong to slots, above it to logins. */
const SLOTS = 1_000_000;
const MAX_BETWEEN_MS = 1_500;

/** The settings of a crowd. */
export interface CrowdOptions {
  /** At the same time. */
  readonly people: number;
  /** The share of attacks, by default as planned. */
  readonly attackOptions?: AttackOptions;
}

/** Runs this number of logins at the same time, each with another person. */
export function startCrowd(
  runtime: Runtime,
  random: Random,
  { people, attackOptions }: CrowdOptions,
): Crowd {
  let logins = 0;
  let isOpen = true;
  const places = Array.from({ length: people }, (_, place) => runSlot(place));
  return {
    get logins() {
      return logins;
    },
    async finish() {
      isOpen = false;
      await Promise.all(places);
    },
  };

  async function runSlot(place: number): Promise<void> {
    const own = random.fork(place);
    // The first logins begin at different times.
    await runtime.pause(own.whole(0, MAX_BETWEEN_MS));
    while (isOpen && !runtime.isOver()) {
      logins += 1;
      const login = logins;
      await runLogin(runtime, planOf(login, random.fork(SLOTS + login), attackOptions));
      await runtime.pause(own.whole(0, MAX_BETWEEN_MS));
    }
  }
}

/** One whole login as planned. */
function runLogin(runtime: Runtime, plan: Plan): Promise<void> {
  const login = beginLogin(runtime, plan);
  const isBackchannel = plan.kind === 'ciba' || plan.kind === 'headless';
  return isBackchannel ? backchannelLogin(login) : browserLogin(login);
}
