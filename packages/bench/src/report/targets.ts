import type { Sample } from '../measure/measure.ts';
import { ANONYMOUS } from '../operations/abuse-operations.ts';
import type { Result } from '../result.ts';
import { leastSigEq, samplesOf, spread } from './samples.ts';
import { count, figure, type Table } from './table.ts';

/** A figure to reach. */
export interface Target {
  readonly what: string;
  readonly atMost: number;
  readonly measured: number;
  readonly format: (value: number) => string;
}

/** The cost of a signature on the machine of the limits, in milliseconds: converts milliseconds to sig-eq. */
const REFERENCE_SIGNATURE_MS = 0.042;

/** The minimum of CPU measurements, the median of counts. */
export function targetsOf(result: Result): readonly Target[] {
  const best = (key: string) => leastSigEq(result, key);
  const middle = (key: string, of: (sample: Sample) => number) =>
    spread(samplesOf(result, key), of).median;
  const cpu = (what: string, atMost: number, measured: number): Target => {
    return { what, atMost, measured, format: figure };
  };
  const counted = (what: string, atMost: number, measured: number): Target => {
    return { what, atMost, measured, format: count };
  };
  const mostExpensive = Math.max(
    ...ANONYMOUS.map(
      (key) =>
        spread(samplesOf(result, key), ({ serverMs, databaseMs }) => serverMs + databaseMs).min,
    ),
  );
  const inSignatures = (milliseconds: number) => milliseconds / REFERENCE_SIGNATURE_MS;
  return [
    cpu('login, ES256, sig-eq', 90, best('login')),
    cpu('login, of the baseline in memory', 1.2, best('login') / best('baseline-memory')),
    counted(
      'login, statements',
      8,
      middle('login', ({ statements }) => statements),
    ),
    counted(
      'login, write commits',
      5,
      middle('login', ({ writeCommits }) => writeCommits),
    ),
    counted(
      'login, WAL bytes',
      3_000,
      middle('login', ({ walBytes }) => walBytes),
    ),
    cpu('pending poll, private_key_jwt, sig-eq', inSignatures(0.8), best('poll-private_key_jwt')),
    counted(
      'pending poll, private_key_jwt, statements',
      2,
      middle('poll-private_key_jwt', ({ statements }) => statements),
    ),
    counted(
      'pending poll, private_key_jwt, write commits',
      1,
      middle('poll-private_key_jwt', ({ writeCommits }) => writeCommits),
    ),
    counted(
      'pending poll, client_secret_basic, write commits',
      0,
      middle('poll-basic', ({ writeCommits }) => writeCommits),
    ),
    cpu('CIBA to tokens, one pending poll, sig-eq', inSignatures(2.2), best('ciba')),
    cpu('most expensive anonymous request, ms', 5, mostExpensive),
    counted('memory of a replica, MiB', 90, result.replica.memoryMib),
    counted('start to first answer, ms', 600, result.replica.startMs),
  ];
}

/** Whether the target was reached, with a tolerance of a tenth for background work. */
export function isReached({ atMost, measured, format }: Target): boolean {
  return format === count ? measured <= atMost + 0.1 : measured <= atMost;
}

/** The targets with the measured values. */
export function targetsTable(result: Result): Table {
  return {
    columns: ['figure', 'near the limit', 'measured', ''],
    rows: targetsOf(result).map((target) => [
      target.what,
      `≤ ${target.format(target.atMost)}`,
      target.format(target.measured),
      isReached(target) ? 'reached' : 'not reached',
    ]),
  };
}
