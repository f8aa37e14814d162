import { expect, test } from '@jest/globals';

import { planOf } from '../../src/people/plan.ts';
import { seededRandom } from '../../src/people/random.ts';

test('the same seed plans the same logins, another seed different ones', () => {
  const plans = (seed: number) =>
    Array.from({ length: 50 }, (_, login) => {
      const {
        nonce: _nonce,
        state: _state,
        ...plan
      } = planOf(login, seededRandom(seed).fork(login));
      return plan;
    });
  expect(plans(42)).toEqual(plans(42));
  expect(plans(42)).not.toEqual(plans(43));
});

test('some hundred logins cover both eIDs, every flow, decision and attack', () => {
  const random = seededRandom(1);
  const plans = Array.from({ length: 600 }, (_, login) => planOf(login, random.fork(login)));
  const of = (name: 'eid' | 'kind' | 'wants' | 'attack') =>
    new Set(plans.map((plan) => plan[name])).size;
  expect([of('eid'), of('kind'), of('wants'), of('attack')]).toEqual([2, 8, 4, 10]);
});
