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
} from '../support/polled.ts';
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

/** Opens a request that was pushed before. */
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
    ['a pushed request of a client that authenticated', () => pushed(REQUEST, as('web'))],
    ['a signed request', signed],
  ])('of %s is named to the eID, which lets nobody else in', async (_, open) => {
    const { qr } = await (await open()).snapshot();
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
      'the URL beside a pushed request',
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
  ])('of %s is not named to the eID', async (_, open) => {
    const login = await open();
    const { qr } = await login.snapshot();
    const { orderRef } = await broker.phone.scan(qr!, ASA);
    await broker.phone.decide(orderRef, 'cancel');
  });

  test('who answers is let in, whoever wrote the request', async () => {
    const login = await visit(broker, REQUEST);
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('is never somebody else: the answer is compared, and the page says so', async () => {
    const login = await visit(broker, REQUEST);
    await decide(broker, await scan(broker, login, ASA));
    const page = await login.snapshot();
    expect(page).toMatchObject({ state: 'ended', heading: 'Another person answered' });
    for (const number of [TOLVAN, ASA]) expect(page.html).not.toContain(number);
    const callback = arrivalOf(await login.press('cancel'));
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('error_description')).toBe('another person answered');
  });
});

test('how often a person is named is a setting of the domain, which a test domain may raise', async () => {
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

describe('a stranger who knows the number of a person', () => {
  test('neither ends the call that runs nor uses up the starts of the call centre', async () => {
    const call = await startPhone(broker);
    const order = await onlyOrder(broker);
    for (let times = 0; times < 12; times += 1) {
      await (await visit(broker, REQUEST)).snapshot();
      await (await pushed({ ...REQUEST, ...CHALLENGE, client_id: 'public' }, {})).snapshot();
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

  test('does not use up the logins that the application itself names', async () => {
    for (let times = 0; times < 12; times += 1) await (await visit(broker, REQUEST)).snapshot();
    for (let times = 1; times <= 5; times += 1) {
      const login = await pushed(REQUEST, as('web'));
      expect(await login.snapshot()).toMatchObject({ status: 200, state: 'scan' });
      await login.press('cancel');
    }
    const sixth = await (await pushed(REQUEST, as('web'))).snapshot();
    expect([sixth.status, sixth.heading]).toEqual([429, 'Too many at once']);
  });
});
