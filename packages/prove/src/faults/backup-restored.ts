import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { Environment } from '../environment/environment.ts';
import { startEnvironment } from '../environment/start-environment.ts';
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
  async inject({ environment: { dist }, random, note }) {
    const environment = await startEnvironment({ replicas: 1, random, dist });
    try {
      const code = await newCode(environment, reservedPerson(random));
      const keys = await publishedKeys(environment);
      const backup = join(environment.folder, 'backup');
      await withoutService(environment, () => copy(environment.database.directory, backup));
      if ((await redeem(environment, code)) !== 200) throw new Error('the code was not redeemed');

      await withoutService(environment, async () => {
        await rm(environment.database.directory, { recursive: true });
        await copy(backup, environment.database.directory);
        await environment.database.start();
        await environment.run('after-restore');
      });
      const status = await redeem(environment, code);
      note(`the code, redeemed after the backup: ${status}`);
      if (status === 200) throw new Error('a code was redeemed twice, before and after a restore');
      if ((await publishedKeys(environment)) !== keys)
        throw new Error('the published keys changed');
      // It fails for a broken chain.
      const response = await environment.run('verify-events');
      if (!response.includes('restored from a backup'))
        throw new Error(`no gap is marked: ${response}`);
    } finally {
      await environment.close();
    }
  },
};

/** The steps of operations.md: stop, copy, make safe, start. */
async function withoutService(environment: Environment, work: () => Promise<void>): Promise<void> {
  await Promise.all(environment.replicas.map((replica) => replica.stop()));
  await environment.database.stop('fast');
  await work();
  await environment.database.start();
  await Promise.all(environment.replicas.map((replica) => replica.start()));
  await untilHealthy(environment);
}

async function redeem(environment: Environment, code: string): Promise<number> {
  const stage = { issuer: environment.issuer, port: environment.front.port };
  return (await postToken(stage, codeFields(code), basic('web', environment.clients.secret)))
    .status;
}

async function publishedKeys({ issuer }: Environment): Promise<string> {
  return (await fetch(`${issuer}/.well-known/jwks`)).text();
}

async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
