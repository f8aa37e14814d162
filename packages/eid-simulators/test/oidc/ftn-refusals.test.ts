import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose';

import {
  CLIENT_ID,
  type KeyedClient,
  rsa,
  startKeyedClient,
  usualRequest,
} from './keyed-harness.ts';

let client: KeyedClient;
beforeAll(async () => {
  client = await startKeyedClient('ftn', '/oauth/token');
});
afterAll(() => client.simulator.close());

type Changes = Readonly<Record<string, unknown>>;

const HELMI = { decision: 'approve', person: 'helmi' };
const SCOPE = 'openid personal_identity_code profile';

/** A correct request, changed. */
function claimsOf(changes: Readonly<Record<string, unknown>> = {}) {
  const iat = Math.floor(Date.now() / 1000);
  return usualRequest({
    scope: SCOPE,
    iss: CLIENT_ID,
    aud: client.issuer,
    iat,
    exp: iat + 60,
    jti: `jti-${Math.random()}`,
    ...changes,
  });
}

async function signedQuery(changes: Readonly<Record<string, unknown>> = {}, header: object = {}) {
  return { client_id: CLIENT_ID, request: await client.sign(claimsOf(changes), header) };
}

/** The error of a request, at the callback or on the eID's page. */
async function errorOf(query: Readonly<Record<string, string>>): Promise<string> {
  const visit = await client.authorize(query);
  if (visit.kind === 'page') return `${visit.status} ${visit.html.trim()}`;
  const { searchParams: found, hash } = visit.url;
  const answer = found.has('error') ? found : new URLSearchParams(hash.slice(1));
  return `${answer.get('error')} ${answer.get('error_description')}`;
}

describe('a request to the Finnish Trust Network is refused', () => {
  test('unsigned', async () => {
    const query = { ...usualRequest({ scope: SCOPE }) } as Record<string, string>;
    expect(await errorOf(query)).toContain('Request Object must be used by this client');
  });

  test.each<[string, object, object, string]>([
    [
      'for another audience',
      { aud: 'https://other.example' },
      {},
      'Request Object claims are invalid',
    ],
    ['of another issuer', { iss: 'somebody' }, {}, 'Request Object claims are invalid'],
    ['that has expired', { exp: 1_700_000_000 }, {}, 'Request Object claims are invalid'],
    ['by another algorithm', {}, { alg: 'PS256' }, 'unsupported signed request alg'],
    ['without a kid', {}, { kid: undefined }, 'the header of the request has no kid'],
    ['with a nonce of less than 128 bits', { nonce: 'n'.repeat(21) }, {}, 'nonce is malformed'],
    ['without a nonce', { nonce: undefined }, {}, 'nonce is missing'],
    [
      'with plain PKCE',
      { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' },
      {},
      'not supported value of code_challenge_method',
    ],
    ['with an unknown scope', { scope: `${SCOPE} email` }, {}, 'scope is unknown'],
    [
      'without the identity code',
      { scope: 'openid profile' },
      {},
      'scope lacks personal_identity_code',
    ],
    ['in an unknown language', { ui_locales: 'de' }, {}, 'ui_locales is unknown'],
    ['at an unknown level', { acr_values: 'high' }, {}, 'acr_values is unknown'],
    ['with an unreadable name', { ftn_spname: '<b>' }, {}, 'ftn_spname is malformed'],
  ])('%s', async (_, changes, header, reason) => {
    expect(await errorOf(await signedQuery({ ...changes }, header))).toContain(reason);
  });

  test('signed by another key', async () => {
    const request = await client.sign(claimsOf(), {}, rsa().privateKey);
    const error = await errorOf({ client_id: CLIENT_ID, request });
    expect(error).toContain('could not validate Request Object');
  });

  test('not, if all is right', async () => {
    const visit = await client.authorize(await signedQuery());
    expect(visit).toMatchObject({ kind: 'page', status: 200 });
  });
});

test('the person’s abort has an error word of its own', async () => {
  const answer = await client.answerTo(await signedQuery(), { decision: 'abort' });
  expect([answer.get('error'), answer.get('error_description')]).toEqual(['cancel', 'user cancel']);
});

describe('a client assertion is refused', () => {
  const code = async () => (await client.answerTo(await signedQuery(), HELMI)).get('code') ?? '';

  test.each<[string, Changes, object]>([
    ['for the issuer instead of the token endpoint', { aud: 'issuer' }, {}],
    ['that lives longer than ten minutes', { exp: Math.floor(Date.now() / 1000) + 3600 }, {}],
    ['without a kid', {}, { kid: undefined }],
    ['of another client', { sub: 'another' }, {}],
  ])('%s', async (_, claims, header) => {
    const changes = 'aud' in claims ? { aud: client.issuer } : claims;
    const answer = await client.redeem(await code(), changes, header);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('an answer of the Finnish Trust Network', () => {
  test('is a nested JWT for the client’s key, with another sub each time', async () => {
    const subjects = new Set<unknown>();
    for (const _ of [1, 2]) {
      const code = (await client.answerTo(await signedQuery(), HELMI)).get('code') ?? '';
      const { body } = await client.redeem(code);
      const header = decodeProtectedHeader(body.id_token ?? '');
      expect(header).toEqual({ alg: 'RSA-OAEP', enc: 'A128CBC-HS256', cty: 'JWT', kid: 'e' });
      const claims = await client.decrypt(body.id_token ?? '');
      expect(claims).toMatchObject({
        personal_identity_code: '010190-900P',
        given_name: 'Helmi',
        acr: 'http://ftn.ficora.fi/2017/loa2',
      });
      subjects.add(claims.sub);
    }
    expect(subjects.size).toBe(2);
  });

  test('has keys that the entity of its statement signed, and no discovery', async () => {
    const get = async (path: string) => fetch(`${client.issuer}${path}`);
    expect((await get('/.well-known/openid-configuration')).status).toBe(404);
    const statement = await (await get('/.well-known/openid-federation')).text();
    const { jwks, metadata } = decodeJwt<{
      jwks: JSONWebKeySet;
      metadata: { openid_provider: { signed_jwks_uri: string } };
    }>(statement);
    const entity = createLocalJWKSet(jwks);
    const of = { issuer: client.issuer, subject: client.issuer };
    await jwtVerify(statement, entity, { ...of, typ: 'entity-statement+jwt' });
    const response = await fetch(metadata.openid_provider.signed_jwks_uri);
    expect(response.headers.get('content-type')).toBe('application/jwk-set+jwt');
    const { payload } = await jwtVerify(await response.text(), entity, of);
    expect(payload.keys).toEqual([
      expect.objectContaining({ use: 'sig', kid: 'simulated-1' }),
      expect.objectContaining({ use: 'enc' }),
    ]);
  });
});
