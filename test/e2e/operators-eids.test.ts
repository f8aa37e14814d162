import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { newBrowser } from '@eid-broker/testing/browser';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';

import { TEST_KEY } from '../support/broker.ts';
import { type Replica, startReplica } from '../support/replica.ts';
import { runCommand } from '../support/run-command.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const CALLBACK = 'http://localhost:9999/cb';
const EXAMPLES = resolve('docs/examples/own-eids');
const CONFIGURATION = resolve('test/fixtures/operators-eids.yaml');

let simulator: OidcSimulator;
let database: TestDatabase;
let replica: Replica;
let folder: string;
let issuer: string;
beforeAll(async () => {
  folder = installedPackage();
  const port = await findFreePort();
  issuer = `http://localhost:${port}`;
  [simulator, database] = await Promise.all([
    startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 }),
    createTestDatabase(),
  ]);
  await enrol('vipps', 'xx-defined');
  await enrol('mitid', 'xx-coded');
  const applied = await apply(eids());
  expect([applied.code, applied.err]).toEqual([0, expect.any(String)]);
  // The bundle imports packages by a way of its own.
  const bundle = 'dist/bundle/main.cjs';
  replica = await startReplica({ ...service(), ...eids(), PORT: String(port) }, bundle);
});
afterAll(async () => {
  replica.signal('SIGKILL');
  await replica.ended;
  await simulator.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Packs the package, and installs it in a new folder outside of the repository. */
function installedPackage(): string {
  const target = mkdtempSync(join(tmpdir(), 'own-eids-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: target, encoding: 'utf8' });
  const [archive = ''] = npm('pack', '--silent', join(EXAMPLES, 'xx-coded-eid')).trim().split('\n');
  npm('install', '--silent', '--no-audit', '--no-fund', '--offline', `./${archive}`);
  return target;
}

async function enrol(profile: string, eid: string): Promise<void> {
  await simulator.addClient(profile, {
    client_id: 'our-client',
    client_secret: 'the-secret-of-our-client',
    client_name: 'Our service',
    redirect_uris: [`${issuer}/callback/${eid}`],
    token_endpoint_auth_method: 'client_secret_basic',
  });
}

function service() {
  return { DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: TEST_KEY };
}

function eids() {
  return {
    EID_DEFINITIONS: EXAMPLES,
    EID_MODULES: join(folder, 'node_modules/xx-coded-eid/index.js'),
  };
}

function apply(env: Readonly<Record<string, string>>) {
  return runCommand('apply', [CONFIGURATION], {
    cwd: folder,
    env: {
      ...service(),
      ...env,
      ISSUER: issuer,
      DEFINED_ISSUER: simulator.issuers.vipps ?? '',
      CODED_ISSUER: simulator.issuers.mitid ?? '',
      EID_SECRET: 'the-secret-of-our-client',
      WEB_SECRET: SECRET,
    },
  });
}

/** Logs a person in with an eID of the operator; returns the claims of the ID token. */
async function logIn(acr: string, scope: string, person: string) {
  const browser = newBrowser();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope,
    acr_values: acr,
    state: 'st',
  });
  const page = await browser.follow(`${issuer}/oauth2/authorize?${query}`);
  const [, url = ''] = /href="([^"]+)" data-testid="depart"/.exec(page.text) ?? [];
  const atEid = await browser.follow(url.replaceAll('&amp;', '&'));
  const decided = await browser.post(atEid.url, { decision: 'approve', person });
  const { location: answer = '' } = await browser.follow(decided.location ?? '');
  const back = await browser.get(answer);
  const { location = '' } = await browser.get(back.location ?? '');
  const code = new URL(location).searchParams.get('code') ?? '';
  const response = await fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic('web', SECRET).authorization },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
  });
  const { id_token: idToken } = (await response.json()) as { readonly id_token: string };
  return decodeJwt(idToken);
}

describe("an operator's own eID", () => {
  test('of a definition in YAML logs a person in', async () => {
    const [person] = personsOf('NO');
    expect(await logIn('urn:grn:authn:xx:defined', 'openid ssn', person?.id ?? '')).toMatchObject({
      identityscheme: 'definedeid',
      country: 'NO',
      ssn: person?.nationalNumber,
      given_name: person?.givenName,
    });
  });

  test('of a package that is installed elsewhere logs a person in', async () => {
    const [person] = personsOf('DK');
    expect(await logIn('urn:grn:authn:xx:coded', 'openid', person?.id ?? '')).toMatchObject({
      identityscheme: 'codedeid',
      name: `${person?.givenName} ${person?.familyName}`,
    });
  });

  test('may be named as a package of the working folder', async () => {
    const applied = await apply({ ...eids(), EID_MODULES: 'xx-coded-eid' });
    expect([applied.code, applied.out]).toEqual([0, 'no changes\n']);
  });

  test('is unknown without its definition', async () => {
    const applied = await apply({ EID_MODULES: eids().EID_MODULES });
    expect([applied.code, applied.err]).toEqual([
      1,
      expect.stringContaining('is the name of no eID'),
    ]);
  });

  test('that another eID clashes with stops apply and the start', async () => {
    const twice = { ...eids(), EID_MODULES: `${eids().EID_MODULES} xx-coded-eid` };
    const reason = 'the eIDs xx-coded and xx-coded both have the name xx-coded';
    expect((await apply(twice)).err).toContain(reason);
    const start = startReplica({
      ...service(),
      ...twice,
      EID_MODULES: twice.EID_MODULES.replace(' xx-coded-eid', ` ${eids().EID_MODULES}`),
    });
    await expect(start).rejects.toThrow(reason);
  });
});
