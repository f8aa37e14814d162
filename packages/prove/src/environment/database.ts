import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ensureCluster } from '@eid-broker/demo/embedded-postgres/ensure-cluster';
import {
  findPrograms,
  type PostgresPrograms,
} from '@eid-broker/demo/embedded-postgres/find-programs';
import { holdLifeline } from '@eid-broker/demo/embedded-postgres/hold-lifeline';
import { runCommand } from '@eid-broker/demo/embedded-postgres/run-command';
import { serverArguments } from '@eid-broker/demo/embedded-postgres/server-arguments';
import { type Child, spawnCommand } from '@eid-broker/demo/embedded-postgres/spawn-command';
import pg from 'pg';

import { findReusablePort } from './reusable-port.ts';

/** The mode of a stop: cut off clients, or a crash. */
export type StopMode = 'fast' | 'immediate';

/** The environment's PostgreSQL server, with stop and start. */
export interface Database {
  readonly port: number;
  readonly directory: string;
  /** The service's URL, past the fault proxy. */
  readonly url: string;
  /** As a superuser, past the fault proxy. */
  readonly adminUrl: string;
  /** Runs one statement as a superuser, past the fault proxy, on its own connection. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  stop(mode: StopMode): Promise<void>;
  /** Starts with these additional settings, for this run of the server. */
  start(settings?: Settings): Promise<void>;
  restart(mode: StopMode, settings?: Settings): Promise<void>;
  /** The same server on another folder; it must not run. */
  moveTo(directory: string): void;
  readonly isRunning: boolean;
  /** The last lines of its log. */
  readonly output: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Settings of the server by name. */
export type Settings = Readonly<Record<string, string | number>>;

const ADMIN = 'prove_admin';
const READY_MS = 60_000;
const KEPT_LINES = 400;

/** A commit survives a crash of the server (not of the machine), and a standby can follow. */
const SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_senders: 4,
  max_connections: 80,
  // Written data fits on a small disk.
  max_wal_size: '128MB',
};

/** Makes a cluster in a new folder and starts it. */
export async function startDatabase(directory: string): Promise<Database> {
  const programs = await findPrograms(directory);
  const { password } = await ensureCluster({ directory, ...programs });
  const adminPassword = randomBytes(18).toString('base64url');
  await allowAdmin({ directory, adminPassword }, programs);
  const port = await findReusablePort();
  const urlOf = (role: string, secret: string) =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/eid_broker`;
  const database = makeDatabase({
    directory,
    port,
    programs,
    url: urlOf('eid_broker', password),
    adminUrl: urlOf(ADMIN, adminPassword),
  });
  await database.start();
  return database;
}

/** The arguments of a server. */
export interface DatabasePlan {
  readonly directory: string;
  readonly port: number;
  readonly programs: PostgresPrograms;
  readonly url: string;
  readonly adminUrl: string;
}

/** A stopped server on an existing cluster. */
export function makeDatabase(plan: DatabasePlan): Database {
  const { port, programs, url, adminUrl } = plan;
  const output: string[] = [];
  let { directory } = plan;
  let running: { readonly child: Child; readonly gone: Promise<unknown> } | undefined;

  const database: Database = {
    port,
    url,
    adminUrl,
    output,
    get directory() {
      return directory;
    },
    get isRunning() {
      return running !== undefined;
    },
    async sql(text, values = []) {
      const client = new pg.Client({ connectionString: adminUrl });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    async start(settings = {}) {
      if (running !== undefined) return;
      const child = spawnCommand(
        programs.commandAs(programs.binaries.postgres, [
          ...serverArguments({ directory, port, durable: true, ownerPid: process.pid }),
          ...argumentsOf({ ...SETTINGS, ...settings }),
        ]),
      );
      const gone = once(child, 'close');
      if (child.pid !== undefined) {
        const release = holdLifeline(directory, child.pid);
        void gone.then(release, release);
      }
      const started = { child, gone };
      running = started;
      void gone.finally(() => {
        if (running === started) running = undefined;
      });
      await becomeReady(started, output);
    },
    async stop(mode) {
      const ending = running;
      if (ending === undefined) return;
      ending.child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ending.gone;
    },
    async restart(mode, settings) {
      await database.stop(mode);
      await database.start(settings);
    },
    moveTo(other) {
      if (running !== undefined) throw new Error('the server is running');
      directory = other;
    },
  };
  return database;
}

function argumentsOf(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function becomeReady(
  { child, gone }: { readonly child: Child; readonly gone: Promise<unknown> },
  output: string[],
): Promise<void> {
  child.stdin.end();
  child.stdout.resume();
  const ready = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve(true);
      output.push(line);
      if (output.length > KEPT_LINES) output.shift();
    });
  });
  const timer = setTimeout(() => child.kill('SIGQUIT'), READY_MS);
  const isReady = await Promise.race([ready, gone.then(() => false)]);
  clearTimeout(timer);
  if (!isReady) throw new Error(`PostgreSQL did not start: ${output.slice(-10).join('\n')}`);
}

/** The demo's cluster allows no superuser login; backups and settings need one. */
async function allowAdmin(
  { directory, adminPassword }: { readonly directory: string; readonly adminPassword: string },
  { binaries, account, commandAs }: PostgresPrograms,
): Promise<void> {
  await runCommand(
    commandAs(binaries.postgres, ['--single', '-D', directory, 'postgres']),
    `create role ${ADMIN} superuser replication login password '${adminPassword}'\n`,
  );
  const rules = join(directory, 'pg_hba.conf');
  const present = await readFile(rules, 'utf8');
  const own = ['all', 'replication'].map(
    (to) => `host ${to} ${ADMIN} 127.0.0.1/32 scram-sha-256\n`,
  );
  await writeFile(rules, `${present}${own.join('')}`);
  if (account !== undefined) await chown(rules, account.uid, account.gid);
}
