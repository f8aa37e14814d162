import type { Sample } from '../measure/measure.ts';
import type { Result } from '../result.ts';
import { samplesOf, spread } from './samples.ts';
import { figure, type Table } from './table.ts';

const LOGINS_A_SECOND = [10, 100, 300, 1_000, 3_000];
/** How much of its cores a machine should use. */
const SHARE = 0.5;
const SECONDS_A_DAY = 86_400;
const HALF_AN_HOUR = 1_800;
/** Rows of a login that live for minutes. */
const SHORT_LIVED = 3;

/** The resources for a number of logins a second, from the median of one login. */
export function capacityTable(result: Result): Table {
  const samples = samplesOf(result, 'realistic');
  const middle = (of: (sample: Sample) => number) => spread(samples, of).median;
  const server = middle(({ serverMs }) => serverMs);
  const database = middle(({ databaseMs }) => databaseMs);
  const commits = middle(({ writeCommits }) => writeCommits);
  const wal = middle(({ walBytes }) => walBytes);
  const cores = (rate: number, ms: number) => (rate * ms) / 1_000 / SHARE;
  return {
    columns: [
      'logins a second',
      'server cores',
      'database cores',
      'write commits a second',
      'log, MB a second',
      'log, GB a day',
      'rows that live for minutes',
    ],
    rows: LOGINS_A_SECOND.map((rate) => [
      rate.toLocaleString('en'),
      figure(cores(rate, server)),
      figure(cores(rate, database)),
      Math.round(rate * commits).toLocaleString('en'),
      figure((rate * wal) / 1e6),
      figure((rate * wal * SECONDS_A_DAY) / 1e9),
      `< ${(rate * SHORT_LIVED * HALF_AN_HOUR).toLocaleString('en')}`,
    ]),
  };
}
