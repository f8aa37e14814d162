import { backchannelLogin } from './backchannel-login.ts';
import { browserLogin } from './browser-login.ts';
import { beginLogin } from './login.ts';
import { type AttackOptions, type Plan, planOf } from './plan.ts';
import type { Random } from './random.ts';
import type { Runtime } from './runtime.ts';

/** Many people at once: whenever one is done, the next one comes. */
export interface Crowd {
  /** Nobody new comes; resolves when those who are there have finished. */
  finish(): Promise<void>;
  /** How many logins began. */
  readonly logins: number;
}

/** Below it the streams of chance belong to places, above it to logins. */
const SLOTS = 1_000_000;
const MOST_BETWEEN_MS = 1_500;

/** Who comes. */
export interface CrowdOptions {
  /** At the same time. */
  readonly people: number;
  /** How much of what they do is attacked; as usual, if not given. */
  readonly attackOptions?: AttackOptions;
}

/** Lets so many people log in at the same time, each in every login another person. */
export function startCrowd(
  runtime: Runtime,
  random: Random,
  { people, attackOptions }: CrowdOptions,
): Crowd {
  let logins = 0;
  let isOpen = true;
  const places = Array.from({ length: people }, (_, place) => logInRepeatedly(place));
  return {
    get logins() {
      return logins;
    },
    async finish() {
      isOpen = false;
      await Promise.all(places);
    },
  };

  async function logInRepeatedly(place: number): Promise<void> {
    const own = random.fork(place);
    // They do not all come in the same moment.
    await runtime.pause(own.whole(0, MOST_BETWEEN_MS));
    while (isOpen && !runtime.isOver()) {
      logins += 1;
      const login = logins;
      await runLogin(runtime, planOf(login, random.fork(SLOTS + login), attackOptions));
      await runtime.pause(own.whole(0, MOST_BETWEEN_MS));
    }
  }
}

/** One whole login as it is planned. */
function runLogin(runtime: Runtime, plan: Plan): Promise<void> {
  const login = beginLogin(runtime, plan);
  const isBackchannel = plan.kind === 'ciba' || plan.kind === 'headless';
  return isBackchannel ? backchannelLogin(login) : browserLogin(login);
}
