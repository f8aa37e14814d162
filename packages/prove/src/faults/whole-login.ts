import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from '../world/world.ts';
import { personOfOurs, startHeadlessLogin } from './headless-login.ts';

/** The eID is asked every two seconds; the rest is for a busy machine. */
const MOST_MS = 20_000;
const POLL_EVERY_MS = 1_200;

/** One login of the first tenant from its start to its token; answers how long it took, and throws if it got none. */
export async function wholeLogin(world: World, random: () => number): Promise<number> {
  const since = performance.now();
  const took = () => Math.round(performance.now() - since);
  const login = await startHeadlessLogin(world, personOfOurs(random));
  await login.approve(await login.open());
  for (;;) {
    await sleep(POLL_EVERY_MS);
    const { status, error, body } = await login.poll();
    if (body.id_token !== undefined) return took();
    const isToWait = status >= 500 || error === 'authorization_pending';
    if (!isToWait || took() > MOST_MS) throw new Error(`approved, and told ${status} ${error}`);
  }
}
