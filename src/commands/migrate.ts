import { parseArgs } from 'node:util';

import { migrate } from '../adapters/postgres/migrate.ts';
import { migrationStatus, refuseForeignSchema } from '../adapters/postgres/migration-status.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { ConfigurationFaults } from '../config/configuration-faults.ts';
import { readDatabaseDirectUrl } from '../config/environment/environment.ts';
import { faultText } from '../fault-text.ts';

const CALL = 'usage: npm run migrate [-- --status]';
const HELP = `${CALL}

Brings the database of DATABASE_DIRECT_URL, or else DATABASE_URL, up to date. Safe beside replicas that serve.

  --status  only tells where each migration stands; exits with 1 when one is pending
  --help    this text`;
const TOLD = { done: 'done', pending: 'pending', unknown: 'done by a newer release' } as const;

/** `npm run migrate`: brings the schema up to date, or tells how it stands. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { status, help } = readArguments(args);
  if (help) return print([HELP]);
  const url = readDatabaseDirectUrl(env);
  if (status) return tellStatus(url);
  const names = await migrate(url, { onWait: tellWait });
  print(names.length > 0 ? names : ['nothing to migrate']);
}

function readArguments(args: readonly string[]) {
  const options = {
    status: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new ConfigurationFaults([{ path: '', message: CALL }]);
  }
}

async function tellStatus(url: string): Promise<void> {
  const pool = openPool({ url, size: 1 }, silentLog);
  try {
    await refuseForeignSchema(pool);
    const entries = await migrationStatus(pool);
    print(entries.map(({ name, state }) => `${name}  ${TOLD[state]}`));
    if (entries.some(({ state }) => state === 'pending')) process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

function tellWait(seconds: number): void {
  process.stderr.write(`somebody holds a lock that is needed; trying again in ${seconds} s\n`);
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${faultText(error, process.env)}\n`);
  process.exit(1);
});
