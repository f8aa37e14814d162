import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';

import { CLIENT_ID, type KeyedClient, startKeyedClient, usualRequest } from './keyed-harness.ts';

let client: KeyedClient;
beforeAll(async () => {
  client = await startKeyedClient('itsme', '/token');
});
afterAll(() => client.simulator.close());

const C = 'http://itsme.services/v2/claim';
const LOGIN = 'openid service:TEST_LOGIN profile eid';
const CONFIRM = 'openid service:TEST_CONFIRM';
const approval = (text: string) => ({
  userinfo: {
    [`${C}/claim_approval_template_name`]: { value: 'free_text' },
    [`${C}/claim_approval_text_key`]: { value: text },
  },
});

const approvedBy = (person: string) => ({ decision: 'approve', person });

type Changes = Readonly<Record<string, unknown>>;

/** A request in the query. */
function plain(changes: Changes = {}): Record<string, string> {
  const { claims, ...others } = usualRequest({ scope: LOGIN, ...changes });
  return {
    ...(others as Record<string, string>),
    ...(claims !== undefined && { claims: JSON.stringify(claims) }),
  };
}

async function signed(changes: Changes = {}): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const ours = { iss: CLIENT_ID, aud: client.issuer, iat, exp: iat + 60 };
  return client.sign(usualRequest({ scope: LOGIN, ...ours, ...changes }));
}

async function encrypted(changes: Changes = {}, header: object = {}) {
  return { client_id: CLIENT_ID, request: await client.encrypt(await signed(changes), header) };
}

/** The error of a request, at the callback or on the eID's page. */
async function errorOf(query: Readonly<Record<string, string>>): Promise<string> {
  const visit = await client.authorize(query);
  if (visit.kind === 'page') return `${visit.status} ${visit.html.trim()}`;
  return `${visit.url.searchParams.get('error')} ${visit.url.searchParams.get('error_description')}`;
}

describe('a request to itsme is refused', () => {
  test.each<[string, Changes, string]>([
    ['without a service', { scope: 'openid profile' }, 'scope must have one service'],
    [
      'with two services',
      { scope: `${LOGIN} service:TEST_CONFIRM` },
      'scope must have one service',
    ],
    ['with an unknown service', { scope: 'openid service:OTHER' }, 'scope is unknown'],
    ['at an unknown level', { acr_values: 'acr_basic' }, 'acr_values is unknown'],
    ['in an unknown language', { ui_locales: 'sv' }, 'ui_locales is unknown'],
    [
      'with plain PKCE',
      { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' },
      'not supported value of code_challenge_method',
    ],
    [
      'with a text in a login',
      { claims: approval('Pay') },
      'a confirmation, and nothing else, has an approval text',
    ],
    [
      'for a confirmation that is not encrypted',
      { scope: CONFIRM, claims: approval('Pay') },
      'a confirmation must be signed and encrypted',
    ],
  ])('%s', async (_, changes, reason) => {
    expect(await errorOf(plain(changes))).toContain(reason);
  });

  test('for a confirmation that is signed alone', async () => {
    const request = await signed({ scope: CONFIRM, claims: approval('Pay') });
    const error = await errorOf({ client_id: CLIENT_ID, request });
    expect(error).toContain('a confirmation must be signed and encrypted');
  });

  test.each<[string, Changes, string]>([
    ['without a text', { scope: CONFIRM }, 'has an approval text'],
    ['with 7,501 characters', { scope: CONFIRM, claims: approval('x'.repeat(7501)) }, 'malformed'],
    ['with another script', { scope: CONFIRM, claims: approval('Плати') }, 'malformed'],
    ['for another provider', { aud: 'https://other.example' }, 'claims are invalid'],
  ])('encrypted, %s', async (_, changes, reason) => {
    expect(await errorOf(await encrypted(changes))).toContain(reason);
  });

  test.each<[string, object]>([
    ['by another algorithm', { alg: 'RSA-OAEP' }],
    ['with another content encryption', { enc: 'A256GCM' }],
    ['compressed', { zip: 'DEF' }],
  ])('encrypted %s', async (_, header) => {
    const changes = { scope: CONFIRM, claims: approval('Pay 20 €') };
    expect(await errorOf(await encrypted(changes, header))).toContain('could not decrypt');
  });
});

describe('a client assertion to itsme is refused', () => {
  const code = async () => (await client.answerTo(plain(), approvedBy('lotte'))).get('code') ?? '';

  test.each<[string, Changes]>([
    ['for another provider', { aud: 'https://other.example' }],
    ['of another client', { sub: 'another' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ])('%s', async (_, assertion) => {
    const { status, body } = await client.redeem(await code(), {
      aud: client.issuer,
      ...assertion,
    });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('by a client that has a secret alone', async () => {
    const query = { client_id: CLIENT_ID, client_secret: 'x', grant_type: 'authorization_code' };
    const response = await fetch(`${client.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...query, code: await code() }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: 'invalid_client' },
    ]);
  });
});

describe('an answer of itsme', () => {
  test('to a confirmation is encrypted, as userinfo is', async () => {
    const query = await encrypted({
      scope: `${CONFIRM} profile eid`,
      claims: approval('Pay 20 €'),
      acr_values: `${C}/acr_advanced`,
    });
    const code = (await client.answerTo(query, approvedBy('lotte'))).get('code') ?? '';
    const { body } = await client.redeem(code, { aud: client.issuer });
    const alg = { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', cty: 'JWT', kid: 'e' };
    expect(decodeProtectedHeader(body.id_token ?? '')).toEqual(alg);
    expect(await client.decrypt(body.id_token ?? '')).toMatchObject({ acr: `${C}/acr_advanced` });
    const response = await client.userinfo(body.access_token ?? '');
    expect(response.headers.get('content-type')).toContain('application/jwt');
    expect(await client.decrypt(await response.text())).toMatchObject({
      iss: client.issuer,
      aud: CLIENT_ID,
      name: 'Lotte Voorbeeld',
      gender: 'female',
      [`${C}/BENationalNumber`]: '90110299836',
    });
  });

  test('shows the text and nothing else of the request', async () => {
    const visit = await client.authorize(
      await encrypted({ scope: CONFIRM, claims: approval('Pay <20> €') }),
    );
    expect(visit).toMatchObject({ kind: 'page', status: 200 });
    expect(visit).toHaveProperty('html', expect.stringContaining('Pay &lt;20&gt; €'));
  });

  test('has the claims that the request names alone', async () => {
    const claims = { userinfo: { [`${C}/claim_device`]: null } };
    const code = (await client.answerTo(plain({ claims }), approvedBy('marc'))).get('code') ?? '';
    const { body } = await client.redeem(code, { aud: client.issuer });
    const response = await client.userinfo(body.access_token ?? '');
    const userinfo = await client.decrypt(await response.text());
    expect(userinfo[`${C}/claim_device`]).toMatchObject({ os: 'ANDROID' });
    expect(userinfo).not.toHaveProperty([`${C}/place_of_birth`]);
  });
});
