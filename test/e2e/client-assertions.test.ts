import { randomUUID } from 'node:crypto';
import { basic, codeFields, type JsonAnswer, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import {
  expectNoCallOrError,
  SECRETS,
  type SecurityBroker,
  startSecurityBroker,
} from '../support/security-broker.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** An authenticated client gets this error, because the code is unknown. */
const AUTHENTICATED = [400, 'invalid_grant'];
const REFUSED = [401, 'invalid_client'];

/** Claims to set; an undefined one is removed. */
type Change = Readonly<Record<string, unknown>>;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

afterEach(() => expectNoCallOrError(broker));

describe('an assertion is accepted', () => {
  test.each(['RS256', 'PS256', 'ES256'] as const)('with %s', async (alg) => {
    expect(await outcome(await assertion({}, { header: { alg } }))).toEqual(AUTHENTICATED);
  });

  test.each<[string, () => Change]>([
    ['with the issuer as audience', () => ({ aud: broker.issuer })],
    ['with a list of the issuer alone as audience', () => ({ aud: [broker.issuer] })],
    ['without iat and nbf', () => ({ iat: undefined, nbf: undefined })],
    ['with a clock that is 10 seconds ahead', () => ({ iat: now() + 10, exp: now() + 70 })],
    ['with a lifetime of five minutes', () => ({ exp: now() + 300 })],
    ['with a jti of 256 characters', () => ({ jti: `${'j'.repeat(220)}${randomUUID()}` })],
    ['with unknown claims', () => ({ scope: 'x', azp: 'y' })],
  ])('%s', async (_, claims) => {
    expect(await outcome(await assertion(claims()))).toEqual(AUTHENTICATED);
  });

  test('with the same client_id in the body', async () => {
    const jwt = await assertion({});
    expect(await outcome(jwt, { client_id: 'a' })).toEqual(AUTHENTICATED);
    expect(await outcome(await assertion({}), { client_id: 'ab' })).toEqual([
      401,
      'invalid_client',
    ]);
  });

  test("without a kid or with the key's kid", async () => {
    expect(await outcome(await assertion({}, { header: { alg: 'RS256' } }))).toEqual(AUTHENTICATED);
    const header = { alg: 'RS256', kid: 'rsa' };
    expect(await outcome(await assertion({}, { header }))).toEqual(AUTHENTICATED);
  });

  test.each(['JWT', 'client-authentication+jwt'])('with the type %s', async (typ) => {
    const header = { alg: 'RS256', typ };
    expect(await outcome(await assertion({}, { header }))).toEqual(AUTHENTICATED);
  });

  test('from a client that may also use a secret', async () => {
    expect(await outcome(await assertion({}, { client: 'both-ways' }))).toEqual(AUTHENTICATED);
  });

  test('with the token endpoint as audience for a legacy client', async () => {
    const aud = `${broker.issuer}/oauth2/token`;
    const jwt = await assertion({ aud }, { client: 'legacy-audience' });
    expect(await outcome(jwt)).toEqual(AUTHENTICATED);
    const other = await assertion({ aud: [aud, 'x'] }, { client: 'legacy-audience' });
    expect(await outcome(other)).toEqual(REFUSED);
  });

  test.each([
    '/oauth2/par',
    '/ciba/bc-authorize',
    '/ciba/cancel',
    '/headless/authorize',
    '/headless/cancel',
    '/headless/events',
  ])(
    'with the issuer, the token endpoint or the endpoint itself as audience for a legacy client at %s',
    async (path) => {
      const client = 'legacy-audience';
      const outcomeAt = async (called: string, change: Change) => {
        const client_assertion = await assertion(change, { client });
        const posted = form({ client_assertion_type: TYPE, client_assertion });
        const headers = { ...posted.headers, host: new URL(broker.issuer).host };
        const { status, text } = await send(broker.port, { ...posted, path: called, headers });
        return [status, JSON.parse(text).error];
      };
      for (const aud of [broker.issuer, `${broker.issuer}/oauth2/token`, broker.issuer + path]) {
        expect((await outcomeAt(path, { aud }))[0]).toBe(400);
      }
      for (const aud of [
        `${broker.issuer}${path}?a=b`,
        `${broker.issuer}/oauth2/authorize`,
        path,
      ]) {
        expect(await outcomeAt(`${path}?a=b`, { aud })).toEqual(REFUSED);
      }
      const strict = { aud: broker.issuer + path, iss: 'a', sub: 'a' };
      expect(await outcomeAt(path, strict)).toEqual(REFUSED);
    },
  );
});

describe('an assertion is refused', () => {
  test.each<[string, () => Change]>([
    ['for the token endpoint', () => ({ aud: `${broker.issuer}/oauth2/token` })],
    ['for the issuer with a slash', () => ({ aud: `${broker.issuer}/` })],
    ['for two audiences', () => ({ aud: [broker.issuer, 'https://evil.example'] })],
    ['for the same audience twice', () => ({ aud: [broker.issuer, broker.issuer] })],
    ['for the bare host of the issuer', () => ({ aud: new URL(broker.issuer).host })],
    ['for no audience', () => ({ aud: undefined })],
    ['for an empty list', () => ({ aud: [] })],
    ["for another tenant's issuer", () => ({ aud: broker.secondIssuer })],
    ['for a foreign audience', () => ({ aud: 'https://evil.example' })],
    ['without exp', () => ({ exp: undefined })],
    ['after its expiry', () => ({ exp: now() - 120, iat: now() - 180 })],
    ['with a lifetime of an hour', () => ({ exp: now() + 3600 })],
    ['with a lifetime of ten years', () => ({ exp: now() + 315_360_000 })],
    ['with an unlimited lifetime', () => ({ exp: 1e300 })],
    ['with exp as text', () => ({ exp: String(now() + 60) })],
    ['with a negative exp', () => ({ exp: -1 })],
    ['with a fraction of a second', () => ({ exp: now() + 60.5 })],
    ['with exp null', () => ({ exp: null })],
    ['before it is valid', () => ({ nbf: now() + 90 })],
    ['with nbf as text', () => ({ nbf: String(now()) })],
    ['from the future', () => ({ iat: now() + 90, exp: now() + 120 })],
    ['from an hour ago', () => ({ iat: now() - 3600 })],
    ['with a fraction in iat', () => ({ iat: now() - 0.5 })],
    ['without jti', () => ({ jti: undefined })],
    ['with an empty jti', () => ({ jti: '' })],
    ['with a jti as number', () => ({ jti: 7 })],
    ['with a jti of 257 characters', () => ({ jti: 'j'.repeat(257) })],
    ['with a jti of 30 kB', () => ({ jti: 'j'.repeat(30_000) })],
    ['without iss', () => ({ iss: undefined })],
    ['without sub', () => ({ sub: undefined })],
    ['with another sub than iss', () => ({ sub: 'ab' })],
    ['with another iss than sub', () => ({ iss: 'ab' })],
    ['of an unknown client', () => ({ iss: 'nobody', sub: 'nobody' })],
    ['of a client without keys', () => ({ iss: 'web', sub: 'web' })],
    ['of a public client', () => ({ iss: 'spa', sub: 'spa' })],
  ])('%s', async (_, claims) => {
    expect(await outcome(await assertion(claims()))).toEqual(REFUSED);
  });

  test.each<[string, Record<string, unknown>, keyof SecurityBroker['keys'] | undefined]>([
    ['with a foreign key', { alg: 'RS256' }, 'foreign'],
    ["with a foreign key under the client's kid", { alg: 'RS256', kid: 'rsa' }, 'foreign'],
    ['with an unknown kid', { alg: 'RS256', kid: "x' or '1'='1" }, undefined],
    ['with a path as kid', { alg: 'RS256', kid: '../../../dev/null' }, undefined],
    ['with the kid of the other key', { alg: 'RS256', kid: 'ec' }, undefined],
    ['with an unknown critical header', { alg: 'RS256', crit: ['x'], x: 1 }, undefined],
    ['signed with RS512', { alg: 'RS512' }, undefined],
    ['with the type of an access token', { alg: 'RS256', typ: 'at+jwt' }, undefined],
    ['with an empty type', { alg: 'RS256', typ: '' }, undefined],
    ['with a type as list', { alg: 'RS256', typ: ['JWT'] }, undefined],
    ['with a known critical header', { alg: 'RS256', crit: ['b64'], b64: true }, undefined],
    ['with a kid as number', { alg: 'RS256', kid: 7 }, undefined],
  ])('%s', async (_, header, key) => {
    // Headers that no type permits.
    const jwt = await assertion({}, { header: header as never, ...(key && { key: keyOf(key) }) });
    expect(await outcome(jwt)).toEqual(REFUSED);
  });

  test.each(['jwk', 'jku', 'x5u', 'x5c'])('with a foreign key in the header (%s)', async (name) => {
    const values = {
      jwk: JSON.parse(broker.keys.jwks).keys[0],
      jku: 'http://127.0.0.1:1/jwks',
      x5u: 'http://127.0.0.1:1/x5u',
      x5c: ['MIIB'],
    };
    const header = { alg: 'RS256', [name]: values[name as 'jwk'] };
    const key = broker.keys.foreign;
    expect(await outcome(await assertion({}, { header, key }))).toEqual(REFUSED);
  });

  test.each(['none', 'None', 'HS256'])('with alg %s', async (alg) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = `${encode({ alg })}.${encode(claimsFor('a', {}))}.${alg === 'HS256' ? 'eHh4' : ''}`;
    expect(await outcome(jwt)).toEqual(REFUSED);
  });

  test('with HS256 and the public key as the secret', async () => {
    const jwt = await new SignJWT(claimsFor('a', {}))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(broker.keys.jwks));
    expect(await outcome(jwt)).toEqual(REFUSED);
  });

  test.each([
    ['without a JWT', 'junk', {}, 400],
    ['with three dots', '...', {}, 400],
    ['with another client_assertion_type', undefined, { client_assertion_type: 'urn:x' }, 400],
    ['without a client_assertion_type', undefined, { client_assertion_type: undefined }, 400],
  ])('%s', async (_, jwt, change, status) => {
    const answer = await post(jwt ?? (await assertion({})), change);
    expect([answer.status, answer.body.error]).toEqual([status, 'invalid_request']);
  });

  test('with a secret in the same request', async () => {
    const both = await postToken(
      broker,
      { ...codeFields('x'), client_assertion_type: TYPE, client_assertion: await assertion({}) },
      basic('both-ways', SECRETS.web),
    );
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
    const none = await postToken(broker, { ...codeFields('x'), client_id: 'a' });
    expect([none.status, none.body.error]).toEqual(REFUSED);
  });

  test.each<[string, (client: string) => Promise<string>]>([
    ['from an unknown client', () => assertion({}, { client: 'nobody' })],
    ['from a client without keys', () => assertion({}, { client: 'web' })],
  ])('%s, without a reason', async (_, make) => {
    const { body } = await post(await make('a'));
    expect(body).toEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    });
  });
});

describe('a refusal names its reason', () => {
  const TOKEN = '/oauth2/token';

  test.each<[string, () => Change, () => string]>([
    ['aud', () => ({ aud: 'x' }), () => `aud must be ${broker.issuer} and nothing else`],
    [
      'a list as aud',
      () => ({ aud: [broker.issuer, broker.issuer + TOKEN] }),
      () => `aud must be ${broker.issuer} and nothing else`,
    ],
    [
      'a list with a wrong aud alone',
      () => ({ aud: ['x'] }),
      () => `aud must be ${broker.issuer} and nothing else`,
    ],
    ['no aud', () => ({ aud: undefined }), () => `aud must be ${broker.issuer} and nothing else`],
    [
      'an empty list as aud',
      () => ({ aud: [] }),
      () => `aud must be ${broker.issuer} and nothing else`,
    ],
    ['exp', () => ({ exp: now() + 3600 }), () => 'exp must be at most 300 seconds ahead'],
    ['an old exp', () => ({ exp: now() - 120, iat: undefined }), () => 'jwt expired'],
    [
      'no exp',
      () => ({ exp: undefined }),
      () => 'expiration must be specified in the client_assertion JWT',
    ],
    ['iat', () => ({ iat: now() - 900 }), () => 'iat is more than 600 seconds ago'],
    [
      'no jti',
      () => ({ jti: undefined }),
      () => 'unique jti (JWT ID) must be provided in the client_assertion JWT',
    ],
    ['iss', () => ({ iss: 'ab' }), () => 'iss (JWT issuer) must be the client_id'],
  ])('for %s', async (_, claims, reason) => {
    expect(await reasonOf(await assertion(claims()))).toBe(reason());
  });

  test('for an algorithm, a type, a key and a second use', async () => {
    const jwt = await assertion({});
    expect(await outcome(jwt)).toEqual(AUTHENTICATED);
    expect(await reasonOf(jwt)).toBe('client assertion tokens must only be used once');
    expect(await reasonOf(await assertion({}, { header: { alg: 'RS512' } }))).toBe(
      'alg must be one of RS256, PS256, ES256',
    );
    expect(await reasonOf(await assertion({}, { header: { alg: 'RS256', typ: 'at+jwt' } }))).toBe(
      'typ must be one of JWT, client-authentication+jwt, or absent',
    );
    expect(await reasonOf(await assertion({}, { key: broker.keys.foreign }))).toBe(
      'signature verification failed',
    );
    expect(await reasonOf(await assertion({}), { client_id: 'ab' })).toBe(
      'client_id must be the sub of the assertion',
    );
  });

  test('with every audience that the client may use', async () => {
    const aud = [broker.issuer, 'https://evil.example'];
    const reason = `aud must be one of ${broker.issuer}, ${broker.issuer}${TOKEN}, or a list of these alone`;
    expect(await reasonOf(await assertion({ aud }, { client: 'legacy-audience' }))).toBe(reason);
    expect(broker.logged.at(-1)).toMatchObject({
      event: 'request.refused',
      facts: { key: 'client-assertion-refused', detail: reason },
    });
  });

  test.each(['/oauth2/par', '/ciba/bc-authorize', '/ciba/cancel', '/headless/authorize'])(
    'at %s',
    async (path) => {
      const client_assertion = await assertion({ aud: 'x' }, { client: 'all-ways' });
      const posted = form({ client_assertion_type: TYPE, client_assertion });
      const headers = { ...posted.headers, host: new URL(broker.issuer).host };
      const { status, text } = await send(broker.port, { ...posted, path, headers });
      expect([status, JSON.parse(text)]).toMatchObject([
        401,
        {
          error: 'invalid_client',
          error_description: `client authentication failed: aud must be ${broker.issuer} and nothing else`,
        },
      ]);
    },
  );

  test('in permitted characters', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const header = encode('{"alg":"RS256","å\\"');
    const jwt = `${header}.${encode(JSON.stringify(claimsFor('a', {})))}.x`;
    const { body } = await post(jwt);
    expect(body.error_description).toMatch(/^client authentication failed[\x20!#-[\]-~]*$/);
  });
});

describe('an assertion of an old library', () => {
  test.each<[string, string, () => Change]>([
    ['a lifetime of an hour', 'long-assertions', () => ({ exp: now() + 3600 })],
    ['a lifetime of a day', 'long-assertions', () => ({ exp: now() + 86_400 })],
    [
      'an age within its lifetime',
      'long-assertions',
      () => ({ iat: now() - 3600, exp: now() + 60 }),
    ],
    [
      'both audiences in a list',
      'legacy-audience',
      () => ({ aud: [broker.issuer, `${broker.issuer}/oauth2/token`] }),
    ],
    [
      'both audiences, a long lifetime and no jti',
      'lenient',
      () => ({
        aud: [broker.issuer, `${broker.issuer}/oauth2/token`],
        exp: now() + 3600,
        jti: undefined,
      }),
    ],
  ])('is accepted with %s for a client with the setting', async (_, client, claims) => {
    expect(await outcome(await assertion(claims(), { client }))).toEqual(AUTHENTICATED);
    expect(await outcome(await assertion(claims()))).toEqual(REFUSED);
  });

  test('is refused beyond the limits of the settings', async () => {
    const tooLong = await assertion({ exp: now() + 3700 }, { client: 'lenient' });
    expect(await reasonOf(tooLong)).toBe('exp must be at most 3600 seconds ahead');
    const aud = [broker.issuer, 'https://evil.example'];
    expect(await outcome(await assertion({ aud }, { client: 'lenient' }))).toEqual(REFUSED);
    expect(await outcome(await assertion({ aud: [] }, { client: 'lenient' }))).toEqual(REFUSED);
  });

  test.each<[string, string, Change]>([
    ['its jti', 'long-assertions', {}],
    ['its signature', 'lenient', { jti: undefined }],
  ])('counts once for its whole lifetime, by %s', async (_, client, change) => {
    const jwt = await assertion({ exp: now() + 3600, ...change }, { client });
    expect(await outcome(jwt)).toEqual(AUTHENTICATED);
    const [row] = await broker.sql(
      `select extract(epoch from max(expires_at))::float as until from artifact where kind = 'assertion'`,
    );
    expect(Number(row?.until)).toBeGreaterThanOrEqual(now() + 3600);
    expect(await outcome(jwt)).toEqual(REFUSED);
  });
});

describe('an assertion counts once', () => {
  test('in sequential requests', async () => {
    const jwt = await assertion({});
    expect(await outcome(jwt)).toEqual(AUTHENTICATED);
    expect(await outcome(jwt)).toEqual(REFUSED);
    expect(await outcome(jwt)).toEqual(REFUSED);
  });

  test('by its jti alone', async () => {
    const jti = randomUUID();
    expect(await outcome(await assertion({ jti }))).toEqual(AUTHENTICATED);
    const again = await assertion({ jti, exp: now() + 200 }, { header: { alg: 'ES256' } });
    expect(await outcome(again)).toEqual(REFUSED);
  });

  test('in 25 parallel requests, ten times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const jwt = await assertion({});
      const answers = await Promise.all(Array.from({ length: 25 }, () => outcome(jwt)));
      expect(answers.filter(([status]) => status === 400)).toEqual([AUTHENTICATED]);
      expect(answers.filter(([status]) => status !== 400)).toEqual(
        Array.from({ length: 24 }, () => REFUSED),
      );
    }
  });

  test('while an invalid one with the same jti does not count', async () => {
    const jti = randomUUID();
    const forged = await assertion({ jti }, { key: broker.keys.foreign });
    const misdirected = await assertion({ jti, aud: 'https://elsewhere.example' });
    expect(await outcome(forged)).toEqual(REFUSED);
    expect(await outcome(misdirected)).toEqual(REFUSED);
    expect(await outcome(await assertion({ jti }))).toEqual(AUTHENTICATED);
  });

  test('for each client, even if client_id and jti together are equal', async () => {
    const jti = randomUUID();
    expect(await outcome(await assertion({ jti: `b${jti}` }, { client: 'a' }))).toEqual(
      AUTHENTICATED,
    );
    expect(await outcome(await assertion({ jti }, { client: 'ab' }))).toEqual(AUTHENTICATED);
    expect(await outcome(await assertion({ jti }, { client: 'a' }))).toEqual(AUTHENTICATED);
    expect(await outcome(await assertion({ jti }, { client: 'ab' }))).toEqual(REFUSED);
  });

  test('for each tenant', async () => {
    const jti = randomUUID();
    const second = { issuer: broker.secondIssuer, port: broker.port };
    expect(await outcome(await assertion({ jti }))).toEqual(AUTHENTICATED);
    const jwt = await assertion({ jti, aud: broker.secondIssuer });
    const { status } = await postToken(second, fieldsOf(jwt));
    expect(status).toBe(400);
  });

  test('and its jti is not readable in the database', async () => {
    const jti = randomUUID();
    await outcome(await assertion({ jti }));
    const rows = await broker.sql('select row_to_json(artifact)::text as text from artifact');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => String(text).includes(jti))).toBe(false);
  });
});

interface Signing {
  readonly client?: string;
  readonly header?: JWTHeaderParameters;
  readonly key?: CryptoKey;
}

/** A correct assertion with changes. */
async function assertion(
  change: Change,
  { client = 'a', header = { alg: 'RS256' }, key }: Signing = {},
): Promise<string> {
  const own = header.alg === 'ES256' ? broker.keys.ec : await rsaFor(header.alg);
  return new SignJWT(claimsFor(client, change))
    .setProtectedHeader(header)
    .sign(key ?? own, { crit: { x: true } });
}

/** The same RSA key for another algorithm: WebCrypto binds a key to one. */
async function rsaFor(alg: string): Promise<CryptoKey> {
  if (alg === 'RS256') return broker.keys.rsa;
  const { subtle } = globalThis.crypto;
  const name = alg === 'PS256' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5';
  const hash = alg === 'RS512' ? 'SHA-512' : 'SHA-256';
  const pkcs8 = await subtle.exportKey('pkcs8', broker.keys.rsa);
  return subtle.importKey('pkcs8', pkcs8, { name, hash }, false, ['sign']);
}

function claimsFor(client: string, change: Change): JWTPayload {
  const claims = {
    iss: client,
    sub: client,
    aud: broker.issuer,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 60,
    ...change,
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

function keyOf(name: keyof SecurityBroker['keys']): CryptoKey {
  return broker.keys[name] as CryptoKey;
}

function fieldsOf(jwt: string): Record<string, string> {
  return { ...codeFields('x'), client_assertion_type: TYPE, client_assertion: jwt };
}

function post(
  jwt: string,
  change: Readonly<Record<string, string | undefined>> = {},
): Promise<JsonAnswer> {
  const fields = Object.entries({ ...fieldsOf(jwt), ...change });
  return postToken(
    broker,
    fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The reason in the response to a refused assertion. */
async function reasonOf(
  jwt: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, body } = await post(jwt, extra);
  expect([status, body.error]).toEqual(REFUSED);
  const [start, reason] = String(body.error_description).split(/: (.*)/s);
  expect(start).toBe('client authentication failed');
  return reason ?? '';
}

async function outcome(
  jwt: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const { status, body } = await post(jwt, extra);
  return [status, body.error];
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
