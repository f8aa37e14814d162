import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import {
  as,
  type Fields,
  type OperatedBroker,
  onlyOrder,
  PHONE_REQUEST,
  pollPhone,
  post,
  startBackchannelBroker,
  startPhone,
} from '../support/backchannel-broker.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ASA = '199006022397';

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
  acr_values: QR_ACR,
  login_hint: `sub:ssn:${TOLVAN}`,
};
const CHALLENGE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

let broker: OperatedBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());
afterEach(async () => {
  await broker.sql('delete from rate_limit');
});

/** Opens a pushed request. */
async function pushed(fields: Fields, headers?: Fields): Promise<Visit> {
  const { status, body } = await post(broker, '/oauth2/par', fields, headers);
  if (status !== 201) throw new Error(`par: ${status} ${JSON.stringify(body)}`);
  const { client_id = '' } = fields;
  return visit(broker, { client_id, request_uri: String(body.request_uri) });
}

async function signed(): Promise<Visit> {
  const request = await new SignJWT({ ...REQUEST, iss: 'web', aud: broker.issuer })
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .sign(broker.keys.ec);
  return visit(broker, { client_id: 'web', redirect_uri: REQUEST.redirect_uri, request });
}

describe('a named person', () => {
  test.each([
    ['a pushed request of an authenticated client', () => pushed(REQUEST, as('web'))],
    ['a signed request', signed],
  ])('in %s is sent to the eID, which refuses other persons', async (_, open) => {
    const { qr } = await (await open()).load();
    await expect(broker.phone.scan(qr!, ASA)).rejects.toThrow('wrong_person');
    const login = await open();
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  const PUBLIC = { ...REQUEST, ...CHALLENGE, client_id: 'public' };
  test.each([
    ['a request in the URL', () => visit(broker, REQUEST)],
    ['a pushed request of a public client', () => pushed(PUBLIC, {})],
    [
      'the URL of a pushed request',
      async () => {
        const { status, body } = await post(
          broker,
          '/oauth2/par',
          { ...PUBLIC, login_hint: '' },
          {},
        );
        expect(status).toBe(201);
        const named = { client_id: 'public', request_uri: String(body.request_uri) };
        return visit(broker, { ...named, login_hint: REQUEST.login_hint });
      },
    ],
  ])('in %s is not sent to the eID', async (_, open) => {
    const login = await open();
    const { qr } = await login.load();
    const { orderRef } = await broker.phone.scan(qr!, ASA);
    await broker.phone.decide(orderRef, 'cancel');
  });

  test('may log in even when a stranger wrote the request', async () => {
    const login = await visit(broker, REQUEST);
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('is compared with the person of the response, and the page shows a difference', async () => {
    const login = await visit(broker, REQUEST);
    await decide(broker, await scan(broker, login, ASA));
    const page = await login.load();
    expect(page).toMatchObject({ state: 'ended', heading: 'Another person answered' });
    for (const number of [TOLVAN, ASA]) expect(page.html).not.toContain(number);
    const callback = arrivalOf(await login.press('cancel'));
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('error_description')).toBe('another person answered');
  });
});

test('the limit of starts for a named person is a setting of the domain', async () => {
  await broker.change((content) =>
    content.replace('environment: test\n', 'environment: test\n        startsPerPerson: 7\n'),
  );
  for (let times = 1; times <= 7; times += 1) {
    const auth_req_id = await startPhone(broker);
    expect((await post(broker, '/ciba/cancel', { auth_req_id })).status).toBe(200);
  }
  const eighth = await post(broker, '/ciba/bc-authorize', PHONE_REQUEST);
  expect([eighth.status, eighth.body.error]).toEqual([429, 'temporarily_unavailable']);
  await broker.change((content) => content);
});

describe('a stranger with the number of a person', () => {
  test('neither ends a running call nor exhausts the limit of the call centre', async () => {
    const call = await startPhone(broker);
    const order = await onlyOrder(broker);
    for (let times = 0; times < 12; times += 1) {
      await (await visit(broker, REQUEST)).load();
      await (await pushed({ ...REQUEST, ...CHALLENGE, client_id: 'public' }, {})).load();
    }
    await broker.phone.open({ orderRef: order }, TOLVAN);
    await broker.phone.decide(order, 'confirm-call');
    await broker.phone.decide(order, 'approve');
    broker.advance(5);
    expect((await pollPhone(broker, call)).status).toBe(200);
    for (let times = 2; times <= 5; times += 1) {
      const auth_req_id = await startPhone(broker);
      expect((await post(broker, '/ciba/cancel', { auth_req_id })).status).toBe(200);
    }
  });

  test("does not exhaust the limit of the application's own logins", async () => {
    for (let times = 0; times < 12; times += 1) await (await visit(broker, REQUEST)).load();
    for (let times = 1; times <= 5; times += 1) {
      const login = await pushed(REQUEST, as('web'));
      expect(await login.load()).toMatchObject({ status: 200, state: 'scan' });
      await login.press('cancel');
    }
    const sixth = await (await pushed(REQUEST, as('web'))).load();
    expect([sixth.status, sixth.heading]).toEqual([429, 'Too many at once']);
  });
});
