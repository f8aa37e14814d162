import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { World } from '../../src/environment/environment.ts';
import { startWorld } from '../../src/environment/start-environment.ts';
import { reviveAll, untilHealthy } from '../../src/faults/healthy.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ replicas: 2, random: () => 0.5 });
});
afterAll(() => world?.close());

async function servedBy(): Promise<string | null> {
  const answer = await fetch(`${world.issuer}/.well-known/openid-configuration`);
  expect(answer.status).toBe(200);
  return answer.headers.get('x-replica');
}

/** The response breaks a moment before the process exits. */
async function untilDead(killed: readonly string[]): Promise<void> {
  while (killed.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the world', () => {
  test('serves requests with its replicas in turn', async () => {
    const [first, second, third] = [await servedBy(), await servedBy(), await servedBy()];
    expect(new Set([first, second])).toEqual(new Set(['replica-1', 'replica-2']));
    expect(third).toBe(first);
  });

  test('kills a replica just before a statement reaches the database, and restarts it', async () => {
    const killed: string[] = [];
    const finds = 'redemption_find_with_grant';
    const stop = world.statements.on(finds, 'before', async ({ channel, cut }) => {
      stop();
      await world.replicas.find(({ name }) => name === channel)?.kill();
      killed.push(channel);
      cut();
    });
    const headers = { authorization: 'Bearer none' };
    const answer = await fetch(`${world.issuer}/oauth2/userinfo`, { headers });
    await untilDead(killed);
    expect([answer.status, answer.headers.get('x-replica')]).toEqual([502, `${killed[0]}:proxy`]);
    expect(killed).not.toContain(await servedBy());
    await reviveAll(world);
    await untilHealthy(world);
  });

  test('stops and restarts the database', async () => {
    await world.database.stop('immediate');
    expect(await world.replicas[0]?.isReady()).toBe(false);
    await world.database.start();
    await untilHealthy(world);
    expect(await world.database.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('controls a replica from outside', async () => {
    const [replica] = world.replicas;
    expect(await replica?.vitals()).toEqual({
      rss: expect.any(Number),
      heapUsed: expect.any(Number),
      sockets: expect.any(Number),
      eventLoopP99Ms: expect.any(Number),
      queuedMs: expect.any(Number),
    });
    expect(world.replicas.flatMap(({ deaths }) => deaths)).toEqual([]);
  });

  test('removes its folder and processes at the end', async () => {
    const { folder, front } = world;
    await world.close();
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(front.url)).rejects.toThrow('fetch failed');
  });
});
