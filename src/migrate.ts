import { migrate } from './adapters/postgres/migrate.ts';
import { readDatabaseUrl } from './config/environment/environment.ts';
import { faultText } from './fault-text.ts';

/** `npm run migrate`: brings the database of DATABASE_URL up to date. */
async function main(): Promise<void> {
  const names = await migrate(readDatabaseUrl(process.env));
  process.stdout.write(names.length > 0 ? `${names.join('\n')}\n` : 'nothing to migrate\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${faultText(error, process.env)}\n`);
  process.exit(1);
});
