import type { Environment } from '../environment/environment.ts';
import { type FaultScenario, pause } from './fault.ts';

const ROWS = 200_000;
const KIND = 'Expired';
const CHECK_EVERY_MS = 5_000;
/** The purge runs once a minute. */
const MAX_MS = 180_000;
const AGAIN_MS = 500;
const TIDY_MS = 60_000;
/** The fastest of some samples, because the machine may delay a single one. */
const CHECKS = 5;
const SLOWER_MS = 5;

export const manyExpiredRows: FaultScenario = {
  id: 'F26',
  title: '200,000 expired rows are added',
  expect:
    'lookups stay as fast (within five milliseconds), and all rows are deleted within three minutes without delays. More rows only take longer, because deletion uses an index and batches',
  seconds: 90,
  isAlongside: true,
  async inject({ environment, signal, note, incomplete }) {
    const sql = persistent(environment, signal);
    const before = await lookupMs(sql);
    await sql(
      `insert into artifact (kind, id_hash, payload, expires_at)
       select $1, sha256(number::text::bytea), convert_to(repeat('x', 400), 'UTF8'), now() - interval '1 day'
       from generate_series(1, ${ROWS}) number`,
      [KIND],
    );
    const during = await lookupMs(sql);
    note(`one lookup: ${before} ms before, ${during} ms with them`);
    let left = ROWS;
    for (let waited = 0; left > 0 && waited < MAX_MS && !signal.aborted; waited += CHECK_EVERY_MS) {
      await pause(CHECK_EVERY_MS, signal);
      const [row] = await sql('select count(*)::int as count from artifact where kind = $1', [
        KIND,
      ]);
      left = Number(row?.count);
    }
    note(`${left} were left`);
    // Also when the time is over.
    await persistent(environment, AbortSignal.timeout(TIDY_MS))(
      'delete from artifact where kind = $1',
      [KIND],
    );
    if (during > before + SLOWER_MS) throw new Error(`one lookup took ${during} ms`);
    if (left === 0) return;
    if (!signal.aborted) throw new Error(`${left} expired rows were not purged`);
    incomplete(`time ran out with ${left} rows left`);
  },
};

type Sql = Environment['database']['sql'];

/** Other faults run at the same time: a statement is retried until it succeeds. */
function persistent({ database }: Environment, signal: AbortSignal): Sql {
  return async (text, values) => {
    while (!signal.aborted) {
      const rows = await database.sql(text, values).catch(() => undefined);
      if (rows !== undefined) return rows;
      await pause(AGAIN_MS, signal);
    }
    return [];
  };
}

async function lookupMs(sql: Sql): Promise<number> {
  const times: number[] = [];
  for (let checks = 0; checks < CHECKS; checks += 1) {
    const [row] = await sql(
      `explain (analyze, format json) select payload from artifact where kind = 'Interaction' and id_hash = '\\x00'`,
    );
    const plans = (row?.['QUERY PLAN'] ?? []) as readonly { readonly 'Execution Time': number }[];
    times.push(plans[0]?.['Execution Time'] ?? Number.NaN);
  }
  return Math.min(...times);
}
