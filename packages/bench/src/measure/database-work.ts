import type pg from 'pg';

/** The database's counters at one moment. */
export interface DatabaseCounters {
  readonly statements: ReadonlyMap<string, StatementCounters>;
  readonly walPosition: string;
  readonly rows: number;
}

/** The counters of one statement. */
export interface StatementCounters {
  readonly calls: number;
  readonly walBytes: number;
  readonly milliseconds: number;
  /** Pages of 8 KiB that it read, in memory or not. */
  readonly pages: number;
}

/** The work of the database between two moments. */
export interface DatabaseWork {
  readonly statements: ReadonlyMap<string, StatementCounters>;
  /** Of transactions that wrote. */
  readonly writeCommits: number;
  readonly walBytes: number;
  /** Full pages after a checkpoint, included in `walBytes`: their number depends on its time. */
  readonly fullPageBytes: number;
  readonly rowsLeft: number;
}

/** Counts the work in one database, from another one, as a superuser. */
export interface CountWork {
  read(): Promise<DatabaseCounters>;
  /** The work since that moment. */
  since(before: DatabaseCounters): Promise<DatabaseWork>;
}

const STATEMENTS = `select query, sum(calls)::float8 as calls, sum(wal_bytes)::float8 as wal_bytes,
    sum(total_exec_time) as milliseconds, sum(shared_blks_hit + shared_blks_read)::float8 as pages
  from pg_stat_statements join pg_database on pg_database.oid = dbid where datname = $1 group by query`;
const WAL = 'select pg_current_wal_insert_lsn()::text as position';
/** A synchronous commit: all earlier records are then in the log, and there is at least one. */
const MARK = "select pg_logical_emit_message(true, 'bench', '')";
const RECORDS = `select sum(count) filter (where record_type = 'Transaction/COMMIT')::float8 - 1 as commits,
    sum(combined_size) filter (where record_type <> 'LogicalMessage/MESSAGE')::float8 as bytes,
    sum(fpi_size)::float8 as pages
  from pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn(), true)
    as stats (record_type, count, count_share, record_size, record_share, fpi_size, fpi_share, combined_size, share)`;

interface StatementRow {
  readonly query: string;
  readonly calls: number;
  readonly wal_bytes: number;
  readonly milliseconds: number;
  readonly pages: number;
}

/** `adminPool` may read all statements and the log. `pool` belongs to the database and counts the rows of `tables`. */
export function countWork(
  adminPool: pg.Pool,
  pool: pg.Pool,
  about: { readonly database: string; readonly tables: readonly string[] },
): CountWork {
  return { read, since };

  async function read(): Promise<DatabaseCounters> {
    const { rows } = await adminPool.query<StatementRow>(STATEMENTS, [about.database]);
    const statements = new Map(
      rows.map(({ query, calls, wal_bytes: walBytes, milliseconds, pages }) => [
        query,
        { calls, walBytes, milliseconds, pages },
      ]),
    );
    const stored = await countRows();
    const position = await adminPool.query<{ readonly position: string }>(WAL);
    return { statements, walPosition: position.rows[0]?.position ?? '0/0', rows: stored };
  }

  async function since(before: DatabaseCounters): Promise<DatabaseWork> {
    await adminPool.query(MARK);
    const { rows } = await adminPool.query<{
      readonly commits: number;
      readonly bytes: number;
      readonly pages: number;
    }>(RECORDS, [before.walPosition]);
    const after = await read();
    const { commits = 0, bytes = 0, pages = 0 } = rows[0] ?? {};
    return {
      statements: differenceOf(before.statements, after.statements),
      writeCommits: commits,
      walBytes: bytes,
      fullPageBytes: pages,
      rowsLeft: after.rows - before.rows,
    };
  }

  async function countRows(): Promise<number> {
    const counts = about.tables.map((table) => `(select count(*) from ${table})`);
    if (counts.length === 0) return 0;
    const text = `select (${counts.join(' + ')})::float8 as stored`;
    const { rows } = await pool.query<{ readonly stored: number }>(text);
    return rows[0]?.stored ?? 0;
  }
}

/** The statements between two moments, without those of the measurement. */
export function differenceOf(
  before: ReadonlyMap<string, StatementCounters>,
  after: ReadonlyMap<string, StatementCounters>,
): ReadonlyMap<string, StatementCounters> {
  const rows = [...after].map(([query, now]) => {
    const then = before.get(query) ?? { calls: 0, walBytes: 0, milliseconds: 0, pages: 0 };
    const work = {
      calls: now.calls - then.calls,
      walBytes: now.walBytes - then.walBytes,
      milliseconds: now.milliseconds - then.milliseconds,
      pages: now.pages - then.pages,
    };
    return [query, work] as const;
  });
  return new Map(rows.filter(([query, { calls }]) => calls > 0 && !/\bas stored$/.test(query)));
}
