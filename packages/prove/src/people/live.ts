import { browserLogin } from './browser-login.ts';
import { loginAtHand } from './login-at-hand.ts';
import type { Plan } from './plan.ts';
import { polledLogin } from './polled-login.ts';
import type { Surroundings } from './surroundings.ts';

/** One whole login as it is planned. */
export function live(surroundings: Surroundings, plan: Plan): Promise<void> {
  const login = loginAtHand(surroundings, plan);
  const isPolled = plan.kind === 'ciba' || plan.kind === 'headless';
  return isPolled ? polledLogin(login) : browserLogin(login);
}
