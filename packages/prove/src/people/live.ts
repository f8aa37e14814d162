import { browserLogin } from './browser-login.ts';
import { loginAtHand } from './login-at-hand.ts';
import type { Plan } from './plan.ts';
import { backchannelLogin } from './polled-login.ts';
import type { Runtime } from './surroundings.ts';

/** One whole login as it is planned. */
export function live(runtime: Runtime, plan: Plan): Promise<void> {
  const login = loginAtHand(runtime, plan);
  const isBackchannel = plan.kind === 'ciba' || plan.kind === 'headless';
  return isBackchannel ? backchannelLogin(login) : browserLogin(login);
}
