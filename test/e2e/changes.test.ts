import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { applyFile, demoVariables, startTestSimulator, TEST_KEY } from '../support/broker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Replica, startReplica } from '../support/replica.ts';

interface Application {
  readonly clientId: string;
  readonly secrets?: unknown;
  readonly jwks?: unknown;
}

const CONTENT = parse(readFileSync('docs/examples/demo.yaml', 'utf8'));
const [TENANT] = CONTENT.tenants;
const OLD = basic('demo-web', 'demo-web-secret');
const NEW = basic('demo-web', 'another-web-secret');

let database: TestDatabase;
let simulator: Simulator;
let issuer = '';
let folder = '';
let replicas: Replica[] = [];

beforeAll(async () => {
  const [port, ...parts] = await Promise.all([
    ...([findFreePort(), createTestDatabase(), startTestSimulator()] as const),
  ]);
  [database, simulator] = parts;
  issuer = `http://localhost:${port}`;
  folder = await mkdtemp(join(tmpdir(), 'changes-'));
  await apply((application) => [application]);
  const env = { DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: TEST_KEY };
  replicas = await Promise.all([1, 2, 3].map(() => startReplica(env)));
});

afterAll(async () => {
  for (const replica of replicas) replica.signal('SIGKILL');
  await Promise.all(replicas.map(({ ended }) => ended));
  await Promise.all([simulator.close(), rm(folder, { recursive: true })]);
  await database.drop();
});

describe('a change of the configuration reaches every replica', () => {
  test('when a secret is added and when a secret is removed', async () => {
    await everywhere(OLD, 'invalid_grant');
    await apply(withSecrets('DEMO_WEB_SECRET', 'NEW_SECRET'));
    await everywhere(NEW, 'invalid_grant');
    await everywhere(OLD, 'invalid_grant');
    await apply(withSecrets('NEW_SECRET'));
    await everywhere(OLD, 'invalid_client');
    await everywhere(NEW, 'invalid_grant');
  });

  test('when an application is removed', async () => {
    await apply((application) => (application.clientId === 'demo-web' ? [] : [application]));
    await everywhere(NEW, 'invalid_client');
  });
});

function withSecrets(...names: readonly string[]) {
  const secrets = names.map((env) => ({ value: { env } }));
  return (application: Application) =>
    application.clientId === 'demo-web' ? [{ ...application, secrets }] : [application];
}

/** Applies the demo's configuration with other applications, without keys, which are files beside the demo's own. */
async function apply(edit: (application: Application) => readonly Application[]): Promise<void> {
  const applications = TENANT.applications
    .map(({ jwks: _, ...application }: Application) => application)
    .flatMap(edit);
  const file = join(folder, 'content.yaml');
  await writeFile(file, stringify({ tenants: [{ ...TENANT, applications }] }));
  const variables = { ...demoVariables({ issuer, simulator }), NEW_SECRET: 'another-web-secret' };
  await applyFile(file, { databaseUrl: database.url, variables });
}

/** Polls until each replica gives this error; `invalid_grant` means that the client is authenticated. */
async function everywhere(client: ReturnType<typeof basic>, error: string): Promise<void> {
  const fields = codeFields('unknown', 'http://localhost:9999/cb');
  let errors: unknown[] = [];
  for (let tries = 0; tries < 200; tries += 1) {
    const answers = await Promise.all(
      replicas.map(({ port }) => postToken({ issuer, port }, fields, client)),
    );
    errors = answers.map(({ body }) => body.error);
    if (errors.every((one) => one === error)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(errors).toEqual(replicas.map(() => error));
}
