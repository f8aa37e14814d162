import { expect, test } from '@jest/globals';

import { memoryArtifacts } from '../../src/adapters/memory/artifacts.ts';
import { memoryAuthentications } from '../../src/adapters/memory/authentications.ts';
import { memoryRateLimits } from '../../src/adapters/memory/rate-limits.ts';
import { purgeState } from '../../src/composition/purge-state.ts';
import { at, START } from '../support/sample-authentication.ts';

const LIMIT = 5_000;

test('what a late request may still ask about stays for a while, a window of a rate limit does not', async () => {
  const artifacts = memoryArtifacts({ clock: () => START });
  const rateLimits = memoryRateLimits();
  await artifacts.claimOnce('kind', 'old', at(-16 * 60));
  await artifacts.claimOnce('kind', 'late', at(-14 * 60));
  await rateLimits.take('ended', { most: 1, seconds: 60 }, at(-61));
  await rateLimits.take('runs', { most: 1, seconds: 60 }, at(-59));

  await purgeState({ artifacts, authentications: memoryAuthentications(), rateLimits }, START, yes);

  expect(await artifacts.find('kind', 'old')).toBeUndefined();
  expect(await artifacts.find('kind', 'late')).toBeDefined();
  expect(await rateLimits.purge(at(3600), LIMIT)).toBe(1);
});

test('goes on while there is more than one statement forgets, and no longer than it may', async () => {
  const calls: string[] = [];
  const purged = {
    artifacts: purgeOf('artifacts', [LIMIT, LIMIT, 1]),
    authentications: purgeOf('authentications', [LIMIT, LIMIT]),
    rateLimits: purgeOf('rateLimits', [0]),
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
