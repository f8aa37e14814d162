import { migrate } from './adapters/postgres/migrate.ts';

/** Brings the database of DATABASE_URL up to date. */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === '') throw new Error('DATABASE_URL is not set');
  const names = await migrate(url);
  process.stdout.write(names.length > 0 ? `${names.join('\n')}\n` : 'nothing to migrate\n');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
