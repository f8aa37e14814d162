import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

/** A database that belongs to one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Ends the connections that are still open to it. */
  drop(): Promise<void>;
}

/**
 * A new database with all migrations, copied from the template of global-setup. Several workers may call this at once.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(` template ${given('TEST_DATABASE_TEMPLATE')}`);
}

/** A new database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('');
}

async function create(from: string): Promise<TestDatabase> {
  const name = `eid_broker_test_${randomBytes(8).toString('hex')}`;
  const server = given('TEST_DATABASE_SERVER_URL');
  await query(server, `create database ${name}${from}`);

  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => drop(server, name),
  };
}

const TRIES = 40;
const INSUFFICIENT_PRIVILEGE = '42501';

/** An ordinary role cannot end an autovacuum worker, which ends by itself soon. */
async function drop(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await query(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const { code } = Object(error) as { readonly code?: unknown };
      if (code !== INSUFFICIENT_PRIVILEGE || tries === TRIES) throw error;
      await pause(250);
    }
  }
}

function given(variable: string): string {
  const value = process.env[variable];
  if (value === undefined)
    throw new Error(`${variable} is not set: jest's globalSetup did not run`);
  return value;
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
