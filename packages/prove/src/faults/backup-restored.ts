import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { World } from '../environment/environment.ts';
import { startWorld } from '../environment/start-environment.ts';
import { newCode } from './code-login.ts';
import type { FaultScenario } from './fault.ts';
import { reservedPerson } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

export const backupRestored: FaultScenario = {
  id: 'F39',
  title: 'a backup is restored in a separate installation; the use of codes since is unknown',
  expect:
    'after `npm run after-restore` a code from before the restore is refused; keys are the same; `npm run verify-events` finds an unbroken chain with a marked gap',
  seconds: 60,
  isAlongside: true,
  async inject({ world: { dist }, random, note }) {
    const world = await startWorld({ replicas: 1, random, dist });
    try {
      const code = await newCode(world, reservedPerson(random));
      const keys = await publishedKeys(world);
      const backup = join(world.folder, 'backup');
      await withoutService(world, () => copy(world.database.directory, backup));
      if ((await redeem(world, code)) !== 200) throw new Error('the code was not redeemed');

      await withoutService(world, async () => {
        await rm(world.database.directory, { recursive: true });
        await copy(backup, world.database.directory);
        await world.database.start();
        await world.run('after-restore');
      });
      const status = await redeem(world, code);
      note(`the code, redeemed after the backup: ${status}`);
      if (status === 200) throw new Error('a code was redeemed twice, before and after a restore');
      if ((await publishedKeys(world)) !== keys) throw new Error('the published keys changed');
      // It fails for a broken chain.
      const response = await world.run('verify-events');
      if (!response.includes('restored from a backup'))
        throw new Error(`no gap is marked: ${response}`);
    } finally {
      await world.close();
    }
  },
};

/** The steps of operations.md: stop, copy, make safe, start. */
async function withoutService(world: World, work: () => Promise<void>): Promise<void> {
  await Promise.all(world.replicas.map((replica) => replica.stop()));
  await world.database.stop('fast');
  await work();
  await world.database.start();
  await Promise.all(world.replicas.map((replica) => replica.start()));
  await untilHealthy(world);
}

async function redeem(world: World, code: string): Promise<number> {
  const stage = { issuer: world.issuer, port: world.front.port };
  return (await postToken(stage, codeFields(code), basic('web', world.clients.secret))).status;
}

async function publishedKeys({ issuer }: World): Promise<string> {
  return (await fetch(`${issuer}/.well-known/jwks`)).text();
}

async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
