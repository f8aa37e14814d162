import { expect, test } from '@jest/globals';

import { SCENARIOS } from '../src/faults/faults.ts';
import { prove } from '../src/run.ts';

/** A limit for what hangs: on a busy machine, killed replicas take long to start again. */
const LIMIT_MS = 180_000;
/** Each in part: all of F1 alone takes a minute. */
const FAULTS = ['F1', 'F4', 'F10', 'F20'];

/** A short proof in every test run: people, attackers, and the most effective faults. */
test(
  'a proof of half a minute with parts of four kinds of faults finds no violation',
  async () => {
    const proof = await prove({
      seed: 42,
      seconds: 28,
      people: 15,
      replicas: 3,
      scenarios: SCENARIOS.filter(({ id }) => FAULTS.includes(id)),
      wantsEach: true,
      finishMs: 12_000,
      nodeArguments: [],
      historyFile: undefined,
      onProgress: () => undefined,
    });
    const violations = proof.results.flatMap(({ invariant, violations: all }) =>
      all.map(({ what, events }) => ({ invariant: invariant.name, what, events })),
    );
    expect(violations).toEqual([]);
    expect(proof.faults.map(({ broken }) => broken)).toEqual(FAULTS.map(() => undefined));
    const schemes = proof.events.flatMap((event) =>
      event.type === 'outcome' && 'token' in event.got
        ? event.expected.acr.split(':').slice(3, 5)
        : [],
    );
    expect(new Set(schemes)).toEqual(new Set(['se', 'bankid', 'dk', 'mitid']));
  },
  LIMIT_MS,
);
