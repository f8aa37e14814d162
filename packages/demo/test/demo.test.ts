import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@eid-broker/testing/database';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { portNames } from '../src/settings.ts';
import {
  type DemoProcess,
  demoVariables,
  freePorts,
  isOpen,
  launchDemo,
  logInByClient,
  type Ports,
  processesNaming,
  textOf,
} from './demo-process.ts';

let scratch: string;
const launched: DemoProcess[] = [];

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'eid-broker-demo-'));
});

afterAll(async () => {
  for (const demo of launched) demo.kill('SIGKILL');
  await Promise.all(launched.map(({ ended }) => ended));
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function launch(variables: Record<string, string>): DemoProcess {
  const demo = launchDemo(variables);
  launched.push(demo);
  return demo;
}

describe('the demo', () => {
  let ports: Ports;
  let folder: string;
  let demo: DemoProcess;
  let subject: string | undefined;

  beforeAll(async () => {
    ports = await freePorts();
    folder = join(scratch, 'data');
    demo = launch(demoVariables(ports, folder));
    await demo.ready;
  });

  async function subjectOfTolvan(flow: string): Promise<string | undefined> {
    const page = await logInByClient(ports, { flow }, TOLVAN);
    return textOf(page, 'claim-sub');
  }

  test('prints every URL', () => {
    for (const port of [ports.service, ports.phone, ports.client]) {
      expect(demo.output()).toContain(`http://localhost:${port}`);
    }
    expect(demo.output()).toContain(join(folder, 'eid-broker.log'));
  });

  test('is ready when it reports so', async () => {
    const answer = await fetch(`http://localhost:${ports.health}/health/ready`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('offers the console a free issuer and its simulated eIDs for a second tenant', async () => {
    const token = readFileSync(join(folder, 'management-token'), 'utf8').trim();
    const answer = await fetch(`http://localhost:${ports.management}/api/first-steps`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { issuers, eids } = (await answer.json()) as {
      readonly issuers: readonly string[];
      readonly eids: readonly { readonly eid: string; readonly testSettings: object | null }[];
    };
    expect(issuers).toEqual([`http://127.0.0.1:${ports.service}`]);
    // An eID that needs another one comes later.
    const without = eids.filter(({ testSettings }) => testSettings === null);
    expect(without.map(({ eid }) => eid)).toEqual(['age-verification']);
  });

  test('logs a person in by authorization code', async () => {
    const page = await logInByClient(ports, { flow: 'code' }, TOLVAN);
    expect(textOf(page, 'welcome')).toBe('Welcome Tolvan Tolvansson');
    expect(textOf(page, 'claim-ssn')).toBe(TOLVAN);
    expect(textOf(page, 'claim-aud')).toBe('demo-web');
    subject = textOf(page, 'claim-sub');
  });

  test('logs a person in by PKCE, under the same pseudonym', async () => {
    const page = await logInByClient(ports, { flow: 'pkce' }, TOLVAN);
    expect(textOf(page, 'claim-aud')).toBe('demo-spa');
    expect(textOf(page, 'claim-sub')).toBe(subject);
  });

  test('logs a person in by code id_token, with claims from userinfo alone', async () => {
    const page = await logInByClient(ports, { flow: 'hybrid' }, TOLVAN);
    expect(textOf(page, 'welcome')).toBe('Welcome Tolvan Tolvansson');
    expect(textOf(page, 'claim-sub')).toBe(subject);
    expect(textOf(page, 'claim-ssn')).toBeUndefined();
    expect(textOf(page, 'userinfo')).toContain(TOLVAN);
  });

  test('logs a person in by an ID token in the fragment', async () => {
    const page = await logInByClient(ports, { flow: 'implicit' }, TOLVAN);
    expect(textOf(page, 'claim-aud')).toBe('demo-implicit');
    expect(textOf(page, 'claim-ssn')).toBe(TOLVAN);
    expect(textOf(page, 'userinfo')).toBeUndefined();
  });

  test('lets a person sign the contract, and shows its evidence', async () => {
    const page = await logInByClient(ports, { wish: 'sign' }, TOLVAN);
    expect(textOf(page, 'claim-evidence')).toMatch(/^[\w+/]{100}… \(\d+ characters\)$/);
    expect(textOf(page, 'contract')).toContain('# Subscription');
    expect(page).toContain('data-testid="token-file"');
  });

  test('refuses a second demo on the same data folder, and does not affect the first', async () => {
    const second = launch(demoVariables(await freePorts(), folder));
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/the database folder .* is in use by process \d+: stop it/);
    expect(await isOpen(ports.service)).toBe(true);
  });

  test('names a port in use, with its purpose and its variable', async () => {
    const second = launch(demoVariables(ports, join(scratch, 'other')));
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split('\n').at(-1)).toBe(
      `port ${ports.service}, wanted for the service, is in use: stop what uses it, or set PORT to another port`,
    );
  });

  test('stops everything on SIGINT, and keeps stored data', async () => {
    await expectStopped('SIGINT', demo, { ports, folder });

    demo = launch(demoVariables(ports, folder));
    await demo.ready;
    expect(await subjectOfTolvan('code')).toBe(subject);
  });

  test('keeps stored data after kill -9, which also ends the database server', async () => {
    demo.kill('SIGKILL');
    expect(await demo.ended).toBe('SIGKILL');
    demo = launch(demoVariables(ports, folder));
    await demo.ready;
    expect(await subjectOfTolvan('pkce')).toBe(subject);
    expect(
      (await processesNaming(folder)).filter((line) => line.includes('/postgres -D ')),
    ).toHaveLength(1);
  });

  test('stops everything on SIGTERM', async () => {
    await expectStopped('SIGTERM', demo, { ports, folder });
  });

  test('stops while it is still starting', async () => {
    demo = launch(demoVariables(ports, join(scratch, 'interrupted')));
    await until(() => demo.output().includes('Starting'));
    demo.kill('SIGINT');
    // A busy machine may exceed the demo's limit: then it reports that and exits.
    const isSlow = (await demo.ended) === 1 && demo.output().includes('not all has stopped');
    expect(isSlow ? 0 : await demo.ended).toBe(0);
    await until(async () => (await processesNaming(join(scratch, 'interrupted'))).length === 0);
    expect(await processesNaming(join(scratch, 'interrupted'))).toEqual([]);
  });
});

describe('a demo that cannot start', () => {
  async function lastLine(variables: Record<string, string>): Promise<string | undefined> {
    const demo = launch(variables);
    expect(await demo.ended).toBe(1);
    return demo.output().trim().split('\n').at(-1);
  }

  test('names the data folder that cannot be written to', async () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    const folder = join(file, 'data');
    expect(await lastLine(demoVariables(await freePorts(), folder))).toBe(
      `cannot write to the data folder ${folder} (a file is in its way): set DATA_DIR to another one`,
    );
  });

  test('names the unreachable database, without its password', async () => {
    const { service: closed } = await freePorts();
    const line = await lastLine({
      ...demoVariables(await freePorts(), join(scratch, 'none')),
      DATABASE_URL: `postgres://me:geheim@127.0.0.1:${closed}/mine`,
    });
    expect(line).toBe(
      `the database of DATABASE_URL (127.0.0.1:${closed}/mine) cannot be used: connection refused`,
    );
  });

  test('stops the started parts after a failure', async () => {
    const blocker = createServer();
    const ports = await freePorts();
    await new Promise<void>((done) => blocker.listen(ports.client, '127.0.0.1', done));
    const folder = join(scratch, 'blocked');
    const line = await lastLine(demoVariables(ports, folder));
    blocker.close();
    expect(line).toContain('DEMO_CLIENT_PORT');
    expect(await processesNaming(folder)).toEqual([]);
  });
});

describe('a demo on a database of its owner', () => {
  test('starts no PostgreSQL and works, until SIGHUP', async () => {
    const database = await createTestDatabase();
    const ports = await freePorts();
    const folder = join(scratch, 'with-database');
    const demo = launch({ ...demoVariables(ports, folder), DATABASE_URL: database.url });
    await demo.ready;
    expect(await processesNaming(folder)).toEqual([]);
    expect(textOf(await logInByClient(ports, { flow: 'code' }, TOLVAN), 'claim-ssn')).toBe(TOLVAN);
    await expectStopped('SIGHUP', demo, { ports, folder });
    await database.drop();
  });
});

async function expectStopped(
  signal: NodeJS.Signals,
  demo: DemoProcess,
  { ports, folder }: { readonly ports: Ports; readonly folder: string },
): Promise<void> {
  demo.kill(signal);
  expect(await demo.ended).toBe(0);
  expect(await Promise.all(Object.values(ports).map(isOpen))).toEqual(portNames.map(() => false));
  expect(await processesNaming(folder)).toEqual([]);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 800 && !(await holds()); tries += 1) {
    await new Promise((done) => setTimeout(done, 25));
  }
}
