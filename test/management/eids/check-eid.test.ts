import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { eeMobileId } from '../../../src/adapters/eid/ee-mobile-id/row.ts';
import { eeSmartId } from '../../../src/adapters/eid/ee-smart-id/row.ts';
import { eidModules } from '../../../src/adapters/eid/registry.ts';
import { randomId } from '../../../src/adapters/system/random.ts';
import type { EidEnvironment } from '../../../src/domain/configuration.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import { makeCheckEid } from '../../../src/management/eids/check-eid.ts';
import {
  mobileIdSettings,
  startMobileIdUnderTest,
} from '../../adapters/eid/protocols/mobile-id/mobile-id-under-test.ts';
import { startSmartIdUnderTest } from '../../adapters/eid/protocols/smart-id/smart-id-under-test.ts';
import { startTestSimulator } from '../../support/broker.ts';

const issuer = 'https://login.example.com';
const SECRET = 'the-secret-of-our-client';

let order: Simulator;
let provider: OidcSimulator;
let orderSettings: JsonObject;
let providerSettings: JsonObject;
let clock = () => new Date();
beforeAll(async () => {
  order = await startTestSimulator();
  provider = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  await provider.addClient('vipps', {
    client_id: 'our-client',
    client_secret: SECRET,
    redirect_uris: [`${issuer}/callback/no-vipps`],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  orderSettings = {
    rpApiUrl: order.rpUrl,
    clientCertificate: { certificate: order.rpCertificate, privateKey: order.rpKey },
    ca: order.tlsCa,
  };
  providerSettings = {
    issuer: provider.issuers.vipps ?? '',
    clientId: 'our-client',
    clientSecret: SECRET,
  };
});
afterAll(async () => {
  await order.close();
  await provider.close();
});

/** `check ok detail` of each check; certificates without their dates. */
async function check(eid: string, settings: JsonObject, environment: EidEnvironment = 'test') {
  const checkEid = makeCheckEid({ eids: eidModules, clock: () => clock(), newId: randomId });
  const checks = await checkEid({ eid, environment, settings, issuer });
  expect(JSON.stringify(checks)).not.toMatch(/PRIVATE|the-secret/);
  return checks.map(({ check: name, ok, detail }) => `${name} ${ok} ${detail}`);
}

test('an order eID gets an order that is cancelled', async () => {
  const before = order.statistics();
  const checks = await check('se-bankid', orderSettings);
  expect(checks).toEqual([
    'settings true complete; key and certificate belong together',
    'environment true they lead to a test environment or simulator',
    expect.stringMatching(/^certificate true client .+ is valid until \d{4}-\d\d-\d\d, \d+ days/),
    expect.stringMatching(/^certificate true authority /),
    expect.stringMatching(/^certificate true server /),
    'connection true it accepts our certificate or identifiers, and we accept its',
    'order true one was started and cancelled',
  ]);
  expect(JSON.stringify(order.statistics())).not.toBe(JSON.stringify(before));
});

test('settings of a test environment fail where they serve production domains', async () => {
  expect(await check('se-bankid', orderSettings, 'both')).toContain(
    'environment false they lead to a test environment or simulator, and serve production domains too',
  );
});

test('an expired certificate fails', async () => {
  clock = () => new Date('2126-01-01');
  try {
    const checks = await check('se-bankid', orderSettings);
    expect(checks[2]).toMatch(/^certificate false client .+ expired on \d{4}-/);
  } finally {
    clock = () => new Date();
  }
});

test('a server of another authority, or none, fails with the reason', async () => {
  const certificate = order.rpCertificate;
  const other = await check('se-bankid', { ...orderSettings, ca: certificate });
  expect(other.at(-1)).toMatch(/^connection false no usable answer: .*certificate/);
  const away = { ...orderSettings, rpApiUrl: 'https://localhost:1/rp/v6.0/' };
  expect((await check('se-bankid', away)).at(-1)).toMatch(/^connection false .*ECONNREFUSED/);
});

test('a key of another certificate makes the settings unusable', async () => {
  const clientCertificate = { certificate: order.tlsCa, privateKey: order.rpKey };
  expect(await check('se-bankid', { ...orderSettings, clientCertificate })).toEqual([
    'settings false unusable: apply them again, and each fault is named',
  ]);
});

test('a redirect eID gets a departure, and a made-up code shows whether it knows us', async () => {
  expect(await check('no-vipps', providerSettings)).toEqual([
    'settings true complete; key and certificate belong together',
    'environment true they lead to a test environment or simulator',
    'connection true its metadata was read, and a departure prepared',
    'client true it accepts our credentials',
  ]);
  const wrong = await check('no-vipps', { ...providerSettings, clientSecret: 'another-secret' });
  expect(wrong.at(-1)).toBe(
    'client false it refuses our client id, secret or key (invalid_client)',
  );
});

test('an eID whose orders need a person is not tried, with the reason', async () => {
  expect((await check('mock', {})).at(-1)).toBe(
    'order null not tried: its orders cannot be cancelled',
  );
  expect(await check('xx-none', {})).toEqual([
    'settings false this release has no eID of this name',
  ]);
});

test('Smart-ID gets an order that nobody opens, and no person notices it', async () => {
  const it = await startSmartIdUnderTest(eeSmartId);
  try {
    const checks = await check('ee-smart-id', { ...it.settings } as JsonObject);
    expect(checks.slice(-2)).toEqual([
      'connection true it accepts our certificate or identifiers, and we accept its',
      'order true one was started, which names nobody and ends by itself',
    ]);
    const refused = await check('ee-smart-id', {
      ...it.settings,
      apiUrl: 'https://127.0.0.1:1/v3',
    } as JsonObject);
    expect(refused.at(-1)).toMatch(/^connection false no usable answer/);
  } finally {
    await it.close();
  }
});

test('Mobile-ID is asked about a session that does not exist', async () => {
  const it = await startMobileIdUnderTest(eeMobileId);
  try {
    const settings = mobileIdSettings(it.simulator, it.pki) as JsonObject;
    expect((await check('ee-mobile-id', settings)).slice(-2)).toEqual([
      'connection true it answers; whether it accepts our identifiers is not known',
      'order null not tried: its orders need the number of a person',
    ]);
    expect(it.simulator.world.waiting()).toEqual([]);
  } finally {
    await it.close();
  }
});
