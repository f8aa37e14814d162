import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** From this version on PgBouncer keeps named statements in transaction mode. */
const POOLER = { major: 1, minor: 21 };
const POOLER_PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

const POSTGRES = '/usr/lib/postgresql';
const POSTGRES_TOOLS = ['initdb', 'postgres', 'createdb', 'pg_dump', 'pg_restore'];

/** Where a PgBouncer is that can do what is needed; undefined when there is none. `PGBOUNCER_PATH` names one. */
export function findPooler(): string | undefined {
  const places = [process.env.PGBOUNCER_PATH ?? '', ...POOLER_PLACES];
  return places.find((place) => place !== '' && existsSync(place) && isNewEnough(place));
}

/** The folder of a PostgreSQL with all its tools, which npm's has not; undefined when there is none. */
export function findSystemPostgres(): string | undefined {
  if (!existsSync(POSTGRES)) return undefined;
  const folders = readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'));
  return folders.find((folder) => POSTGRES_TOOLS.every((tool) => existsSync(join(folder, tool))));
}

/** A line for each server that is missing: what does not run because of it. Not every system offers them. */
export function missingServers(): readonly string[] {
  const { major, minor } = POOLER;
  return [
    ...(findPooler() === undefined
      ? [
          `PgBouncer ${major}.${minor} is missing (PGBOUNCER_PATH can name it): skipped is e2e/pooler`,
        ]
      : []),
    ...(findSystemPostgres() === undefined
      ? [`${POSTGRES}/*/bin/pg_dump is missing: skipped is e2e/restore`]
      : []),
  ];
}

function isNewEnough(place: string): boolean {
  const text = execFileSync(place, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? [];
  if (Number(major) !== POOLER.major) return Number(major) > POOLER.major;
  return Number(minor) >= POOLER.minor;
}
