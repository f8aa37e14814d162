import { spawnSync } from 'node:child_process';

import { describe, expect, test } from '@jest/globals';

import { SCENARIOS } from '../../src/faults/faults.ts';
import type { Attack } from '../../src/people/plan.ts';
import { isCaught, PLANTS, plantedArguments } from '../../src/plants/plants.ts';
import { prove } from '../../src/run.ts';

/** Bugs that do not hide one another share a run. The pattern in plants.json tells their violations apart. */
const RUNS: readonly PlantedRun[] = [
  {
    plants: [
      'consume-without-condition',
      'claim-always-granted',
      'poll-by-anybody',
      'lost-decline',
      'order-left-open',
      'missing-event',
      'logged-number',
    ],
    attacks: ['redeem-in-parallel', 'poll-as-another', 'replay-assertion'],
    seconds: 20,
    faults: [],
    always: true,
  },
  {
    plants: ['double-consume', 'swapped-identity', 'answer-from-anywhere'],
    attacks: ['poll-on', 'bring-from-elsewhere'],
    seconds: 16,
    faults: [],
    always: true,
  },
  {
    plants: [
      'decline-becomes-identity',
      'forgotten-approval',
      'slow-down-for-all',
      'swapped-answer',
    ],
    attacks: [],
    seconds: 16,
    faults: [],
    always: false,
  },
  { plants: ['false-denial'], attacks: [], seconds: 16, faults: ['F11'], always: false },
];

/** Checked with the rows and the logs: the history shows nothing of these during the run. */
const SHOWN_AT_THE_END: readonly string[] = ['I7', 'I8'];

interface PlantedRun {
  readonly plants: readonly string[];
  readonly attacks: readonly Attack[];
  readonly seconds: number;
  readonly faults: readonly string[];
  /** Part of every test run; `npm run prove:plants` includes the others. */
  readonly always: boolean;
}

const asksForAll = process.env.PROVE_EVERY_PLANT !== undefined;
const chosen = RUNS.filter(({ always }) => always || asksForAll);

describe('the checker catches every planted bug', () => {
  test('plants each bug in one run', () => {
    expect(RUNS.flatMap(({ plants }) => plants).sort()).toEqual(
      PLANTS.map(({ name }) => name).sort(),
    );
  });

  test.each(chosen)('finds $plants', async ({ plants, attacks, seconds, faults }) => {
    const planted = PLANTS.filter(({ name }) => plants.includes(name));
    const inHistory = planted.filter(({ caughtBy }) => !SHOWN_AT_THE_END.includes(caughtBy));
    const { results } = await prove({
      seed: 42,
      seconds,
      people: 15,
      attackOptions: { share: 1, attacks },
      replicas: 1,
      scenarios: SCENARIOS.filter(({ id }) => faults.includes(id)),
      wantsEach: false,
      finishMs: 12_000,
      isEnough: (results) => inHistory.every((plant) => isCaught(plant, results)),
      nodeArguments: plantedArguments(plants),
      historyFile: undefined,
      onProgress: () => undefined,
    });
    const missed = planted.filter((plant) => !isCaught(plant, results)).map(({ name }) => name);
    expect(missed).toEqual([]);
  });
});

describe('a bug that cannot be planted', () => {
  test.each([
    ['no-such-bug', 'dist/main.js', 'unknown bug: no-such-bug'],
    [
      'false-denial',
      'packages/prove/src/environment/preload.mjs',
      'a bug cannot be planted: there is no',
    ],
  ])('keeps the process from starting: %s in %s', (name, program, said) => {
    const ended = spawnSync(process.execPath, [...plantedArguments([name]), program]);
    expect(ended.status).not.toBe(0);
    expect(String(ended.stderr)).toContain(said);
  });
});
