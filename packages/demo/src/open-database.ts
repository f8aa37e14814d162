import { writeFile } from 'node:fs/promises';

import { migrate } from 'eid-broker/adapters/postgres/migrations';
import type { DataFolder } from './data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { openLogFile } from './log-file.ts';
import type { Running } from './running.ts';

/** The dependencies of the database. */
export interface DatabaseWish {
  /** Absent: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly folder: DataFolder;
  readonly running: Running;
}

/** A migrated database; returns its URL. @throws Error of one line without a password */
export async function openDatabase(wish: DatabaseWish): Promise<string> {
  const { databaseUrl, folder, running } = wish;
  if (databaseUrl !== undefined) {
    await migrate(databaseUrl).catch((cause) => {
      throw new Error(explain(databaseUrl, cause), { cause });
    });
    return databaseUrl;
  }
  const log = openLogFile(folder.postgresLog);
  running.add(log.close);
  const { url, stop } = await startEmbeddedPostgres({
    directory: folder.postgres,
    log: (line) => log.write(`${line}\n`),
  });
  running.add(stop);
  await writeFile(folder.databaseUrl, `${url}\n`, { mode: 0o600 });
  await migrate(url);
  return url;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'it closed the connection',
};

function explain(url: string, cause: unknown): string {
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  const reason = REASONS[code ?? ''] ?? (message || code || 'for an unknown reason');
  return `the database of DATABASE_URL${placeOf(url)} cannot be used: ${reason}`;
}

/** Where it is, without user and password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, pathname } = new URL(url);
  return ` (${host}${pathname})`;
}
