import { randomBytes } from 'node:crypto';

import type { FaultScenario, Injection } from './fault.ts';
import { untilHealthy } from './healthy.ts';

export const encryptionKeyChanged: FaultScenario = {
  id: 'F19',
  title: 'the key-encryption key is changed in rolling restarts, in two steps',
  expect: 'pending logins continue with their cookies; no request fails',
  seconds: 36,
  async inject(injection) {
    const { environment, note } = injection;
    const { KEY_ENCRYPTION_KEY: old = '' } = environment.variables;
    const fresh = randomBytes(32).toString('base64url');
    // First all replicas can read the new key, then all write with it.
    await rollOut(`${old},${fresh}`, injection);
    note('read by all');
    await rollOut(`${fresh},${old}`, injection);
    note('used by all');
  },
};

async function rollOut(keys: string, { environment }: Injection): Promise<void> {
  environment.configure({ KEY_ENCRYPTION_KEY: keys });
  for (const replica of environment.replicas) {
    await replica.stop();
    await replica.start();
    await untilHealthy(environment);
  }
}
