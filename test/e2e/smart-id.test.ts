import { randomBytes } from 'node:crypto';

import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import { type RestSimulator, startRestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { pinOf } from '../adapters/eid/protocols/smart-id/smart-id-under-test.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';
import { type Visit, visit } from '../support/visit.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const ACR = 'urn:grn:authn:ee:smart-id';
const [MARI] = personsOf('EE');

let simulator: RestSimulator;
let broker: Broker;
beforeAll(async () => {
  const folder = String(process.env.TEST_PKI_FOLDER);
  const pki = await openPki(folder, randomBytes);
  simulator = await startRestSimulator({ port: 0, pki });
  const variables = () => ({
    SMART_ID_URL: `${simulator.addresses['smart-id']}/v3`,
    SMART_ID_SERVER_KEY: pinOf(pki.tlsServer.certificate.publicKey),
    SMART_ID_PKI: `${folder}/pki`,
    WEB_SECRET: SECRET,
  });
  broker = await startBroker('test/fixtures/smart-id.yaml', { variables });
});
afterAll(async () => {
  await broker.close();
  await simulator.close();
});

function login(parameters: Readonly<Record<string, string>> = {}): Promise<Visit> {
  return visit(broker, { client_id: 'web', acr_values: ACR, ...parameters });
}

function advance(seconds: number): void {
  broker.advance(seconds);
  simulator.clock.advance(seconds);
}

/** Opens a link or QR code in the person's app. */
async function openInApp(link: string | undefined) {
  const opened = await simulator.world.eid('smart-id').openLink?.(new URL(String(link)));
  if (opened === undefined) throw new Error('Smart-ID opens links');
  return opened;
}

function approve(loginId: string, person = MARI!) {
  return simulator.logins.decide(loginId, { kind: 'approved', person });
}

async function claimsOf(callback: URL) {
  const code = callback.searchParams.get('code') ?? '';
  const authorization = basic('web', SECRET).authorization;
  const { body } = await requestTokens(broker, { code }, { authorization });
  return verifiedClaims(broker, body.id_token, 'web');
}

describe('a login with Smart-ID', () => {
  test.each(personsOf('EE').concat(personsOf('LV'), personsOf('LT')))(
    'by QR code identifies $country $id',
    async (person) => {
      const acr = `urn:grn:authn:${person.country.toLowerCase()}:smart-id`;
      const started = await login({ acr_values: acr });
      await started.load();
      await started.press('other-device');
      const { qr } = await started.load();
      approve((await openInApp(qr)).loginId, person);
      advance(2);
      const claims = await claimsOf(await started.arrive());
      expect(claims).toMatchObject({
        identityscheme: `${person.country.toLowerCase()}smartid`,
        acr,
        country: person.country,
        ssn: person.nationalNumber,
        given_name: person.givenName,
        family_name: person.familyName,
        birthdate: person.birthdate,
      });
    },
  );

  test('shows another code each second, and the app refuses an older one', async () => {
    const started = await login();
    await started.load();
    await started.press('other-device');
    const { qr } = await started.load();
    advance(8);
    const { qr: later } = await started.load();
    expect(later).not.toBe(qr);
    await expect(openInApp(qr)).rejects.toMatchObject({ code: 'stale_qr_code' });
    await expect(openInApp(later)).resolves.toMatchObject({ loginId: expect.any(String) });
  });

  test('of another country’s person is not believed', async () => {
    const started = await login();
    await started.load();
    await started.press('other-device');
    const { qr } = await started.load();
    approve((await openInApp(qr)).loginId, personsOf('LT')[0]);
    advance(2);
    expect(await started.load()).toMatchObject({ state: 'ended' });
  });
});

describe('a login of a named person with Smart-ID', () => {
  /** Only an authenticated request sends an order to a person. */
  async function loginOfMari(): Promise<Visit> {
    const request = {
      client_id: 'web',
      response_type: 'code',
      redirect_uri: 'http://localhost:9999/cb',
      scope: 'openid',
      acr_values: ACR,
      login_hint: `sub:ssn:${MARI?.nationalNumber}`,
    };
    const response = await fetch(`${broker.issuer}/oauth2/par`, {
      method: 'POST',
      headers: { authorization: basic('web', SECRET).authorization },
      body: new URLSearchParams(request),
    });
    const { request_uri } = (await response.json()) as { readonly request_uri: string };
    return visit(broker, { client_id: 'web', request_uri });
  }

  test('shows the code that the app shows', async () => {
    const named = await loginOfMari();
    await named.load();
    await named.press('other-device');
    const pushed = simulator.world.waiting().at(-1);
    const page = await named.load();
    expect(page).toMatchObject({ state: 'code', qr: undefined });
    expect(page.html).toMatch(new RegExp(`>${pushed?.verificationCode}<`));
    approve(String(pushed?.id));
    advance(2);
    expect(await claimsOf(await named.arrive())).toMatchObject({ ssn: MARI?.nationalNumber });
  });

  test('who chose another code ends', async () => {
    const named = await loginOfMari();
    await named.load();
    await named.press('other-device');
    const pushed = String(simulator.world.waiting().at(-1)?.id);
    simulator.logins.decide(pushed, { kind: 'failed', word: 'WRONG_VC' });
    advance(2);
    expect(await named.load()).toMatchObject({ state: 'ended' });
  });
});

test('a page of the application is refused', async () => {
  const query = { response_type: 'code', client_id: 'web', scope: 'openid', acr_values: ACR };
  const parameters = { ...query, redirect_uri: 'http://localhost:9999/cb', response_mode: 'json' };
  const url = `${broker.issuer}/oauth2/authorize?${new URLSearchParams(parameters)}`;
  expect((await fetch(url)).status).toBe(400);
});

describe('a login with Smart-ID on the same device', () => {
  /** The person confirmed in the app, which opens the return URL. */
  async function confirmed() {
    const started = await login();
    await started.load();
    const { appLink } = renderedPage(await started.press('same-device'));
    const { loginId, returnUrl } = await openInApp(appLink);
    const url = returnUrl(approve(loginId)) ?? '';
    advance(2);
    return { started, url };
  }

  test('waits for the return, which proves the browser', async () => {
    const { started, url } = await confirmed();
    expect(url).toMatch(/nonce=[\w-]{43}&sessionSecretDigest=[\w-]{43}&userChallengeVerifier=/);
    expect((await started.load()).forms.has('continue')).toBe(false);
    advance(2);
    const back = await started.browser.get(url);
    expect([back.status, back.location]).toEqual([302, started.url]);
    advance(2);
    expect(await claimsOf(await started.arrive())).toMatchObject({ ssn: MARI?.nationalNumber });
  });

  test.each([
    ['another sessionSecretDigest', /sessionSecretDigest=[\w-]{4}/, 'sessionSecretDigest=AAAA'],
    ['another userChallengeVerifier', /userChallengeVerifier=.{4}/, 'userChallengeVerifier=AAAA'],
    ['none of both', /&sessionSecretDigest=.*$/, ''],
  ])('is not believed with %s', async (_, part, replacement) => {
    const { started, url } = await confirmed();
    await started.browser.get(url.replace(part, replacement));
    advance(2);
    expect(await started.load()).toMatchObject({ state: 'ended' });
  });

  test('does not continue in another browser', async () => {
    const { started, url } = await confirmed();
    const other: Browser = newBrowser();
    expect((await other.get(url)).status).toBe(403);
    advance(2);
    expect(await started.load()).toMatchObject({ state: 'ended' });
  });
});

describe('a headless request with Smart-ID', () => {
  async function post(path: string, fields: Readonly<Record<string, string>>) {
    const response = await fetch(`${broker.issuer}${path}`, {
      method: 'POST',
      headers: { authorization: basic('backend', SECRET).authorization },
      body: new URLSearchParams(fields),
    });
    const body = (await response.json()) as Readonly<Record<string, string>> & {
      readonly acr_data?: Readonly<Record<string, string>>;
    };
    return { status: response.status, body };
  }

  async function start(more: Readonly<Record<string, string>> = {}) {
    const request = { scope: 'openid', acr_values: ACR, end_user_ip: '192.0.2.7', ...more };
    const { status, body } = await post('/headless/authorize', request);
    expect([status, body]).toEqual([200, expect.objectContaining({ expires_in: 120 })]);
    return body;
  }

  function poll(id: string | undefined) {
    const grant = 'urn:grn:params:grant-type:headless';
    return post('/oauth2/token', { grant_type: grant, headless_req_id: id ?? '' });
  }

  test('ends with tokens after its QR code was scanned', async () => {
    const { acr_data: data, headless_req_id: id } = await start();
    expect(Object.keys(data ?? {})).toEqual(['qrData']);
    approve((await openInApp(data?.qrData)).loginId);
    advance(5);
    const { body } = await poll(id);
    const claims = await verifiedClaims(broker, body.id_token, 'backend');
    expect(claims).toMatchObject({ ssn: MARI?.nationalNumber });
  });

  test('of a named person shows the code that the app shows, too', async () => {
    const named = { login_hint: `sub:ssn:${MARI?.nationalNumber}` };
    const { acr_data: data, headless_req_id: id } = await start(named);
    const pushed = simulator.world.waiting().at(-1);
    expect(data).toEqual({ verificationCode: pushed?.verificationCode });
    expect(data?.verificationCode).toMatch(/^\d{4}$/);
    approve(String(pushed?.id));
    advance(5);
    const { body } = await poll(id);
    const claims = await verifiedClaims(broker, body.id_token, 'backend');
    expect(claims).toMatchObject({ ssn: MARI?.nationalNumber });
  });
});

test('the numbers of persons and accounts are not logged', () => {
  const text = JSON.stringify(broker.logged);
  expect(text).not.toMatch(/PNO[A-Z]{2}/);
  expect(text).not.toContain(MARI?.nationalNumber);
});
