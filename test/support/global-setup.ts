import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isAlive } from '@eid-broker/demo/embedded-postgres/read-process';
import { startEmbeddedPostgres } from '@eid-broker/demo/embedded-postgres/start-embedded-postgres';
import { shareRsaKeys } from '@eid-broker/testing/rsa-keys';
import { missingTools } from '@eid-broker/testing/tools';
import pg from 'pg';

import { migrate } from '../../src/adapters/postgres/migrations.ts';
import { newCanaries } from './canaries.ts';
import { keepForTeardown } from './global-teardown.ts';
import { missingPooler, missingSystemPostgres } from './servers.ts';

const FOLDER_PREFIX = 'eid-broker-test-';

/** Linux keeps the files of this folder in memory: a test database is copied there in a tenth of the time. */
const MEMORY_FOLDER = '/dev/shm';
/** In bytes. A container may have 64 MB there; the databases of a run have up to 500 MB. */
const MEMORY_WANTED = 4 * 2 ** 30;

/**
 * Runs before all tests. Creates a folder for temporary files, a PostgreSQL server (DATABASE_URL, else an embedded
 * one), and on it the migrated template that `createTestDatabase` copies. Prints which tests cannot run here; in CI
 * that is an error.
 */
// biome-ignore lint/style/noDefaultExport: jest requires it.
export default async function globalSetup(): Promise<void> {
  tellMissingTools();
  const parent = await temporaryFolder();
  await removeAbandonedFolders(parent);
  const folder = await mkdtemp(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
  // As /tmp: PostgreSQL's own tools run as another account than root.
  await chmod(folder, 0o1777);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const server = await provideServer(folder).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const release = () => server.release().finally(removeFolder);
  keepForTeardown(release);
  try {
    const template = `eid_broker_template_${randomBytes(6).toString('hex')}`;
    await createTemplate(server.url, template);
    keepForTeardown(() => dropTemplate(server.url, template));
    process.env.TEST_DATABASE_SERVER_URL = server.url;
    process.env.TEST_DATABASE_TEMPLATE = template;
    await shareRsaKeys();
    process.env.TEST_PKI_FOLDER = join(folder, 'pki');
    // What tests and their browsers write is removed with the folder.
    process.env.TMPDIR = folder;
  } catch (error) {
    await release();
    throw error;
  }
}

interface Server {
  readonly url: string;
  release(): Promise<void>;
}

/** Undefined: it is there. Its run takes minutes, so that it is part of a release alone. */
function missingSchemathesis(): string | undefined {
  const { SCHEMATHESIS_PATH: path } = process.env;
  if (path !== undefined) return undefined;
  return 'schemathesis is missing (SCHEMATHESIS_PATH can name it): skipped is interop/schemathesis';
}

/** Jest does not show the output of a wholly skipped file, so this prints it. */
function tellMissingTools(): void {
  const needed = [...missingTools(), missingSystemPostgres()].filter((line) => line !== undefined);
  const optional = [missingPooler(), missingSchemathesis()];
  const missing = [...needed, ...optional].filter((line) => line !== undefined);
  if (missing.length === 0) return;
  const text = missing.map((line) => `  ${line}`).join('\n');
  if (process.env.CI === 'true' && needed.length > 0) {
    throw new Error(`in CI every test has to run, but\n${text}`);
  }
  process.stderr.write(`\nNOT ALL TESTS CAN RUN HERE\n${text}\n\n`);
}

async function provideServer(folder: string): Promise<Server> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, release: async () => undefined };

  const directory = join(folder, 'postgres');
  const lines: string[] = [];
  const { url, stop } = await startEmbeddedPostgres({
    directory,
    durable: false,
    log: (line: string) => void lines.push(line),
    // The log then shows the parameters of a failed statement, so a test can check that they name no person.
    settings: { log_parameter_max_length_on_error: '-1' },
  });
  const release = async () => {
    await stop();
    newCanaries().assertAbsent(lines.join('\n'), "the database server's log");
  };
  return { url, release };
}

async function temporaryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < MEMORY_WANTED ? tmpdir() : MEMORY_FOLDER;
}

/** Removes the folders of interrupted test runs; their servers ended with them. */
async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^eid-broker-test-(\d+)-\w{6}$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's folder stays: that user's next run removes it.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Refuses connections, because a connection would block the copy of a template. */
async function createTemplate(serverUrl: string, template: string): Promise<void> {
  await query(serverUrl, `create database ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  await migrate(url.href);
  await query(serverUrl, `alter database ${template} with allow_connections false`);
}

async function dropTemplate(serverUrl: string, template: string): Promise<void> {
  await query(serverUrl, `drop database if exists ${template}`);
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
