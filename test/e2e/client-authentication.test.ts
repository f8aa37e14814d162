import { assertionFields, type Signing } from '@eid-broker/testing/client-assertion';
import {
  basic,
  basicOf,
  codeFields,
  type JsonAnswer,
  jsonOf,
  postToken,
} from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  expectNoCallOrError,
  SECRETS,
  type SecurityBroker,
  startSecurityBroker,
} from '../support/security-broker.ts';

const URN = 'urn:my:application:identifier:1234';
const CIBA = 'urn:openid:params:grant-type:ciba';
const HEADLESS = 'urn:grn:params:grant-type:headless';

/** An authenticated client gets this error, because the code is unknown. */
const AUTHENTICATED = [400, 'invalid_grant'];
const REFUSED = [401, 'invalid_client'];

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

afterEach(() => expectNoCallOrError(broker));

/** The endpoints with client authentication, each with a request that is invalid except for the client. */
const ENDPOINTS: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['the token endpoint, for a code', '/oauth2/token', codeFields('x')],
  ['the token endpoint, without a grant type', '/oauth2/token', { code: 'x' }],
  ['the token endpoint, with a bad grant type', '/oauth2/token', { grant_type: 'password' }],
  ['a poll of CIBA', '/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' }],
  ['a poll of headless', '/oauth2/token', { grant_type: HEADLESS, headless_req_id: 'x' }],
  ['pushed requests', '/oauth2/par', { scope: '  ', response_type: 'bogus', redirect_uri: 'x' }],
  ['pushed requests without a parameter', '/oauth2/par', {}],
  ['CIBA', '/ciba/bc-authorize', { scope: 'x', login_hint: 'sub:ssn:1', callInitiator: 'x' }],
  ['CIBA without a parameter', '/ciba/bc-authorize', {}],
  ['cancelling CIBA', '/ciba/cancel', { auth_req_id: 'x' }],
  ['headless', '/headless/authorize', { scope: 'x', acr_values: 'x', end_user_ip: 'x' }],
  ['headless without a parameter', '/headless/authorize', {}],
  ['cancelling headless', '/headless/cancel', { headless_req_id: 'x' }],
  ['watching headless', '/headless/events', { headless_req_id: 'x' }],
];

describe.each(ENDPOINTS)('%s authenticates the client before other checks', (_, path, fields) => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a wrong secret', basic('all-ways', 'wrong'), {}],
    ['a wrong secret in the body', {}, { client_id: 'all-ways', client_secret: 'wrong' }],
    ['an unknown client', basic('nobody', SECRETS.web), {}],
    ['no credential', {}, { client_id: 'all-ways' }],
    ['a public client with a secret', basic('spa', SECRETS.web), {}],
  ])('and refuses %s', async (_name, headers, extra) => {
    expect(outcomeOf(await post(path, { ...fields, ...extra }, headers))).toEqual(REFUSED);
  });

  test('and refuses a forged assertion', async () => {
    const forged = await signed('all-ways', { key: broker.keys.foreign });
    expect(outcomeOf(await post(path, { ...fields, ...forged }))).toEqual(REFUSED);
  });

  test('and refuses two credentials in one request', async () => {
    const assertion = await signed('all-ways');
    const headers = basic('all-ways', SECRETS.web);
    const { status, body } = await post(path, { ...fields, ...assertion }, headers);
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'client authentication must only be provided using one mechanism',
      },
    ]);
  });

  test('and counts an assertion as used in a refused request', async () => {
    const assertion = await signed('all-ways');
    const { status, body } = await post(path, { ...fields, ...assertion });
    expect(status).toBe(400);
    expect(body.error).not.toBe('invalid_client');
    expect(outcomeOf(await post(path, { ...fields, ...assertion }))).toEqual(REFUSED);
  });

  test('and shares used assertions with the other endpoints', async () => {
    const here = await signed('all-ways');
    await post(path, { ...fields, ...here });
    const elsewhere = await signed('all-ways');
    await post('/oauth2/token', { ...codeFields('x'), ...elsewhere });
    expect(outcomeOf(await post('/oauth2/token', { ...codeFields('x'), ...here }))).toEqual(
      REFUSED,
    );
    expect(outcomeOf(await post(path, { ...fields, ...elsewhere }))).toEqual(REFUSED);
  });

  test('and does not count a forged assertion as used', async () => {
    const claims = { jti: `forged-first ${path} ${Object.keys(fields)}` };
    const forged = await signed('all-ways', { key: broker.keys.foreign, claims });
    await post(path, { ...fields, ...forged });
    const good = await post(path, { ...fields, ...(await signed('all-ways', { claims })) });
    expect(good.body.error).not.toBe('invalid_client');
  });

  // spec: auth.secret, auth.private-key-jwt
  test.each<[string, () => Promise<[Record<string, string>, Record<string, string>]>]>([
    ['Basic', async () => [basic('all-ways', SECRETS.web), {}]],
    ['raw Basic', async () => [basicOf(`${URN}:${SECRETS.base64}`), {}]],
    ['the body', async () => [{}, { client_id: 'all-ways', client_secret: SECRETS.web }]],
    ['RS256', async () => [{}, { ...(await signed('all-ways')) }]],
    [
      'ES256',
      async () => [
        {},
        { ...(await signed('all-ways', { key: broker.keys.ec, header: { alg: 'ES256' } })) },
      ],
    ],
  ])('and accepts each credential of an application: %s', async (_name, credentials) => {
    const [headers, extra] = await credentials();
    const { status, body } = await post(path, { ...fields, ...extra }, headers);
    expect(status).toBe(400);
    expect(body.error).not.toBe('invalid_client');
  });
});

describe('a Basic header without form encoding', () => {
  test.each([
    ['a client id with colons', `${URN}:${SECRETS.base64}`],
    ['an encoded client id, a raw secret', `${encodeURIComponent(URN)}:${SECRETS.base64}`],
    ['a secret with percent signs', `${URN}:${SECRETS.percent}`],
    ['colons on both sides', `urn:example:app:1+2%:${SECRETS.special}`],
  ])('is accepted with %s', async (_, text) => {
    const { status, body } = await postToken(broker, codeFields('x'), basicOf(text));
    expect([status, body.error]).toEqual(AUTHENTICATED);
  });

  test('is accepted with the client_id in the body, as SDKs send both', async () => {
    const fields = { ...codeFields('x'), client_id: URN };
    const { status, body } = await postToken(broker, fields, basicOf(`${URN}:${SECRETS.base64}`));
    expect([status, body.error]).toEqual(AUTHENTICATED);
  });

  test.each([
    ['a wrong secret', `${URN}:${SECRETS.base64.replace('b', 'c')}`],
    ['a secret of another client', `${URN}:${SECRETS.web}`],
    ['an unknown client', `urn:my:application:identifier:1235:${SECRETS.base64}`],
    ['a client of another tenant', `only-second:${SECRETS.web}`],
  ])('is refused with %s like other credentials', async (_, text) => {
    const { status, body, headers } = await postToken(broker, codeFields('x'), basicOf(text));
    expect([status, body]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'client authentication failed' },
    ]);
    expect(headers['www-authenticate']).toContain('Basic realm=');
  });

  test.each([
    ['invalid percent encoding and a known client', basicOf('web:%zz%')],
    ['invalid percent encoding and an unknown client', basicOf('nobody:%zz%')],
    ['invalid percent encoding and a client id with colons', basicOf(`${URN}:%zz%`)],
    ['a NUL', basicOf(`${URN}:\0`)],
    ['invalid UTF-8', { authorization: 'Basic /zr+' }],
    ['a very long text of colons', basicOf(':'.repeat(10_000))],
  ])('causes no server error with %s', async (_, headers) => {
    const { status, body } = await postToken(broker, codeFields('x'), headers);
    expect([
      [400, 'invalid_request'],
      [401, 'invalid_client'],
    ]).toContainEqual([status, body.error]);
  });
});

test('an unknown client and a wrong secret get the same response', async () => {
  const answers = await Promise.all(
    ['web', 'nobody', 'spa', 'a'].map((id) => postToken(broker, codeFields('x'), basic(id, 'no'))),
  );
  const [first, ...others] = answers.map(({ status, headers, body }) => {
    const { date: _date, 'x-request-id': _id, 'trace-id': _trace, ...others } = headers;
    const { 'support-code': _code, ...comparable } = others;
    return { status, headers: comparable, body };
  });
  expect(others).toEqual([first, first, first]);
});

describe('an assertion without jti', () => {
  const noJti = { claims: { jti: undefined } };

  test("is refused unless the application's settings allow it", async () => {
    expect(await outcomeWith('a', noJti)).toEqual(REFUSED);
    expect(await outcomeWith('without-jti', noJti)).toEqual(AUTHENTICATED);
  });

  test.each(['RS256', 'ES256'])('with %s counts once', async (alg) => {
    const key = alg === 'ES256' ? broker.keys.ec : broker.keys.rsa;
    const claims = { jti: undefined, nonce: alg };
    const fields = await signed('without-jti', { key, header: { alg }, claims });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postToken(broker, { ...codeFields('x'), ...fields })),
    );
    expect(answers.filter(({ status }) => status === 400).map(outcomeOf)).toEqual([AUTHENTICATED]);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  test('is checked by all other rules', async () => {
    const now = Math.floor(broker.now().getTime() / 1000);
    const changes: readonly Readonly<Record<string, unknown>>[] = [
      { aud: 'https://evil.example' },
      { aud: [broker.issuer, 'https://evil.example'] },
      { aud: `${broker.issuer}/oauth2/token` },
      { exp: undefined },
      { exp: now + 3600 },
      { exp: now - 120, iat: now - 180 },
      { iat: now + 90 },
      { iat: now - 3600 },
      { nbf: now + 90 },
      { sub: 'a' },
      { iss: 'a' },
      { iss: 'a', sub: 'a' },
    ];
    for (const change of changes) {
      const claims = { jti: undefined, ...change };
      expect(await outcomeWith('without-jti', { claims })).toEqual(REFUSED);
    }
  });

  test.each<[string, () => Partial<Signing>]>([
    ['with a foreign key', () => ({ key: broker.keys.foreign })],
    ['with another key than its kid names', () => ({ header: { alg: 'RS256', kid: 'ec' } })],
    ['with another type', () => ({ header: { alg: 'RS256', typ: 'at+jwt' } })],
  ])('is refused when it is signed %s', async (_, signing) => {
    expect(await outcomeWith('without-jti', { ...noJti, ...signing() })).toEqual(REFUSED);
  });

  test('may be replaced by one with a jti, which then counts once', async () => {
    const fields = await signed('without-jti');
    const once = await postToken(broker, { ...codeFields('x'), ...fields });
    const twice = await postToken(broker, { ...codeFields('x'), ...fields });
    expect([once, twice].map(outcomeOf)).toEqual([AUTHENTICATED, REFUSED]);
  });
});

// This test is the last one because it advances the clock.
test('the old one of two secrets works until it expires, the new one immediately', async () => {
  const both = async () => {
    const [old, next] = await Promise.all(
      [SECRETS.web, SECRETS.next].map((secret) =>
        postToken(broker, codeFields('x'), basic('rotated-soon', secret)),
      ),
    );
    return [old!, next!].map(outcomeOf);
  };
  expect(await both()).toEqual([AUTHENTICATED, AUTHENTICATED]);
  broker.advance(30 * 60);
  expect(await both()).toEqual([REFUSED, AUTHENTICATED]);
});

async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const posted = form(fields);
  const host = new URL(broker.issuer).host;
  const all = { host, ...posted.headers, ...headers };
  return jsonOf(await send(broker.port, { ...posted, path, headers: all }));
}

function signed(clientId: string, signing: Partial<Signing> = {}) {
  return assertionFields(broker, clientId, { key: broker.keys.rsa, ...signing });
}

async function outcomeWith(clientId: string, signing: Partial<Signing>) {
  const fields = await signed(clientId, signing);
  return outcomeOf(await postToken(broker, { ...codeFields('x'), ...fields }));
}

function outcomeOf({ status, body }: JsonAnswer): readonly unknown[] {
  return [status, body.error];
}
