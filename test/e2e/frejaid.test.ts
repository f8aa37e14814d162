import { freja } from '@eid-broker/eid-simulators/rest/profiles/freja';
import type { RestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  type RestSimulatorUnderTest,
  startRestSimulatorUnderTest,
} from '../adapters/eid/rest-simulator-under-test.ts';
import { post } from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';
import { authorizationUrl, type Visit, visit } from '../support/visit.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const ACR = 'urn:grn:authn:se:frejaid';
const HEADLESS = 'urn:grn:params:grant-type:headless';
const PERSON = personsOf('SE').find(({ id }) => id === 'asa');
const base64 = (text: string) => Buffer.from(text).toString('base64');

let eid: RestSimulatorUnderTest;
let simulator: RestSimulator;
let broker: Broker;
beforeAll(async () => {
  eid = await startRestSimulatorUnderTest(freja, () => broker?.now() ?? new Date());
  const { pki } = eid;
  simulator = eid.simulator;
  const variables = () => ({
    FREJA_URL: simulator.addresses.frejaid ?? '',
    FREJA_APP_URL: `${simulator.url}/app/frejaid`,
    FREJA_CA: pki.tlsRoot.certificate.toString(),
    FREJA_SIGNING: pki.tlsServer.certificate.toString(),
    FREJA_CERTIFICATE: pki.rpClient.certificate.toString(),
    FREJA_KEY: pki.rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    WEB_SECRET: SECRET,
  });
  broker = await startBroker('test/fixtures/frejaid.yaml', { variables });
});
afterAll(async () => {
  await broker.close();
  await eid.close();
});

function login(more: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const scope = 'openid frejaid:basic_user_info frejaid:ssn';
  return visit(broker, { client_id: 'web', acr_values: ACR, scope, ...more });
}

/** The person's app opens a link or the text of a QR code, and the person decides. */
async function decide(link: string, kind: 'approved' | 'aborted') {
  if (PERSON === undefined) throw new Error('the test person is missing');
  const opened = await simulator.world.eid('frejaid').openLink?.(new URL(link));
  const id = opened?.loginId ?? '';
  const text = simulator.world.waiting().find((one) => one.id === id)?.text;
  simulator.world.decide(id, kind === 'approved' ? { kind, person: PERSON } : { kind });
  broker.advance(3);
  const decided = simulator.logins.find(id);
  return { text, returnUrl: decided && opened?.returnUrl(decided) };
}

async function claimsOf(callback: URL) {
  const code = callback.searchParams.get('code') ?? '';
  const { authorization } = basic('web', SECRET);
  const { body } = await requestTokens(broker, { code }, { authorization });
  return verifiedClaims(broker, body.id_token, 'web');
}

describe('a login with Freja in the browser', () => {
  test('by a QR code that changes issues an ID token with the granted claims', async () => {
    const visited = await login();
    await visited.press('other-device');
    const first = (await visited.load()).qr ?? '';
    broker.advance(1);
    const second = (await visited.load()).qr ?? '';
    expect(first).toContain('transactionReference=');
    expect(second).not.toBe(first);
    await decide(second, 'approved');

    const claims = await claimsOf(await visited.arrive());
    expect(claims).toMatchObject({
      identityscheme: 'sefrejaid',
      authenticationtype: ACR,
      country: 'SE',
      status: 'APPROVED',
      userInfoType: 'INFERRED',
      given_name: PERSON?.givenName,
      family_name: PERSON?.familyName,
      details: { requestedAttributes: { ssn: { ssn: PERSON?.nationalNumber, country: 'SE' } } },
    });
    expect(claims).not.toHaveProperty('birthdate');
  });

  test('on the same device returns to this browser', async () => {
    const visited = await login();
    await visited.press('same-device');
    const { html } = await visited.load();
    const link = /href="([^"]*bindUserToTransaction[^"]*)"/.exec(html)?.[1] ?? '';
    const { returnUrl } = await decide(link.replaceAll('&amp;', '&'), 'approved');
    const back = await visited.browser.follow(returnUrl ?? '');
    expect(back.location ?? '').toContain('http://localhost:9999/cb?code=');
  });

  test('that the person declines returns access_denied', async () => {
    const visited = await login();
    await visited.press('other-device');
    await decide((await visited.load()).qr ?? '', 'aborted');
    const { searchParams } = await visited.arrive();
    expect(searchParams.get('error')).toBe('access_denied');
  });

  test('is not answered from a session, also in the same browser', async () => {
    const first = await login();
    await first.press('other-device');
    await decide((await first.load()).qr ?? '', 'approved');
    await first.arrive();
    const parameters = { client_id: 'web', acr_values: ACR, scope: 'openid' };
    const second = await visit(broker, parameters, first.browser);
    expect((await second.load()).state).toBe('choose');
  });
});

test('a signature shows the text in the app, and returns it with the evidence', async () => {
  const hint = `action:sign message:${base64('Pay 100 kr')} title:${base64('Köp')}`;
  const visited = await login({ login_hint: hint, scope: 'openid evidence' });
  await visited.press('other-device');
  const { text } = await decide((await visited.load()).qr ?? '', 'approved');
  expect(text).toBe('Pay 100 kr');
  const claims = await claimsOf(await visited.arrive());
  const [, content = ''] = String(claims.userSignature).split('.');
  expect(Buffer.from(content, 'base64url').toString()).toBe('Pay 100 kr');
  expect(claims).toMatchObject({ signRef: expect.any(String), evidence: expect.any(String) });
});

test('a request for attributes above its level of registration is refused, without a page', async () => {
  const scope = 'openid frejaid:ssn';
  const url = authorizationUrl(broker.issuer, {
    client_id: 'web',
    acr_values: ACR,
    scope,
    login_hint: 'minregistrationlevel:basic',
  });
  const answer = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  expect(searchParams.get('error')).toBe('invalid_request');
  expect(searchParams.get('error_description')).toContain('minregistrationlevel:extended');
  expect(searchParams.get('error_uri')).toContain('/errors/hint-needs-other');
});

describe('a headless login with Freja', () => {
  const authorized = basic('backend', SECRET);

  test('shows a QR code of the second, and issues tokens', async () => {
    const started = await post(
      broker,
      '/headless/authorize',
      {
        acr_values: ACR,
        scope: 'openid frejaid:ssn',
        end_user_ip: '192.0.2.7',
      },
      authorized,
    );
    expect(started.status).toBe(200);
    const { headless_req_id: id, acr_data: data } = started.body as {
      readonly headless_req_id: string;
      readonly acr_data: Readonly<Record<string, string>>;
    };
    const poll = () =>
      post(broker, '/oauth2/token', { grant_type: HEADLESS, headless_req_id: id }, authorized);
    broker.advance(3);
    const pending = await poll();
    expect(pending.body).toMatchObject({
      error: 'authorization_pending',
      acr_data: { hintCode: 'STARTED' },
    });
    const { qrData = '' } = pending.body.acr_data as Readonly<Record<string, string>>;
    expect(qrData).not.toBe(data.qrData);
    await decide(qrData, 'approved');
    const { status, body } = await poll();
    expect(status).toBe(200);
    const claims = await verifiedClaims(broker, String(body.id_token), 'backend');
    expect(claims).toMatchObject({ acr: ACR, identityscheme: 'sefrejaid' });
  });

  test('is not offered by CIBA', async () => {
    const { status, body } = await post(
      broker,
      '/ciba/bc-authorize',
      {
        acr_values: ACR,
        scope: 'openid',
        login_hint: `sub:ssn:${PERSON?.nationalNumber}`,
        binding_message: 'Call',
        callInitiator: 'RP',
      },
      authorized,
    );
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});
