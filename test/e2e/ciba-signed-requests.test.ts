import { randomUUID } from 'node:crypto';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose';
import {
  as,
  type BackchannelBroker,
  type Fields,
  onlyOrder,
  PHONE_REQUEST,
  pollPhone,
  post,
  startBackchannelBroker,
} from '../support/polled.ts';

const START = '/ciba/bc-authorize';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());
afterEach(() => broker.advance(20));

/** How a request differs from one that is in order. */
interface Unusual {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: CryptoKey;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A signed request of the application `signed`. */
function signed(unusual: Unusual = {}): Promise<string> {
  const { alg = 'ES256', kid = 'ec', key = broker.keys.ec, claims = {} } = unusual;
  // The library judges times by the machine's clock, we by the service's: both must be content.
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, nbf: now, exp: now + 1800 };
  const about = { iss: 'signed', aud: broker.issuer, jti: randomUUID() };
  return new SignJWT({ ...PHONE_REQUEST, ...about, ...times, ...claims })
    .setProtectedHeader({ alg, kid })
    .sign(key);
}

function start(fields: Fields) {
  return post(broker, START, fields, as('signed'));
}

describe('an application whose requests are signed', () => {
  test('starts a phone authentication', async () => {
    const { status, body } = await start({ request: await signed() });
    expect([status, body.expires_in]).toEqual([200, 120]);
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'confirm-call');
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    expect((await pollPhone(broker, String(body.auth_req_id), 'signed')).status).toBe(200);
  });

  test('cannot start one without a signature', async () => {
    const { status, body } = await start(PHONE_REQUEST);
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'this application must send its request as a signed request object',
      },
    ]);
  });

  test('is heard by what is signed, not by what stands beside it', async () => {
    const claims = { callInitiator: undefined };
    const fields = { request: await signed({ claims }), callInitiator: 'RP' };
    const { status, body } = await start(fields);
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: "missing required parameter 'callInitiator'" },
    ]);
  });

  test('cannot use a signed request twice', async () => {
    const request = await signed({ claims: { callInitiator: 'rp' } });
    expect((await start({ request })).body.error_description).toBe(
      'callInitiator must be RP or user',
    );
    expect((await start({ request })).body).toEqual({
      error: 'invalid_request',
      error_description: 'request: jti was used before',
    });
  });

  test.each(['iss', 'aud', 'exp', 'iat', 'nbf', 'jti'])('must say %s', async (claim) => {
    const { status, body } = await start({
      request: await signed({ claims: { [claim]: undefined } }),
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => Record<string, unknown>]>([
    ['another issuer', () => ({ iss: 'backend' })],
    ['another audience', () => ({ aud: 'https://other.example' })],
    ['an end in the past', () => ({ exp: now() - 300 })],
    ['an end too far ahead', () => ({ exp: now() + 3 * 3600 })],
    ['a beginning in the future', () => ({ nbf: now() + 1200 })],
    ['a beginning too long ago', () => ({ nbf: now() - 2 * 3600 })],
    ['times that are texts', () => ({ iat: 'now' })],
    ['another client', () => ({ client_id: 'backend' })],
  ])('must not say %s', async (_, claims) => {
    const { status, body } = await start({ request: await signed({ claims: claims() }) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test.each([
    ['login_hint', { toString: 'x' }],
    ['binding_message', { toString: 'x', valueOf: 1 }],
    ['callInitiator', { a: 1 }],
    ['scope', null],
    ['requested_expiry', {}],
  ])('must write %s as text, not as %j', async (name, value) => {
    const { status, body } = await start({ request: await signed({ claims: { [name]: value } }) });
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: `request: ${name} must be text` },
    ]);
  });

  test('must sign with its own algorithm and key', async () => {
    const { rsa, foreign } = broker.keys;
    const requests = [
      await signed({ alg: 'RS256', kid: 'rsa', key: rsa }),
      await signed({ alg: 'RS256', kid: 'rsa', key: foreign }),
      `${(await signed()).split('.').slice(0, 2).join('.')}.AAAA`,
      `e30.${(await signed()).split('.')[1]}.`,
      'no token',
    ];
    for (const request of requests) {
      const { status, body } = await start({ request });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
    expect(await broker.phone.orders()).toEqual([]);
  });
});

test('an application that need not sign may do so', async () => {
  const request = await signed({ claims: { iss: 'backend' } });
  expect((await post(broker, START, { request }, as('backend'))).status).toBe(200);
});

test('an application without keys cannot', async () => {
  const request = await signed({ claims: { iss: 'neighbour' } });
  const { status, body } = await post(broker, START, { request }, as('neighbour'));
  expect([status, body.error]).toEqual([400, 'invalid_request']);
});

describe('a signed request in the browser', () => {
  const answered = async (unusual: Unusual = {}) => {
    const request = await new SignJWT({
      iss: 'web',
      aud: broker.issuer,
      client_id: 'web',
      response_type: 'code',
      redirect_uri: 'https://app.example.com/cb',
      scope: 'openid',
      state: 'signed-state',
      acr_values: 'urn:grn:authn:se:bankid',
      ...unusual.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
      .sign(unusual.key ?? broker.keys.ec);
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: 'https://app.example.com/cb',
      response_type: 'code',
      scope: 'openid',
      request,
    });
    const url = `${broker.issuer}/oauth2/authorize?${query}`;
    return fetch(url, { redirect: 'manual' });
  };
  const authorize = async (unusual: Unusual = {}) => {
    const { headers } = await answered(unusual);
    return new URL(headers.get('location') ?? '/', broker.issuer);
  };
  const sent = async (claims: Record<string, unknown>) => {
    const answer = await answered({ claims });
    return { status: answer.status, text: await answer.text() };
  };

  test('leads to the login, with what is signed alone', async () => {
    expect((await authorize()).pathname).toMatch(/^\/login\//);
    const refused = await authorize({ claims: { acr_values: 'urn:grn:authn:dk:mitid:low' } });
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'invalid_request',
      state: 'signed-state',
    });
  });

  test('is refused when another key than the application’s signed it', async () => {
    const { foreignEc } = await foreignKeys();
    const { searchParams } = await authorize({ key: foreignEc });
    expect(searchParams.get('error')).toBe('invalid_request_object');
  });

  test.each([
    'login_hint',
    'acr_values',
    'scope',
    'state',
    'nonce',
    'prompt',
    'max_age',
    'ui_locales',
    'redirect_uri',
    'response_mode',
    'code_challenge',
    'id_token_hint',
    'display',
  ])('must write %s as text', async (name) => {
    for (const value of [{ a: 1 }, null, {}]) {
      const location = await authorize({ claims: { [name]: value } });
      expect(location.origin).toBe('https://app.example.com');
      expect(Object.fromEntries(location.searchParams)).toMatchObject({
        error: 'invalid_request',
        error_description: `request: ${name} must be text`,
      });
    }
    const { status, text } = await sent({ [name]: { toString: 'x' } });
    expect(status).toBe(400);
    expect(text).toContain(`request: ${name} must be text`);
  });

  test.each([
    'iss',
    'aud',
    'exp',
    'iat',
    'nbf',
    'jti',
    'sub',
    'client_id',
    'response_type',
    'request',
    'unknown',
  ])('with any %s is answered', async (name) => {
    for (const value of [{ toString: 'x' }, { a: 1 }, [{ toString: 'x' }], null, [], 1, true]) {
      expect((await sent({ [name]: value })).status).toBeLessThan(500);
    }
  });

  test('may write numbers as such', async () => {
    expect((await authorize({ claims: { max_age: 300, state: 1 } })).pathname).toMatch(
      /^\/login\//,
    );
  });

  test('cannot make us give a long state back', async () => {
    const location = await authorize({ claims: { state: 's'.repeat(4097) } });
    expect(location.searchParams.get('error')).toBe('invalid_request');
    expect(location.href.length).toBeLessThan(1000);
  });
});

async function foreignKeys() {
  const { privateKey } = await generateKeyPair('ES256');
  return { foreignEc: privateKey };
}
