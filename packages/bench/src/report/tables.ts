import type { Sample } from '../measure/measure.ts';
import type { Step } from '../operations/growth.ts';
import type { Share } from '../profile/shares-of.ts';
import type { Result } from '../result.ts';
import { capacityTable } from './capacity.ts';
import { lowerBoundOf } from './lower-bound.ts';
import { leastSigEq, samplesOf, spread } from './samples.ts';
import { count, figure, type Table } from './table.ts';
import { targetsTable } from './targets.ts';

/** A table, with its document and section. */
export interface NamedTable {
  readonly document: string;
  readonly name: string;
  readonly title: string;
  readonly table: Table;
}

/** All tables of a result. */
export function tablesOf(result: Result): readonly NamedTable[] {
  const { growth, profile } = result;
  const measured: readonly NamedTable[] = [
    part('machine', 'Machine', machineTable(result)),
    part('targets', 'Targets', targetsTable(result)),
    part('operations', 'Operations', operationsTable(result)),
    part('work', 'Database and wire', workTable(result)),
    part('comparison', 'Comparison of logins', comparisonTable(result)),
    part('statements', 'Statements of one login', statementsTable(result)),
    { ...part('capacity', 'Capacity', capacityTable(result)), document: SCALING },
  ];
  const profiled =
    profile === undefined
      ? []
      : [part('profile', 'CPU of the server in a login', profileTable(profile))];
  if (growth === undefined) return [...measured, ...profiled];
  return [
    ...measured,
    ...profiled,
    part('rows', 'Stored rows of each kind', growthTable('rows', growth.rows)),
    part('pending', 'Pending authentications', growthTable('pending', growth.pending)),
    part('replicas', 'Replicas', growthTable('replicas', growth.replicas)),
  ];
}

const SCALING = 'docs/scaling.md';

function part(name: string, title: string, table: Table): NamedTable {
  return { document: 'docs/performance.md', name, title, table };
}

function machineTable({ machine, plan, at }: Result): Table {
  const { cpu, cores, memoryGib, node, openssl, postgres, library } = machine;
  return {
    columns: ['what', 'which'],
    rows: [
      ['machine', `${cores} × ${cpu}, ${memoryGib} GiB`],
      ['Node, OpenSSL', `${node}, ${openssl}`],
      ['PostgreSQL', postgres],
      ['baseline', library],
      [
        'run',
        `${plan.name}, ${plan.rounds} rounds after ${plan.warmUp} logins, ${at.slice(0, 10)}`,
      ],
    ],
  };
}

/** CPU; the minimum of several measurements is the least disturbed. */
function operationsTable({ operations }: Result): Table {
  return {
    columns: [
      'operation',
      'server ms',
      'database ms',
      'sig-eq min',
      'median',
      'max',
      'p50 ms',
      'p95 ms',
    ],
    rows: operations.map(({ title, samples }) => {
      const { min, median, max } = spread(samples, ({ sigEq }) => sigEq);
      return [
        title,
        figure(spread(samples, ({ serverMs }) => serverMs).min),
        figure(spread(samples, ({ databaseMs }) => databaseMs).min),
        ...[min, median, max].map(figure),
        figure(spread(samples, ({ p50 }) => p50).median),
        figure(spread(samples, ({ p95 }) => p95).median),
      ];
    }),
  };
}

function workTable({ operations }: Result): Table {
  const middle = (samples: readonly Sample[], of: (sample: Sample) => number) =>
    count(spread(samples, of).median);
  return {
    columns: [
      'operation',
      'statements',
      'write commits',
      'WAL bytes',
      'rows left',
      'HTTP requests',
      'bytes in',
      'bytes out',
    ],
    rows: operations.map(({ title, samples }) => [
      title,
      middle(samples, ({ statements }) => statements),
      middle(samples, ({ writeCommits }) => writeCommits),
      figure(spread(samples, ({ walBytes }) => walBytes).median),
      middle(samples, ({ rowsLeft }) => rowsLeft),
      middle(samples, ({ requests }) => requests),
      figure(spread(samples, ({ bytesIn }) => bytesIn).median),
      figure(spread(samples, ({ bytesOut }) => bytesOut).median),
    ]),
  };
}

function comparisonTable(result: Result): Table {
  const memory = leastSigEq(result, 'baseline-memory');
  const row = (title: string, sigEq: number) => [title, figure(sigEq), figure(sigEq / memory)];
  const lowerBound = lowerBoundOf(result);
  return {
    columns: ['login', 'sig-eq', 'of the baseline in memory'],
    rows: [
      row('ours: durable, any replica', leastSigEq(result, 'login')),
      row('baseline in memory', memory),
      row('baseline in Postgres', leastSigEq(result, 'baseline-postgres')),
      row(lowerBound.title, lowerBound.sigEq),
    ],
  };
}

/** In the round with the cheapest login. */
function statementsTable(result: Result): Table {
  const samples = samplesOf(result, 'login');
  const best = samples.toSorted((one, other) => one.sigEq - other.sigEq)[0];
  const rows = (best?.byStatement ?? []).filter(({ calls }) => calls >= 0.005);
  return {
    columns: ['statement', 'times', 'WAL bytes', 'executing, ms'],
    rows: rows.map(({ text, calls, walBytes, milliseconds }) => [
      `\`${shortOf(text)}\``,
      figure(calls),
      figure(walBytes),
      milliseconds.toFixed(3),
    ]),
  };
}

/** The beginning of a statement on one line, without characters that a table cannot contain. */
export function shortOf(statement: string): string {
  const line = statement.replace(/\s+/g, ' ').replaceAll('|', '¦').replaceAll('`', "'");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

function growthTable(name: string, steps: readonly Step[]): Table {
  return {
    columns: [
      name,
      'login sig-eq',
      'server ms',
      'database ms',
      'WAL bytes',
      'poll sig-eq',
      'server ms',
      'database ms',
    ],
    rows: steps.map(({ size, login, poll }) => [
      size.toLocaleString('en'),
      ...[
        spread(login, ({ sigEq }) => sigEq).min,
        spread(login, ({ serverMs }) => serverMs).min,
        spread(login, ({ databaseMs }) => databaseMs).min,
        spread(login, ({ walBytes, fullPageBytes }) => walBytes + fullPageBytes).median,
        spread(poll, ({ sigEq }) => sigEq).min,
        spread(poll, ({ serverMs }) => serverMs).min,
        spread(poll, ({ databaseMs }) => databaseMs).min,
      ].map(figure),
    ]),
  };
}

/** Smaller shares are combined. */
const MIN_SHARE = 0.005;

/** The shares of CPU of the server in a login. */
export function profileTable(shares: readonly Share[]): Table {
  const shown = shares.filter(({ share }) => share >= MIN_SHARE);
  const others = shares.slice(shown.length).reduce((sum, { share }) => sum + share, 0);
  const row = (component: string, share: number) => [component, `${(share * 100).toFixed(1)} %`];
  return {
    columns: ['package or folder', 'of the CPU'],
    rows: [
      ...shown.map(({ component, share }) => row(component, share)),
      row('all others', others),
    ],
  };
}
