import { gzipSync } from 'node:zlib';
import { approveLogin, finish, logIn, QR_ACR } from '@eid-broker/testing/log-in';
import {
  basic,
  basicOf,
  claimsIn,
  codeFields,
  jsonOf,
  postToken,
  userinfo,
} from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const CALLBACK = 'https://app.example.com/cb';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const S256 = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const WEB = basic('web', SECRETS.web);

const INVALID_GRANT = { error: 'invalid_grant', error_description: 'grant request is invalid' };
const INVALID_CLIENT = {
  error: 'invalid_client',
  error_description: 'client authentication failed',
};

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

/** Logs in and returns the code. */
async function codeFor(
  clientId: string,
  params: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const location = await logIn(broker, {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    ...params,
  });
  return location.searchParams.get('code')!;
}

test('a form of 56 kB of parameters gets the error of a missing parameter', async () => {
  const answer = await send(broker.port, {
    method: 'POST',
    path: '/oauth2/token',
    headers: {
      host: new URL(broker.issuer).host,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'a&'.repeat(28_000),
  });
  expect(answer.status).toBe(400);
  expect(jsonOf(answer).body.error).toBe('invalid_request');
});

// spec: token.code.redirect-uri
describe('an invalid token request is refused and leaves the code to its client', () => {
  let code = '';
  let callsBefore: unknown;
  beforeAll(async () => {
    code = await codeFor('web');
    callsBefore = broker.simulator.statistics().calls;
  });
  afterEach(() => {
    expect(broker.simulator.statistics().calls).toEqual(callsBefore);
  });

  test.each<[string, Record<string, string | undefined>, string, string | undefined]>([
    [
      'a missing grant_type',
      { grant_type: undefined },
      'invalid_request',
      "missing required parameter 'grant_type'",
    ],
    ...['password', 'client_credentials', 'refresh_token', 'implicit', 'bogus', '__proto__'].map(
      (grant_type) =>
        [
          `grant_type ${grant_type}`,
          { grant_type },
          'unsupported_grant_type',
          'unsupported grant_type requested',
        ] as [string, Record<string, string>, string, string],
    ),
    ['a missing code', { code: undefined }, 'invalid_request', "missing required parameter 'code'"],
    [
      'a missing redirect_uri',
      { redirect_uri: undefined },
      'invalid_request',
      "missing required parameter 'redirect_uri'",
    ],
    ...[`${CALLBACK}/`, `${CALLBACK}x`, CALLBACK.slice(0, -1), 'https://APP.example.com/cb'].map(
      (redirect_uri) =>
        [
          `redirect_uri ${redirect_uri}`,
          { redirect_uri },
          'invalid_grant',
          'grant request is invalid',
        ] as [string, Record<string, string>, string, string],
    ),
    ['an unknown code', { code: 'x'.repeat(43) }, 'invalid_grant', 'grant request is invalid'],
    ['a code with NUL', { code: '\0' }, 'invalid_grant', 'grant request is invalid'],
    [
      'a verifier for a code without a challenge',
      { code_verifier: VERIFIER },
      'invalid_grant',
      'grant request is invalid',
    ],
  ])('for %s', async (_, change, error, error_description) => {
    const { status, headers, body } = await postToken(broker, fieldsOf(change), WEB);
    expect(status).toBe(400);
    expect(body).toEqual({ error, error_description });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each(['grant_type', 'code', 'redirect_uri'])('for a repeated %s', async (name) => {
    const fields = Object.entries(codeFields(code)) as [string, string][];
    const twice = fields.filter(([field]) => field === name);
    const { status, body } = await postToken(broker, [...fields, ...twice], WEB);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: `'${name}' parameter must not be provided twice`,
    });
  });

  // spec: endpoints.form
  test.each([
    ['JSON', 'application/json', (fields: object) => JSON.stringify(fields)],
    ['multipart', 'multipart/form-data; boundary=x', () => '--x--'],
    ['text', 'text/plain', (fields: object) => new URLSearchParams({ ...fields }).toString()],
  ])('for %s instead of a form', async (_, type, encode) => {
    const { status, body } = await raw({ 'content-type': type }, encode(codeFields(code)));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description:
        'only application/x-www-form-urlencoded content-type bodies are supported on POST /oauth2/token',
    });
  });

  test('for a missing content type', async () => {
    const { status, body } = await raw({}, new URLSearchParams(codeFields(code)).toString());
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_request');
  });

  test('for a compressed form, which is not inflated', async () => {
    const packed = gzipSync(new URLSearchParams(codeFields(code)).toString());
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-encoding': 'gzip',
    };
    const { status, body } = await raw(headers, packed);
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_request');
  });

  test('for a form of more than 56 KiB', async () => {
    const { status, body } = await postToken(
      broker,
      { ...codeFields(code), extra: 'x'.repeat(60_000) },
      WEB,
    );
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'failed to parse the request body',
    });
  });

  // spec: auth.secret.back-channel
  test.each(['GET', 'PUT', 'DELETE'])('for the method %s', async (method) => {
    const query = new URLSearchParams({ ...codeFields(code), client_secret: SECRETS.web });
    const { status, text } = await send(broker.port, {
      method,
      path: `/oauth2/token?${query}&client_id=web`,
      headers: { host: hostOf(), ...WEB },
    });
    expect(status).toBe(404);
    expect(text).not.toContain('access_token');
  });

  // spec: auth.secret.back-channel
  test('for parameters in the query, which are ignored', async () => {
    const query = new URLSearchParams(codeFields(code));
    const { status, text } = await send(broker.port, {
      method: 'POST',
      path: `/oauth2/token?${query}`,
      headers: { host: hostOf(), 'content-type': 'application/x-www-form-urlencoded', ...WEB },
      body: '',
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toBe('invalid_request');
  });

  test('with JSON, even to a browser', async () => {
    const { headers, body } = await postToken(broker, codeFields('x'), {
      ...WEB,
      accept: 'text/html',
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual(INVALID_GRANT);
  });

  test.each(['static', 'two-callbacks'])(
    'for the credentials of %s, another client',
    async (client) => {
      const { status, body } = await postToken(
        broker,
        codeFields(code),
        basic(client, SECRETS.web),
      );
      expect([status, body]).toEqual([400, INVALID_GRANT]);
    },
  );

  test("for a public client with another client's code", async () => {
    const fields = { ...codeFields(code), client_id: 'spa', code_verifier: VERIFIER };
    const { status, body } = await postToken(broker, fields);
    expect([status, body]).toEqual([400, INVALID_GRANT]);
  });

  // spec: setting.client-secret, flow.authorization-code
  describe('by client authentication', () => {
    const MALFORMED = 'invalid authorization header value format';
    const ENCODING =
      'client_id and client_secret in the authorization header are not properly encoded';

    test.each<[string, Record<string, string>, string]>([
      ['invalid Base64', { authorization: 'Basic !!!' }, MALFORMED],
      ['invalid Base64 padding', { authorization: 'Basic abcde=' }, MALFORMED],
      ['no value', { authorization: 'Basic' }, MALFORMED],
      ['two values', { authorization: `${WEB.authorization} x` }, MALFORMED],
      ['another scheme', { authorization: 'Bearer x' }, MALFORMED],
      ['no colon', basicOf('web'), MALFORMED],
      ['a bare percent sign', basicOf('web:100%'), ENCODING],
      ['a NUL', basicOf('web:%00'), ENCODING],
      ['a non-ASCII letter', basicOf('web:%C3%BC'), ENCODING],
      ['no secret', basicOf('web:'), 'client_secret must be provided in the Authorization header'],
    ])('for a Basic header with %s', async (_, headers, error_description) => {
      const { status, body } = await postToken(broker, codeFields(code), headers);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', error_description });
    });

    test.each<[string, Record<string, string>, Record<string, string>, string]>([
      ['no credentials', {}, {}, 'no client authentication mechanism provided'],
      [
        'a header and a body',
        WEB,
        { client_secret: SECRETS.web },
        'client authentication must only be provided using one mechanism',
      ],
      [
        'a secret and an assertion',
        {},
        { client_id: 'both-ways', client_secret: SECRETS.web, client_assertion: 'x.y.z' },
        'client authentication must only be provided using one mechanism',
      ],
      ['another client_id in the body', WEB, { client_id: 'static' }, 'client_id mismatch'],
    ])('for %s', async (_, headers, extra, error_description) => {
      const fields = { ...codeFields(code), ...extra };
      const { status, body } = await postToken(broker, fields, headers);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', error_description });
    });

    test.each<[string, Record<string, string>, Record<string, string>]>([
      ['a wrong secret', basic('web', 'wrong'), {}],
      ['a secret that is one character short', basic('web', SECRETS.web.slice(0, -1)), {}],
      ['an unknown client', basic('nobody', SECRETS.web), {}],
      ['a client of another tenant', basic('only-second', SECRETS.web), {}],
      ['a public client with a secret', basic('spa', SECRETS.web), {}],
      ['an expired secret', basic('rotating', SECRETS.expired), {}],
      ['a secret of a client with keys only', basic('a', SECRETS.web), {}],
      ['the stored hash as the secret', basic('web', 'stored-as-a-hash'), {}],
    ])('for %s, with 401', async (_, headers, extra) => {
      const fields = { ...codeFields(code), ...extra };
      const { status, headers: answered, body } = await postToken(broker, fields, headers);
      expect(status).toBe(401);
      expect(body).toEqual(INVALID_CLIENT);
      expect(answered['www-authenticate']).toBe(
        `Basic realm="${broker.issuer}", error="invalid_client", error_description="client authentication failed"`,
      );
      expect(answered['cache-control']).toBe('no-store');
    });

    test.each<[string, Record<string, string>]>([
      ['a confidential client without its secret', { client_id: 'web' }],
      ['an unknown client without a secret', { client_id: 'nobody' }],
      ['a wrong secret in the body', { client_id: 'web', client_secret: 'wrong' }],
      ['an unknown client in the body', { client_id: 'nobody', client_secret: SECRETS.web }],
      ['a public client with a secret in the body', { client_id: 'spa', client_secret: 'x' }],
    ])('for %s in the form, with 401', async (_, extra) => {
      const { status, body } = await postToken(broker, { ...codeFields(code), ...extra });
      expect([status, body]).toEqual([401, INVALID_CLIENT]);
    });
  });

  test('and the code can still be exchanged', async () => {
    const { status } = await postToken(broker, codeFields(code), WEB);
    expect(status).toBe(200);
  });

  function fieldsOf(change: Record<string, string | undefined>): [string, string][] {
    return Object.entries({ ...codeFields(code), ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
  }

  async function raw(headers: Record<string, string>, body: string | Uint8Array) {
    const all = { host: hostOf(), ...headers, ...WEB };
    const wire = { method: 'POST', path: '/oauth2/token', headers: all, body };
    return jsonOf(await send(broker.port, wire));
  }
});

describe('the response of a login', () => {
  const request = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code' };

  // spec: code.opaque, authorize.redirect.code, authorize.state
  test('is a 302 with code, state and iss only', async () => {
    const params = { ...request, scope: 'openid', state: 'a b&c=\u00e5' };
    const { userAgent, page } = await approveLogin(broker, params);
    const { status, headers, location } = await finish(userAgent, page);
    expect(status).toBe(302);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(`${location?.origin}${location?.pathname}`).toBe(CALLBACK);
    expect(location?.hash).toBe('');
    expect([...location!.searchParams]).toEqual([
      ['code', expect.stringMatching(/^[\w-]{43}$/)],
      ['state', 'a b&c=\u00e5'],
      ['iss', broker.issuer],
    ]);
  });

  test('is a form for form_post', async () => {
    const params = { ...request, scope: 'openid', state: '">', response_mode: 'form_post' };
    const { userAgent, page } = await approveLogin(broker, params);
    const { status, headers, text, location } = await finish(userAgent, page);
    expect(status).toBe(200);
    expect(location).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^']+'.*form-action 'self' https:\/\/app\.example\.com$/,
    );
    expect(text).toContain('name="state" value="&quot;&gt;"');
    const code = /name="code" value="([\w-]{43})"/.exec(text)?.[1] ?? '';
    expect((await postToken(broker, codeFields(code), WEB)).status).toBe(200);
  });
});

// spec: auth.basic, auth.body, setting.client-secret
describe('client authentication succeeds', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a Basic header', WEB, {}],
    ['a Basic header and the same client_id in the body', WEB, { client_id: 'web' }],
    ['credentials in the body', {}, { client_id: 'web', client_secret: SECRETS.web }],
    ['the older of two secrets', basic('rotating', SECRETS.web), {}],
    ['the newer of two secrets', basic('rotating', SECRETS.next), {}],
    [
      'a form-encoded id and secret with special characters',
      basic('urn:example:app:1+2%', SECRETS.special),
      {},
    ],
    ['the secret of a client that also has keys', basic('both-ways', SECRETS.web), {}],
  ])('with %s', async (_, headers, extra) => {
    const { status, body } = await postToken(broker, { ...codeFields('x'), ...extra }, headers);
    expect([status, body]).toEqual([400, INVALID_GRANT]);
  });
});

describe('a PKCE code', () => {
  // spec: auth.pkce, token.code.pkce
  test('of a public client is exchanged with the verifier only', async () => {
    const code = await codeFor('spa', S256);
    const fields = { ...codeFields(code), client_id: 'spa' };
    for (const wrong of [
      {},
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: CHALLENGE },
      { code_verifier: VERIFIER.toLowerCase() },
    ]) {
      const { status, body } = await postToken(broker, { ...fields, ...wrong });
      expect([status, body]).toEqual([400, INVALID_GRANT]);
    }
    for (const malformed of ['short', 'x'.repeat(129), `${VERIFIER}\u00e5`]) {
      const { status, body } = await postToken(broker, { ...fields, code_verifier: malformed });
      expect(status).toBe(400);
      expect(body.error).toBe('invalid_request');
    }
    const { status } = await postToken(broker, { ...fields, code_verifier: VERIFIER });
    expect(status).toBe(200);
  });

  test('of a confidential client needs the verifier too', async () => {
    const code = await codeFor('careful', S256);
    const credentials = basic('careful', SECRETS.web);
    const without = await postToken(broker, codeFields(code), credentials);
    expect([without.status, without.body]).toEqual([400, INVALID_GRANT]);
    const fields = { ...codeFields(code), code_verifier: VERIFIER };
    const unproven = await postToken(broker, { ...fields, client_id: 'careful' });
    expect([unproven.status, unproven.body]).toEqual([401, INVALID_CLIENT]);
    const { status } = await postToken(broker, fields, credentials);
    expect(status).toBe(200);
  });
});

describe('a code', () => {
  // spec: code.once
  test('is refused at its second use, which revokes the tokens of the first', async () => {
    const code = await codeFor('web');
    const first = await postToken(broker, codeFields(code), WEB);
    const token = String(first.body.access_token);
    expect((await userinfo(broker, token)).status).toBe(200);

    const second = await postToken(broker, codeFields(code), WEB);
    expect([second.status, second.body]).toEqual([400, INVALID_GRANT]);
    expect((await userinfo(broker, token)).status).toBe(401);
  });

  // spec: code.once
  test('yields tokens to one of 25 parallel requests, ten times', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeFor('web')));
    for (const code of codes) {
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => postToken(broker, codeFields(code), WEB)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const losers = answers.filter(({ status }) => status !== 200);
      expect(losers.map(({ status, body }) => [status, body])).toEqual(
        Array.from({ length: 24 }, () => [400, INVALID_GRANT]),
      );
    }
  });

  test('is issued once by 10 parallel requests of one login', async () => {
    const request = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code' };
    const { userAgent, page } = await approveLogin(broker, { ...request, scope: 'openid' });
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => finish(userAgent, page)),
    );
    const codes = answers.flatMap((answer) =>
      answer.status === 'fulfilled'
        ? (answer.value.location?.searchParams.getAll('code') ?? [])
        : [],
    );
    expect(codes).toHaveLength(1);
  });

  test('expires after 60 seconds', async () => {
    const [early, late] = [await codeFor('web'), await codeFor('web')];
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(now + 50_000);
      expect((await postToken(broker, codeFields(early), WEB)).status).toBe(200);
      clock.mockReturnValue(now + 61_000);
      const { status, body } = await postToken(broker, codeFields(late), WEB);
      expect([status, body]).toEqual([400, INVALID_GRANT]);
    } finally {
      clock.mockRestore();
    }
  });

  test('of one tenant is refused by another, even with the same client id', async () => {
    const code = await codeFor('shared');
    const credentials = basic('shared', SECRETS.web);
    const second = { issuer: broker.secondIssuer, port: broker.port };
    const foreign = await postToken(second, codeFields(code), credentials);
    expect([foreign.status, foreign.body]).toEqual([400, INVALID_GRANT]);
    const { status, body } = await postToken(broker, codeFields(code), credentials);
    expect(status).toBe(200);
    expect((await userinfo(second, String(body.access_token))).status).toBe(401);
  });

  test('cannot be replaced by ids of other kinds, nor they by a code', async () => {
    const request = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code' };
    const { userAgent, page } = await approveLogin(broker, { ...request, scope: 'openid' });
    const loginId = page.pathname.split('/').at(-1)!;
    const [row] = await broker.sql('select id from authentication where login_id = $1', [loginId]);
    const { location } = await finish(userAgent, page);
    const code = location!.searchParams.get('code')!;
    const { body } = await postToken(broker, codeFields(code), WEB);
    const token = String(body.access_token);

    for (const other of [loginId, String(row!.id), token]) {
      const answer = await postToken(broker, codeFields(other), WEB);
      expect([answer.status, answer.body]).toEqual([400, INVALID_GRANT]);
    }
    for (const other of [loginId, String(row!.id), code]) {
      expect((await userinfo(broker, other)).status).toBe(401);
    }
    for (const other of [code, token, String(row!.id)]) {
      const { status } = await userAgent.get(`${broker.issuer}/login/${other}`);
      expect(status).toBe(404);
    }
    expect((await userinfo(broker, token)).status).toBe(200);
  });
});

describe('the tokens of a code', () => {
  const PERSON = {
    ssn: '191212121212',
    name: 'Tolvan Tolvansson',
    givenname: 'Tolvan',
    given_name: 'Tolvan',
    surname: 'Tolvansson',
    family_name: 'Tolvansson',
    ipaddress: expect.any(String),
  };

  // spec: id-token.claims, token.code.full, token.expires-in
  test('contain exactly these claims, and no nonce that was not sent', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { headers, status, body } = await tokensFor('web');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 120,
      id_token: expect.any(String),
      scope: 'openid',
      token_type: 'Bearer',
    });

    const { payload, protectedHeader } = await verified(body.id_token);
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String) });
    expect(payload).toEqual({
      ...PERSON,
      iss: broker.issuer,
      aud: 'web',
      sub: expect.stringMatching(/^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/),
      iat: expect.any(Number),
      nbf: expect.any(Number),
      exp: Number(payload.iat) + 1200,
      acr: QR_ACR,
      amr: ['mfa', 'swk'],
      auth_time: expect.any(Number),
      identityscheme: 'sebankid',
      authenticationtype: QR_ACR,
      authenticationmethod: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
      authenticationinstant: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      nameidentifier: payload.sub?.replace(/[{}-]/g, ''),
      sessionindex: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      country: 'SE',
    });
    const { iat, nbf, auth_time } = payload as Record<string, number>;
    expect(nbf).toBeLessThanOrEqual(iat!);
    expect(auth_time).toBeLessThanOrEqual(iat!);
    expect(auth_time).toBeGreaterThanOrEqual(before);
    expect(auth_time).toBe(Math.floor(Date.parse(String(payload.authenticationinstant)) / 1000));
  });

  test('contain the nonce of the request', async () => {
    const { body } = await tokensFor('web', { nonce: 'n-1' });
    expect(claimsIn(body.id_token).nonce).toBe('n-1');
  });

  test('have one subject for a person in a tenant, and another one in another tenant', async () => {
    const web = claimsIn((await tokensFor('web')).body.id_token);
    const es256 = claimsIn((await tokensFor('static')).body.id_token);
    expect(es256.sub).toBe(web.sub);
    expect(es256.sessionindex).not.toBe(web.sessionindex);
    expect(String(web.sub)).not.toContain('191212121212');

    const second = { issuer: broker.secondIssuer, port: broker.port };
    const location = await logIn(
      broker,
      {
        client_id: 'only-second',
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid',
      },
      { issuer: second.issuer },
    );
    const code = location.searchParams.get('code')!;
    const { body } = await postToken(second, codeFields(code), basic('only-second', SECRETS.web));
    const other = claimsIn(body.id_token);
    expect(other).toMatchObject({ iss: second.issuer, aud: 'only-second', ssn: PERSON.ssn });
    expect(other.sub).not.toBe(web.sub);
  });

  test('are signed with ES256 for an ES256 client', async () => {
    const { body } = await tokensFor('es256');
    const { protectedHeader } = await verified(body.id_token);
    expect(protectedHeader.alg).toBe('ES256');
  });

  // spec: id-token.claims, setting.dynamic-scopes, authorize.scope.static, authorize.scope.dynamic
  // spec: authorize.scope.evidence
  test.each([
    ['web', 'openid', 'openid', false],
    ['web', 'openid evidence', 'openid evidence', true],
    ['web', 'openid ssn email offline_access', 'openid email ssn', false],
    ['static', 'openid evidence ssn', 'openid', false],
    ['static-evidence', 'openid', 'openid evidence', true],
    ['static-evidence', 'openid ssn address', 'openid evidence', true],
  ])('for %s with the scope %s have the scope %s', async (client, scope, granted, evidence) => {
    const { body } = await tokensFor(client, { scope });
    expect(body.scope).toBe(granted);
    const claims = claimsIn(body.id_token);
    expect('evidence' in claims).toBe(evidence);
    expect('ocspResponse' in claims).toBe(evidence);
    expect(claims).toMatchObject(PERSON);
  });

  async function tokensFor(clientId: string, params: Record<string, string> = {}) {
    const code = await codeFor(clientId, params);
    return postToken(broker, codeFields(code), basic(clientId, SECRETS.web));
  }

  async function verified(jwt: unknown) {
    const headers = { host: hostOf() };
    const { text } = await send(broker.port, { path: '/.well-known/jwks', headers });
    return jwtVerify(String(jwt), createLocalJWKSet(JSON.parse(text)));
  }
});

function hostOf(): string {
  return new URL(broker.issuer).host;
}
