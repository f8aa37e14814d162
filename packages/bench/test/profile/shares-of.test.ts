import { expect, test } from '@jest/globals';

import { type CpuProfile, sharesOf } from '../../src/profile/shares-of.ts';

const ROOT = 'file:///srv/eid-broker';

/** The functions of a profile, each with its caller's number before it; 1 is the root. */
function profileOf(
  calls: readonly (readonly [caller: number, functionName: string, url: string])[],
  ran: readonly (readonly [id: number, microseconds: number])[],
): CpuProfile {
  const all = [[0, '(root)', ''] as const, ...calls];
  return {
    nodes: all.map(([, functionName, url], index) => ({
      id: index + 1,
      callFrame: { functionName, url },
      children: all.flatMap(([caller], at) => (caller === index + 1 ? [at + 1] : [])),
    })),
    startTime: 1_000,
    samples: ran.map(([id]) => id),
    timeDeltas: ran.map(([, took]) => took),
  };
}

test("Node's own work counts for the nearest caller outside Node", () => {
  const profile = profileOf(
    [
      [1, 'processTicks', 'node:internal/process/task_queues'],
      [2, 'find', `${ROOT}/dist/adapters/postgres/artifacts.js`],
      [3, 'submit', `${ROOT}/node_modules/pg/lib/query.js`],
      [4, 'writev', ''],
      [3, 'digest', 'node:internal/crypto/hash'],
    ],
    [
      [2, 10],
      [3, 20],
      [4, 5],
      [5, 55],
      [6, 10],
    ],
  );
  expect(sharesOf(profile)).toEqual([
    { component: 'pg', share: 0.6 },
    { component: 'adapters/postgres', share: 0.3 },
    { component: 'node', share: 0.1 },
  ]);
});

test('the folders of the service, packages and the engine have names', () => {
  const profile = profileOf(
    [
      [1, 'a', `${ROOT}/dist/adapters/oidc/logins/logins.js`],
      [1, 'b', `${ROOT}/dist/flows/order/start-order.js`],
      [1, 'c', `${ROOT}/dist/compose.js`],
      [1, 'd', `${ROOT}/node_modules/@koa/router/node_modules/koa-compose/index.js`],
      [1, 'e', `${ROOT}/node_modules/@koa/router/dist/index.js`],
      [1, '(garbage collector)', ''],
    ],
    [2, 3, 4, 5, 6, 7].map((id) => [id, 1]),
  );
  expect(sharesOf(profile).map(({ component }) => component)).toEqual([
    'adapters/oidc/logins',
    'flows',
    'composition',
    'koa-compose',
    '@koa/router',
    '(garbage collector)',
  ]);
});

test('samples before the moment and idle samples do not count', () => {
  const profile = profileOf(
    [
      [1, 'warm', `${ROOT}/node_modules/koa/lib/application.js`],
      [1, '(idle)', ''],
      [1, 'later', `${ROOT}/node_modules/pg/lib/query.js`],
    ],
    [
      [2, 100],
      [3, 100],
      [4, 100],
      [2, 300],
    ],
  );
  expect(sharesOf(profile, 1_101)).toEqual([
    { component: 'koa', share: 0.75 },
    { component: 'pg', share: 0.25 },
  ]);
});
