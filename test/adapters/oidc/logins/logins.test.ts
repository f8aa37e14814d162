import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import Provider from 'oidc-provider';
import { catalogue } from '../../../../src/adapters/eid/registry.ts';

import { logins } from '../../../../src/adapters/oidc/logins/logins.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { configurationWith, DOMAIN } from '../clients/known-applications.ts';

const ID = 'login-1';
const NOW = new Date('2026-01-01T12:00:00Z');

/** The library's cookie for the login, as it signs it. */
function requestOf(provider: Provider): IncomingMessage {
  const empty = new IncomingMessage(new Socket());
  const response = new ServerResponse(empty);
  const { cookies } = provider.createContext(empty, response);
  cookies.set(provider.cookieName('interaction'), ID, { signed: true });
  const sent = [response.getHeader('set-cookie')]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]);
  const request = new IncomingMessage(new Socket());
  request.url = `/login/${ID}`;
  request.headers.cookie = sent.join('; ');
  return request;
}

test('the hint of a login without an attempt is validated once for each request', async () => {
  const application = sampleApplication({});
  const provider = new Provider(DOMAIN.issuer, {
    cookies: { keys: ['key'] },
    features: { devInteractions: { enabled: false } },
  });
  const payload = {
    jti: ID,
    exp: NOW.getTime() / 1000 + 10 ** 9,
    returnTo: `${DOMAIN.issuer}/oauth2/authorize/${ID}`,
    prompt: { name: 'login', reasons: [], details: {} },
    params: {
      client_id: application.clientId,
      redirect_uri: 'https://shop.example/callback',
      acr_values: 'urn:grn:authn:se:bankid',
      login_hint: `action:sign message:${Buffer.from('I agree.').toString('base64')}`,
    },
  };
  const find = async () => ({ payload, supportCode: undefined, snapshot: undefined });
  const request = requestOf(provider);
  const pending = await logins({
    provider,
    domain: DOMAIN,
    configuration: { ...configurationWith(application), catalogue },
    currentLogins: { load: find, loadAndLease: find, loadOnce: find },
    requestLimits: { count: () => {} },
    clock: () => NOW,
  }).load(request, new ServerResponse(request), 'poll');

  const { intent } = pending!.login;
  expect(intent).toMatchObject({ kind: 'signature', action: 'sign' });
  expect(pending!.login.intent).toBe(intent);
});
