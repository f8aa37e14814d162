import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { memorySigningKeys } from '@eid-broker/testing/memory/signing-keys';
import { at, START } from '@eid-broker/testing/sample-authentication';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { expect, test } from '@jest/globals';

import { purgeState } from '../../src/management/purge.ts';

const LIMIT = 5_000;
const NO_KEYS = { retire: async () => 0 };
const NO_SESSIONS = { purge: async () => 0 };
const NO_LOGINS = { loginTimelines: { purge: async () => 0 }, loginRetentionDays: 30 };
/** The counts, in order. */
function counting() {
  const counted: [string, number][] = [];
  return { counted, rowsPurged: (table: string, rows: number) => void counted.push([table, rows]) };
}

test('an artifact that a late request may need stays for a while, a window of a rate limit does not', async () => {
  const artifacts = memoryArtifacts({ clock: () => START });
  const rateLimits = memoryRateLimits();
  await artifacts.claimOnce('kind', 'old', at(-16 * 60));
  await artifacts.claimOnce('kind', 'late', at(-14 * 60));
  await rateLimits.take([{ key: 'ended', limit: { most: 1, seconds: 60 } }], at(-61));
  await rateLimits.take([{ key: 'runs', limit: { most: 1, seconds: 60 } }], at(-59));

  const authentications = memoryAuthentications();
  const metrics = counting();
  const parts = {
    artifacts,
    authentications,
    rateLimits,
    signingKeys: NO_KEYS,
    managementSessions: NO_SESSIONS,
    metrics,
    ...NO_LOGINS,
  };
  await purgeState(parts, START, yes);
  expect(metrics.counted).toEqual([
    ['artifact', 1],
    ['authentication', 0],
    ['rate_limit', 1],
    ['signing_key', 0],
    ['management', 0],
    ['login_timeline', 0],
  ]);

  expect(await artifacts.find('kind', 'old')).toBeUndefined();
  expect(await artifacts.find('kind', 'late')).toBeDefined();
  expect(await rateLimits.purge(at(3600), LIMIT)).toBe(1);
});

test('a key stays published until its tokens have expired', async () => {
  const signingKeys = memorySigningKeys({ newKey: testSigningKey, clock: () => START });
  const issuer = 'https://login.example.com';
  await signingKeys.of(issuer);
  await signingKeys.prepare(issuer);
  await signingKeys.promote(issuer, { publishedBy: START, keepUntil: at(60) });
  const parts = {
    artifacts: memoryArtifacts({ clock: () => START }),
    rateLimits: memoryRateLimits(),
    managementSessions: NO_SESSIONS,
    ...NO_LOGINS,
    metrics: counting(),
  };
  const purged = { ...parts, authentications: memoryAuthentications(), signingKeys };

  await purgeState(purged, at(60), yes);
  expect(await signingKeys.of(issuer)).toHaveLength(4);
  await purgeState(purged, at(61), yes);
  expect(await signingKeys.of(issuer)).toHaveLength(2);
});

test('the purge continues while a statement deletes its limit of rows, and no longer than allowed', async () => {
  const calls: string[] = [];
  const purged = {
    artifacts: purgeOf('artifacts', [LIMIT, LIMIT, 1]),
    authentications: purgeOf('authentications', [LIMIT, LIMIT]),
    rateLimits: purgeOf('rateLimits', [0]),
    signingKeys: NO_KEYS,
    managementSessions: NO_SESSIONS,
    ...NO_LOGINS,
    metrics: counting(),
  };

  await purgeState(purged, START, () => calls.length < 4);
  expect(calls).toEqual(['artifacts', 'artifacts', 'artifacts', 'authentications']);

  function purgeOf(name: string, answers: number[]) {
    return {
      purge: async () => {
        calls.push(name);
        return answers.shift() ?? 0;
      },
    };
  }
});

function yes(): boolean {
  return true;
}
