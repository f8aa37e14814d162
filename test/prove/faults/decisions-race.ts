import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { choose } from './choose.ts';
import type { FaultScenario, Injection } from './fault.ts';
import {
  type HeadlessLogin,
  personOfOurs,
  startHeadlessLogin,
  type Told,
} from './headless-login.ts';

const ROUNDS = 12;
const POLLS = 12;
/** The spread of what happens "in the same moment". */
const SPREAD_MS = 40;

export const decisionsRace: FaultScenario = {
  id: 'F36',
  title:
    'approved, cancelled by the application and expired in the same moment, polled over all replicas',
  expect:
    'exactly one of them counts: no token after a cancellation that was answered, never two tokens',
  seconds: 25,
  async inject(injection) {
    for (let round = 0; round < ROUNDS && !injection.signal.aborted; round += 1) {
      const also = choose(['cancelled', 'expired'] as const, injection.random);
      injection.note(`approved and ${also}: ${await race(also, injection)}`);
    }
  },
};

async function race(also: 'cancelled' | 'expired', { world, random }: Injection): Promise<string> {
  const login = await startHeadlessLogin(world, personOfOurs(random));
  const order = await login.open();
  const soon = () => sleep(Math.floor(random() * SPREAD_MS));
  await sleep(2_100);
  const approving = soon()
    .then(() => login.approve(order))
    .catch(() => undefined);
  const ending = soon().then(() => (also === 'cancelled' ? login.cancel() : expire(login)));
  const first = await Promise.all(
    Array.from({ length: POLLS }, () => soon().then(() => login.poll())),
  );
  const [ended] = await Promise.all([ending, approving]);
  const later = await pollToEnd(login);
  const tokens = [...first, ...later].filter(hasToken);
  if (tokens.length > 1) throw new Error(`one request yielded tokens ${tokens.length} times`);
  const wasCancelled = ended?.status === 200;
  if (wasCancelled && later.some(hasToken)) throw new Error('a token came after the cancellation');
  const last = later.at(-1);
  return tokens.length === 1 ? 'token' : `${last?.error}`;

  /** Only this attempt runs out of time. */
  async function expire({ id }: HeadlessLogin): Promise<undefined> {
    const attempt = createHash('sha256').update(id).digest('base64url');
    await world.database.sql('update authentication set expires_at = now() where id = $1', [
      attempt,
    ]);
  }
}

async function pollToEnd(login: HeadlessLogin): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    await sleep(1_100);
    told.push(await login.poll());
    if (hasToken(told.at(-1)) || told.at(-1)?.error === 'invalid_grant') break;
  }
  return told;
}

function hasToken(told: Told | undefined): boolean {
  return told?.body.id_token !== undefined;
}
