import { parseArgs } from 'node:util';

import { openPool } from '../adapters/postgres/pool.ts';
import { pgUsage } from '../adapters/postgres/usage.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { ConfigurationFaults } from '../config/configuration-faults.ts';
import { readDatabaseUrl } from '../config/environment/environment.ts';
import { faultText } from '../fault-text.ts';
import type { UsageLine } from '../ports/usage.ts';

const CALL = 'usage: npm run usage -- --month YYYY-MM [--json]';
const HELP = `${CALL}

Counts the logins and signatures of a month (UTC) by tenant, from the database of DATABASE_URL.

  --month YYYY-MM  the month, for example 2026-11
  --json           JSON instead of a table
  --help           this text`;
const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;
const NO_SUCH_TABLE = '42P01';
/** A month of a busy service is a few million rows. */
const PATIENCE = 10 * 60;
const HEADINGS = ['TENANT', 'KIND', 'IDENTIFIED', 'REMEMBERED', 'ENDED'];

/** `npm run usage -- --month YYYY-MM`: how often each tenant asked for what, by outcome. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { help, month, json } = readArguments(args);
  if (help) return print(HELP);
  const { from, until } = monthOf(month);
  const lines = await readUsage(readDatabaseUrl(env), { from, until });
  if (json) return print(JSON.stringify({ month, usage: lines }, null, 2));
  print(lines.length > 0 ? tableOf(lines) : `nothing in ${month}`);
}

function readArguments(args: readonly string[]) {
  const options = {
    month: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options, tokens: false }).values;
  } catch {
    throw new ConfigurationFaults([{ path: '', message: CALL }]);
  }
}

/** The first moment of the month, and of the next one. */
function monthOf(month: string | undefined): { readonly from: Date; readonly until: Date } {
  if (month === undefined) throw new ConfigurationFaults([{ path: '', message: CALL }]);
  if (!MONTH.test(month)) {
    const message = 'must be a year and a month such as 2026-11';
    throw new ConfigurationFaults([{ path: '--month', message }]);
  }
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(from.getUTCMonth() + 1);
  return { from, until };
}

async function readUsage(
  url: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<readonly UsageLine[]> {
  const pool = openPool({ url, size: 1, patience: PATIENCE }, silentLog);
  try {
    return await pgUsage(pool).between(from, until);
  } finally {
    await pool.end();
  }
}

function tableOf(lines: readonly UsageLine[]): string {
  const rows = [HEADINGS, ...lines.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows.map((cells) => rowOf(cells, widths)).join('\n');
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What went wrong, in words that show no secret. */
function explain(error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (code === NO_SUCH_TABLE) return 'the database misses a migration: run npm run migrate first';
  const text = faultText(error, process.env);
  return error instanceof ConfigurationFaults ? text : `the usage was not read: ${text}`;
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
