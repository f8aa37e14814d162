import { expect, test } from '@jest/globals';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { requestedAuthenticationId } from '../../../src/adapters/oidc/log.ts';

const LOGIN = { result: { eid: { authenticationId: 'of the login' } } };

function about(oidc: { readonly entities?: object; readonly params?: object } | undefined) {
  const whole = oidc === undefined ? undefined : { entities: {}, params: {}, ...oidc };
  // The test needs few members of the library's context.
  const ctx = { oidc: whole } as unknown as KoaContextWithOIDC;
  return requestedAuthenticationId(ctx, (requestId) => `of ${requestId}`);
}

test.each([
  ['the login that ends', { entities: { Interaction: LOGIN } }, 'of the login'],
  ['the code', { entities: { AuthorizationCode: { grantId: 'of the code' } } }, 'of the code'],
  ['the access token', { entities: { AccessToken: { grantId: 'of the token' } } }, 'of the token'],
  ['the grant', { entities: { Grant: { jti: 'of the grant' } } }, 'of the grant'],
  ['a CIBA poll', { params: { auth_req_id: 'phone' } }, 'of phone'],
  ['a headless poll', { params: { headless_req_id: 'qr' } }, 'of qr'],
])('a request knows its authentication by %s', (_, oidc, expected) => {
  expect(about(oidc)).toBe(expected);
});

test.each([
  ['nothing was read of it', undefined],
  ['it has not begun', {}],
  ['its login never reached the eID', { entities: { Interaction: { result: {} } } }],
  ['its login has no result', { entities: { Interaction: {} } }],
  ['it sent no id', { params: { headless_req_id: undefined } }],
])('a request has no authentication when %s', (_, oidc) => {
  expect(about(oidc)).toBeUndefined();
});
