import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../src/environment/environment.ts';
import { startEnvironment } from '../../src/environment/start-environment.ts';
import { reviveAll, untilHealthy } from '../../src/faults/healthy.ts';

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment({ replicas: 2, random: () => 0.5 });
});
afterAll(() => environment?.close());

async function servedBy(): Promise<string | null> {
  const answer = await fetch(`${environment.issuer}/.well-known/openid-configuration`);
  expect(answer.status).toBe(200);
  return answer.headers.get('x-replica');
}

/** The response breaks a moment before the process exits. */
async function untilDead(killed: readonly string[]): Promise<void> {
  while (killed.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the environment', () => {
  test('serves requests with its replicas in turn', async () => {
    const [first, second, third] = [await servedBy(), await servedBy(), await servedBy()];
    expect(new Set([first, second])).toEqual(new Set(['replica-1', 'replica-2']));
    expect(third).toBe(first);
  });

  test('kills a replica just before a statement reaches the database, and restarts it', async () => {
    const killed: string[] = [];
    const finds = 'issuance_find_with_grant';
    const stop = environment.statements.on(finds, 'before', async ({ channel, cut }) => {
      stop();
      await environment.replicas.find(({ name }) => name === channel)?.kill();
      killed.push(channel);
      cut();
    });
    const headers = { authorization: 'Bearer none' };
    const answer = await fetch(`${environment.issuer}/oauth2/userinfo`, { headers });
    await untilDead(killed);
    expect([answer.status, answer.headers.get('x-replica')]).toEqual([502, `${killed[0]}:proxy`]);
    expect(killed).not.toContain(await servedBy());
    await reviveAll(environment);
    await untilHealthy(environment);
  });

  test('stops and restarts the database', async () => {
    await environment.database.stop('immediate');
    expect(await environment.replicas[0]?.isReady()).toBe(false);
    await environment.database.start();
    await untilHealthy(environment);
    expect(await environment.database.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('controls a replica from outside', async () => {
    const [replica] = environment.replicas;
    expect(await replica?.vitals()).toEqual({
      rss: expect.any(Number),
      heapUsed: expect.any(Number),
      sockets: expect.any(Number),
      eventLoopP99Ms: expect.any(Number),
      queuedMs: expect.any(Number),
    });
    expect(environment.replicas.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
  });

  test('removes its folder and processes at the end', async () => {
    const { folder, front } = environment;
    await environment.close();
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(front.url)).rejects.toThrow('fetch failed');
  });
});
