import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import {
  meteredRateLimits,
  meteredRequestLimits,
} from '../../../src/adapters/stores/decorated-stores.ts';
import { Failure } from '../../../src/domain/failure.ts';
import type { LimitKind } from '../../../src/ports/metrics.ts';

function counting() {
  const hits: LimitKind[] = [];
  return { hits, metrics: { limitHit: (limit: LimitKind) => void hits.push(limit) } };
}

test('a request beyond a limit is counted, and still refused', async () => {
  const { hits, metrics } = counting();
  const refusal = new Failure('too-many-requests', { values: { seconds: 3 } });
  const limits = meteredRequestLimits(
    {
      count(limitKey) {
        if (limitKey !== 'address') throw refusal;
      },
      share: async () => undefined,
    },
    metrics,
  );
  limits.count('address', '192.0.2.7');
  expect(() => limits.count('tenant', 'acme')).toThrow(refusal);
  expect(hits).toEqual(['tenant']);
});

test('a refused use is counted, a granted one is not', async () => {
  const { hits, metrics } = counting();
  const limits = meteredRateLimits(memoryRateLimits(), metrics);
  const limit = { most: 1, seconds: 60 };
  expect(await limits.take([{ key: 'key', limit }], at(0))).toEqual({ isTaken: true });
  expect(hits).toEqual([]);
  expect(await limits.take([{ key: 'key', limit }], at(1))).toMatchObject({
    isTaken: false,
  });
  expect(hits).toEqual(['starts']);
});
