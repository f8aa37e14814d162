import { expect, test } from '@jest/globals';

import { endpointLabelOf } from '../../../src/adapters/oidc/endpoint-label.ts';

const ACR = Buffer.from('urn:grn:authn:se:bankid').toString('base64');

test.each([
  ['/oauth2/authorize?client_id=x', 'authorize'],
  [`/${ACR}/oauth2/authorize`, 'authorize'],
  [`/${encodeURIComponent(ACR)}/.well-known/openid-configuration`, 'discovery'],
  ['/.well-known/openid-configuration', 'discovery'],
  ['/.well-known/criipto-configuration', 'discovery'],
  ['/.well-known/apple-app-site-association', 'discovery'],
  ['/.well-known/assetlinks.json', 'discovery'],
  ['/.well-known/jwks', 'jwks'],
  ['/oauth2/authorize/some-id', 'resume'],
  ['/oauth2/token', 'token'],
  ['/oauth2/userinfo', 'userinfo'],
  ['/oauth2/par', 'par'],
  ['/oauth2/logout', 'logout'],
  ['/ciba/bc-authorize', 'ciba'],
  ['/ciba/cancel', 'request-cancel'],
  ['/headless/authorize', 'headless'],
  ['/headless/cancel', 'request-cancel'],
  ['/headless/events', 'request-events'],
  ['/embedded/a-secret/poll', 'embedded'],
  ['/login/some-id', 'login-page'],
  ['/login/some-id/qr.svg', 'login-page'],
  ['/login/some-id/text', 'login-page'],
  ['/login/some-id/status', 'login-status'],
  ['/login/some-id/start', 'login-action'],
  ['/login/some-id/cancel', 'login-action'],
  ['/login/some-id/return?nonce=x', 'login-action'],
  ['/ios/callback?code=x', 'login-page'],
  ['/android/callback', 'login-page'],
  ['/assets/v/login.js', 'asset'],
  ['/errors/declined', 'error-page'],
  ['/', 'other'],
  ['', 'other'],
  ['*', 'other'],
  ['/oauth2/token/', 'other'],
  ['/login/some-id/anything', 'other'],
  ['/a/b/oauth2/authorize', 'other'],
  ['http://elsewhere.example/oauth2/token', 'other'],
])('%s is a request for: %s', (url, endpoint) => {
  expect(endpointLabelOf(url)).toBe(endpoint);
});
