import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { applyFile } from '../support/broker.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

interface Application {
  readonly clientId: string;
  readonly secrets?: unknown;
  readonly jwks?: unknown;
}

const CONTENT = parse(readFileSync('test/fixtures/bankid.yaml', 'utf8'));
const [TENANT] = CONTENT.tenants;
const OLD = basic('demo-web', 'demo-web-secret');
const NEW = basic('demo-web', 'another-web-secret');

let folder = '';
let replicas: Replicas;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changes-'));
  replicas = await startReplicas();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await replicas.close();
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
  const file = join(folder, 'configuration.yaml');
  await writeFile(file, stringify({ tenants: [{ ...TENANT, applications }] }));
  const variables = { ...replicas.variables, NEW_SECRET: 'another-web-secret' };
  await applyFile(file, { databaseUrl: replicas.databaseUrl, variables });
}

/** Polls until each replica gives this error; `invalid_grant` means that the client is authenticated. */
async function everywhere(client: ReturnType<typeof basic>, error: string): Promise<void> {
  const fields = codeFields('unknown', 'http://localhost:9999/cb');
  let errors: unknown[] = [];
  for (let tries = 0; tries < 200; tries += 1) {
    const answers = await Promise.all(
      replicas.list.map(({ port }) => postToken({ issuer: replicas.issuer, port }, fields, client)),
    );
    errors = answers.map(({ body }) => body.error);
    if (errors.every((one) => one === error)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(errors).toEqual(replicas.list.map(() => error));
}
