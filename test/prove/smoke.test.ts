import { expect, test } from '@jest/globals';

import { SCENARIOS } from './faults/faults.ts';
import { prove } from './run.ts';

const FAULTS = ['F1', 'F4', 'F10'];

/** A short proof in every run of the tests: people, attackers, and the faults that find most. */
test('nothing is violated while replicas, the database and the eID fail', async () => {
  const proof = await prove({
    seed: 42,
    seconds: 24,
    people: 15,
    replicas: 3,
    scenarios: SCENARIOS.filter(({ id }) => FAULTS.includes(id)),
    wantsEach: true,
    leaveMs: 6_000,
    nodeArguments: [],
    historyFile: undefined,
    onProgress: () => undefined,
  });
  const violations = proof.judged.flatMap(({ invariant, violations: all }) =>
    all.map(({ what, events }) => ({ invariant: invariant.name, what, events })),
  );
  expect(violations).toEqual([]);
  expect(proof.faults.map(({ broken }) => broken)).toEqual(FAULTS.map(() => undefined));
  const tokens = proof.events.filter((event) => event.type === 'outcome' && 'token' in event.got);
  expect(tokens.length).toBeGreaterThan(0);
});
