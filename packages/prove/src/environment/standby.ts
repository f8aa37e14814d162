import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { findPrograms } from '@eid-broker/demo/embedded-postgres/find-programs';
import pg from 'pg';

import { type Database, makeDatabase } from './database.ts';
import { findReusablePort } from './reusable-port.ts';

const TRIES = 200;
const CHECK_EVERY_MS = 50;

/** Makes a standby from a base backup; resolves when it has caught up. */
export async function startStandby(primary: Database, directory: string): Promise<Database> {
  const programs = await findPrograms(directory);
  await copyWhileServing(primary, directory);
  if (programs.account !== undefined) {
    const { uid, gid } = programs.account;
    await run('chown', '-R', `${uid}:${gid}`, directory);
  }
  const port = await findReusablePort();
  const standby = makeDatabase({
    directory,
    port,
    programs,
    url: withPort(primary.url, port),
    adminUrl: withPort(primary.adminUrl, port),
  });
  await standby.start({ primary_conninfo: primary.adminUrl, hot_standby: 'on' });
  await until(async () => {
    const followers = await primary.sql('select state from pg_stat_replication');
    return followers.some(({ state }) => state === 'streaming');
  }, 'the standby follows');
  return standby;
}

/** Promotes the standby to a primary. */
export async function promote(standby: Database): Promise<void> {
  await standby.sql('select pg_promote()');
  await until(async () => {
    const [row] = await standby.sql('select pg_is_in_recovery() as recovering');
    return row?.recovering === false;
  }, 'the standby is promoted');
}

/** PostgreSQL's low-level backup: copied files may be inconsistent, and the log repairs them. */
async function copyWhileServing(primary: Database, directory: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await run('cp', '-a', primary.directory, directory);
    const { rows } = await client.query('select labelfile from pg_backup_stop()');
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
      await rm(join(directory, name), { recursive: true, force: true });
    }
    await mkdir(join(directory, 'pg_wal'), { mode: 0o700 });
    await writeFile(join(directory, 'backup_label'), String(rows[0]?.labelfile));
    await writeFile(join(directory, 'standby.signal'), '');
  } finally {
    await client.end();
  }
}

function withPort(text: string, port: number): string {
  const url = new URL(text);
  url.port = String(port);
  return url.href;
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await condition()) return;
    await sleep(CHECK_EVERY_MS);
  }
  throw new Error(`timed out: ${what}`);
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args]);
}
