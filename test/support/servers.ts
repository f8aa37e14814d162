import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** From this version on PgBouncer keeps named statements in transaction mode. */
const POOLER = { major: 1, minor: 21 };
const POOLER_PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

const POSTGRES = '/usr/lib/postgresql';
const POSTGRES_TOOLS = ['initdb', 'postgres', 'createdb', 'pg_dump', 'pg_restore'];

/** Where a PgBouncer is that can do what is needed; undefined when there is none. `PGBOUNCER_PATH` names one. */
export function findPooler(): string | undefined {
  const places = [process.env.PGBOUNCER_PATH ?? '', ...POOLER_PATHS];
  return places.find((place) => place !== '' && existsSync(place) && isNewEnough(place));
}

/** The folder of a PostgreSQL with all its tools, which npm's has not; undefined when there is none. */
export function findSystemPostgres(): string | undefined {
  if (!existsSync(POSTGRES)) return undefined;
  const folders = readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'));
  return folders.find((folder) => POSTGRES_TOOLS.every((tool) => existsSync(join(folder, tool))));
}

/** Says what does not run without the PostgreSQL of this machine; undefined when it is there. */
export function missingSystemPostgres(): string | undefined {
  if (findSystemPostgres() !== undefined) return undefined;
  return `${POSTGRES}/*/bin/pg_dump is missing: skipped is e2e/restore`;
}

/** The same of the pooler. Not every system offers one that is new enough. */
export function missingPooler(): string | undefined {
  if (findPooler() !== undefined) return undefined;
  const { major, minor } = POOLER;
  return `PgBouncer ${major}.${minor} is missing (PGBOUNCER_PATH can name it): skipped is e2e/pooler`;
}

function isNewEnough(place: string): boolean {
  const text = execFileSync(place, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? [];
  if (Number(major) !== POOLER.major) return Number(major) > POOLER.major;
  return Number(minor) >= POOLER.minor;
}
