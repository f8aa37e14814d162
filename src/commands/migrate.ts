import { migrate } from '../adapters/postgres/migrations.ts';
import { migrationStatus, refuseForeignSchema } from '../adapters/postgres/schema-version.ts';
import { readDatabaseDirectUrl } from '../config/environment/environment.ts';
import { defineCommand, print, warn } from './command.ts';
import { withDatabase } from './with-database.ts';

const STATES = { done: 'done', pending: 'pending', unknown: 'done by a newer release' } as const;

/** Brings the schema up to date, or reports its state. */
export const command = defineCommand({
  description:
    'Brings the database of DATABASE_DIRECT_URL, or else DATABASE_URL, up to date. Safe beside replicas that serve.',
  options: {
    status: { help: 'only lists the state of each migration; exits with 1 when one is pending' },
  },
  async run({ options: { status }, env }) {
    const url = readDatabaseDirectUrl(env);
    if (status) return withDatabase({ url }, printStatus);
    const names = await migrate(url, { onWait: reportWait });
    print(names.length > 0 ? names : 'nothing to migrate');
    return 0;
  },
});

async function printStatus(pool: Parameters<typeof migrationStatus>[0]): Promise<number> {
  await refuseForeignSchema(pool);
  const entries = await migrationStatus(pool);
  print(entries.map(({ name, state }) => `${name}  ${STATES[state]}`));
  return entries.some(({ state }) => state === 'pending') ? 1 : 0;
}

function reportWait(seconds: number): void {
  warn(`a needed lock is held; trying again in ${seconds} s`);
}
