import { pgUsage } from '../adapters/postgres/events/usage.ts';
import { ConfigurationProblems } from '../config/configuration-problems.ts';
import { readDatabaseUrl } from '../config/environment/environment.ts';
import type { UsageLine } from '../ports/events.ts';
import { defineCommand, print, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;
/** A month of a busy service is a few million rows. */
const STATEMENT_SECONDS = 10 * 60;
const HEADINGS = ['TENANT', 'KIND', 'IDENTIFIED', 'REMEMBERED', 'ENDED'];

/** Counts the logins and signatures of a month. */
export const command = defineCommand({
  description:
    'Counts the logins and signatures of a month (UTC) by tenant, from the database of DATABASE_URL.',
  options: {
    month: { value: 'YYYY-MM', required: true, help: 'the month, for example 2026-11' },
    json: { help: 'JSON instead of a table' },
  },
  async run({ options: { month, json }, env }) {
    const { from, until } = parseMonth(month);
    const database = { url: readDatabaseUrl(env), statementSeconds: STATEMENT_SECONDS };
    const lines = await withDatabase(database, (pool) => pgUsage(pool).between(from, until));
    if (json) print(JSON.stringify({ month, usage: lines }, null, 2));
    else print(lines.length > 0 ? tableOf(lines) : `nothing in ${month}`);
    return 0;
  },
  failureText(error, text) {
    return error instanceof ConfigurationProblems ? text : `the usage was not read: ${text}`;
  },
});

/** The first moment of the month, and of the next one. */
function parseMonth(month: string): { readonly from: Date; readonly until: Date } {
  if (!MONTH.test(month)) {
    throw new UsageError('--month: must be a year and a month such as 2026-11');
  }
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(from.getUTCMonth() + 1);
  return { from, until };
}

function tableOf(lines: readonly UsageLine[]): readonly string[] {
  const rows = [HEADINGS, ...lines.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows.map((cells) => rowOf(cells, widths));
}

function cellsOf({ tenantId, kind, identified, remembered, ended }: UsageLine): string[] {
  return [tenantId, kind, `${identified}`, `${remembered}`, `${ended}`];
}

/** Words to the left, numbers to the right. */
function rowOf(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column] ?? 0;
    return column < 2 ? cell.padEnd(width) : cell.padStart(width);
  });
  return padded.join('  ');
}
