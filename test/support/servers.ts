import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** From this version on PgBouncer supports named statements in transaction mode. */
const POOLER = { major: 1, minor: 21 };
const POOLER_PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

const POSTGRES = '/usr/lib/postgresql';
const POSTGRES_TOOLS = ['initdb', 'postgres', 'createdb', 'pg_dump', 'pg_restore'];

/** The path of a recent PgBouncer; undefined without one. `PGBOUNCER_PATH` may name it. */
export function findPooler(): string | undefined {
  const places = [process.env.PGBOUNCER_PATH ?? '', ...POOLER_PATHS];
  return places.find((place) => place !== '' && existsSync(place) && isNewEnough(place));
}

/** The folder of a PostgreSQL with all its tools, which the npm package lacks; undefined without one. */
export function findSystemPostgres(): string | undefined {
  if (!existsSync(POSTGRES)) return undefined;
  const folders = readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'));
  return folders.find((folder) => POSTGRES_TOOLS.every((tool) => existsSync(join(folder, tool))));
}

/** Names the tests that need the system's PostgreSQL; undefined when it is installed. */
export function missingSystemPostgres(): string | undefined {
  if (findSystemPostgres() !== undefined) return undefined;
  return `${POSTGRES}/*/bin/pg_dump is missing: skipped is e2e/restore`;
}

/** Names the tests that need PgBouncer; undefined when it is installed. Some systems only have an older one. */
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
