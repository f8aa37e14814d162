import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { arrivalOf } from '../support/visit.ts';
import { approve, openUrl } from './application.ts';

let broker: Broker;
let site: Server;
let url: string;
beforeAll(async () => {
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  const variables = () => ({ DEMO_CLIENT_URL: url });
  broker = await startBroker('test/fixtures/bankid.yaml', { variables });
  site = await startSite(port);
});
afterAll(async () => {
  site?.close();
  await broker?.close();
});

const settings = () => ({
  authority: broker.issuer,
  client_id: 'demo-spa',
  redirect_uri: `${url}/callback`,
  scope: 'openid',
  acr_values: QR_ACR,
  loadUserInfo: true,
});

describe('oidc-client-ts, as it comes from npm', () => {
  test('logs a person in with PKCE', async () => {
    const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
    const client = new OidcClient({ ...settings(), stateStore });
    const request = await client.createSigninRequest({ nonce: 'some-nonce', state: 'kept' });
    const login = await approve(broker, new URL(request.url));
    const answer = await client.processSigninResponse((await login.arrive()).href);
    expect(answer.userState).toBe('kept');
    expect(answer.profile).toMatchObject({
      aud: 'demo-spa',
      ssn: TOLVAN,
      authenticationtype: QR_ACR,
    });
    expect(Number(answer.expires_in)).toBeGreaterThan(100);
  });

  test('reports that the person declined', async () => {
    const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
    const client = new OidcClient({ ...settings(), stateStore });
    const request = await client.createSigninRequest({});
    const login = await openUrl(new URL(request.url));
    const { href } = arrivalOf(await login.press('cancel'));
    await expect(client.processSigninResponse(href)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
  });
});

(hasChromium() ? describe : describe.skip)('oidc-client-ts in Chromium', () => {
  test('logs a person in from a page of another origin', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${url}/`);
      const qr = page.locator('[data-qr]');
      await qr.waitFor();
      const { orderRef } = await broker.phone.scan(
        (await qr.getAttribute('data-qr')) ?? '',
        TOLVAN,
      );
      await broker.phone.decide(orderRef, 'approve');
      const result = page.locator('#result');
      await result.waitFor();
      expect(JSON.parse((await result.textContent()) ?? '')).toMatchObject({
        aud: 'demo-spa',
        ssn: TOLVAN,
        name: 'Tolvan Tolvansson',
      });
    } finally {
      await browser.close();
    }
  });
});

/** A site of one page that logs in at once and shows the claims. */
function startSite(port: number): Promise<Server> {
  const folder = dirname(createRequire(import.meta.url).resolve('oidc-client-ts/package.json'));
  const library = readFileSync(join(folder, 'dist/browser/oidc-client-ts.min.js'), 'utf8');
  const page = `<!doctype html><script src="/oidc-client-ts.js"></script><script>
    const manager = new oidc.UserManager(${JSON.stringify(settings())});
    const show = (text) => {
      document.body.appendChild(Object.assign(document.createElement('pre'), { id: 'result', textContent: text }));
    };
    if (location.pathname === '/callback') {
      manager.signinRedirectCallback().then(({ profile }) => show(JSON.stringify(profile)), (error) => show(String(error)));
    } else {
      manager.signinRedirect().catch((error) => show(String(error)));
    }
  </script><body></body>`;
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      const isLibrary = request.url === '/oidc-client-ts.js';
      response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? library : page);
    }).listen(port, '127.0.0.1', () => resolve(server));
  });
}
