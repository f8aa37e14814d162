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
} from '../support/backchannel-broker.ts';
import { explained } from '../support/explained.ts';

const START = '/ciba/bc-authorize';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());
afterEach(() => broker.advance(20));

/** Deviations of a request from a correct one. */
interface Unusual {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: CryptoKey;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A signed request of the application `signed`. */
function signed(unusual: Unusual = {}): Promise<string> {
  const { alg = 'ES256', kid = 'ec', key = broker.keys.ec, claims = {} } = unusual;
  // The library uses the machine's clock, the service its own: the times must be valid by both.
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

describe('an application that must sign its requests', () => {
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

  test('is bound by its signed parameters only', async () => {
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

  test.each(['iss', 'aud', 'exp', 'iat', 'nbf', 'jti'])('must send the claim %s', async (claim) => {
    const { status, body } = await start({
      request: await signed({ claims: { [claim]: undefined } }),
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => Record<string, unknown>]>([
    ['another issuer', () => ({ iss: 'backend' })],
    ['another audience', () => ({ aud: 'https://other.example' })],
    ['an expiry in the past', () => ({ exp: now() - 300 })],
    ['an expiry too far ahead', () => ({ exp: now() + 3 * 3600 })],
    ['a start in the future', () => ({ nbf: now() + 1200 })],
    ['a start too long ago', () => ({ nbf: now() - 2 * 3600 })],
    ['times as text', () => ({ iat: 'now' })],
    ['another client', () => ({ client_id: 'backend' })],
  ])('must not send %s', async (_, claims) => {
    const { status, body } = await start({ request: await signed({ claims: claims() }) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test('reads in the timeline that it has expired', async () => {
    const { headers } = await start({ request: await signed({ claims: { exp: now() - 300 } }) });
    const login = await explained(broker, String(headers['support-code']));
    expect(login).toMatchObject({ channel: 'ciba', application: 'signed', outcome: 'refused' });
    expect(login.cause).toMatch(/^The signed request has expired/);
  });

  test.each([
    ['login_hint', { toString: 'x' }],
    ['binding_message', { toString: 'x', valueOf: 1 }],
    ['callInitiator', { a: 1 }],
    ['scope', null],
    ['requested_expiry', {}],
  ])('must send %s as text, not as %j', async (name, value) => {
    const { status, body } = await start({ request: await signed({ claims: { [name]: value } }) });
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: `request: ${name} must be text` },
    ]);
  });

  test('must use its own algorithm and key', async () => {
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

test('an application with a choice may sign its requests', async () => {
  const request = await signed({ claims: { iss: 'backend' } });
  expect((await post(broker, START, { request }, as('backend'))).status).toBe(200);
});

test('an application without keys cannot sign its requests', async () => {
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

  test('leads to the login with its signed parameters only', async () => {
    expect((await authorize()).pathname).toMatch(/^\/login\//);
    const refused = await authorize({ claims: { acr_values: 'urn:grn:authn:dk:mitid:low' } });
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'invalid_request',
      state: 'signed-state',
    });
  });

  test('is refused when it is signed with a foreign key', async () => {
    const { foreignEc } = await foreignKeys();
    const { searchParams } = await authorize({ key: foreignEc });
    expect(searchParams.get('error')).toBe('invalid_request_object');
    const uri = new URL(searchParams.get('error_uri') ?? '');
    const { cause, whoActs } = await explained(broker, uri.searchParams.get('code'));
    expect([cause, whoActs]).toEqual([
      expect.stringMatching(
        /^The signed request fits none of the keys that the application has here\. Sent: alg "ES256", kid "ec", .* keys registered: rsa, ec\.$/,
      ),
      'application',
    ]);
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
  ])('must hold %s as text', async (name) => {
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
  ])('with a malformed %s causes no server error', async (name) => {
    for (const value of [{ toString: 'x' }, { a: 1 }, [{ toString: 'x' }], null, [], 1, true]) {
      expect((await sent({ [name]: value })).status).toBeLessThan(500);
    }
  });

  test('may hold numbers as numbers', async () => {
    expect((await authorize({ claims: { max_age: 300, state: 1 } })).pathname).toMatch(
      /^\/login\//,
    );
  });

  test('does not return a long state', async () => {
    const location = await authorize({ claims: { state: 's'.repeat(4097) } });
    expect(location.searchParams.get('error')).toBe('invalid_request');
    expect(location.href.length).toBeLessThan(1000);
  });
});

async function foreignKeys() {
  const { privateKey } = await generateKeyPair('ES256');
  return { foreignEc: privateKey };
}
