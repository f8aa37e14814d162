import { expect, test } from '@jest/globals';

import { findReason } from '../../../../src/adapters/oidc/findings/find-reason.ts';

const ISSUER = 'https://login.example.com';

test.each([
  ['hello', 'hint-unreadable'],
  [unsignedJwt({ iss: 'https://elsewhere.example.com', aud: 'web' }), 'hint-of-other-domain'],
  [unsignedJwt({ iss: ISSUER, aud: 'app' }), 'hint-of-other-application'],
  [unsignedJwt({ iss: ISSUER, aud: ['web'] }), 'hint-signature'],
])('says what is wrong with an id_token_hint: %#', (id_token_hint, reason) => {
  expect(reasonOf('id-token-hint-invalid', { params: { id_token_hint } })).toBe(reason);
});

test.each([
  ['an opaque token', undefined],
  [unsignedJwt({ iss: ISSUER, aud: 'web' }), 'id-token-sent'],
])('knows an ID token that was sent as an access token: %#', (token, reason) => {
  expect(reasonOf('access-token-invalid', { authorization: `Bearer ${token}` })).toBe(reason);
});

test.each([
  [{ secrets: [] }, { authorization: 'Basic eDp5' }, 'secret-of-public-client'],
  [{ secrets: [] }, { params: { client_assertion: 'x' } }, 'secret-of-public-client'],
  [{ secrets: [{}] }, {}, 'no-credentials'],
  [{ secrets: [{}] }, { params: { client_secret: 'x' } }, 'method-not-set-up'],
])('compares the method of the client with its settings: %#', (application, request, reason) => {
  const error_detail = 'the authentication mechanism is not allowed for this client';
  const found = reasonOf('client-authentication-failed', { ...request, error_detail, application });
  expect(found).toBe(reason);
});

interface Refused {
  readonly params?: object;
  readonly authorization?: string;
  readonly error_detail?: string;
  readonly application?: object;
}

function reasonOf(key: string, refused: Refused) {
  const { params, authorization = '', error_detail, application } = refused;
  // The code reads these members alone.
  const request = { req: {}, method: 'POST', query: {}, get: () => authorization };
  const ctx = { oidc: { params, client: { clientId: 'web' } }, ...request };
  const error = Object.assign(new Error(key), { error_detail });
  const found = application && { flows: [], redirectUris: [], ...application };
  const configuration = { application: () => found, applications: () => [], domains: [] };
  const vault = { matches: () => false };
  const deps = { domain: { issuer: ISSUER }, configuration, vault, clock: () => new Date(0) };
  return findReason(ctx as never, { error, key }, deps as never).reason;
}

function unsignedJwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
}
