import { finish, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NOT_OFFERED } from '../support/not-offered.ts';
import { type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
  state: 'st',
} as const;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

function prefixOf(acr: string): string {
  return Buffer.from(acr).toString('base64');
}

function discovery(prefix: string): Promise<Response> {
  return fetch(`${broker.issuer}/${prefix}/.well-known/openid-configuration`);
}

function authorizeUrl(prefix: string, change: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...REQUEST, ...change });
  return `${broker.issuer}/${prefix}/oauth2/authorize?${query}`;
}

describe('the discovery document below an acr value', () => {
  test("lists its own authorization endpoint and this eID, and otherwise equals the domain's document", async () => {
    const response = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    const plain = (await response.json()) as Record<string, unknown>;
    const answer = await discovery(prefixOf(QR_ACR));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await answer.json()).toEqual({
      ...plain,
      authorization_endpoint: `${broker.issuer}/${prefixOf(QR_ACR)}/oauth2/authorize`,
      acr_values_supported: [QR_ACR],
    });
  });

  test.each([
    ['an eID that is not offered', prefixOf('urn:grn:authn:dk:mitid')],
    ['something else', prefixOf('hello')],
    ['invalid base64', 'x'],
  ])('returns 404 for %s', async (_, prefix) => {
    expect((await discovery(prefix)).status).toBe(404);
  });
});

describe('a request below an acr value', () => {
  test('starts a login with this eID', async () => {
    const userAgent = newUserAgent(broker.port);
    const { location: page } = await userAgent.get(authorizeUrl(prefixOf(QR_ACR)));
    expect(page?.href).toMatch(new RegExp(`^${broker.issuer}/login/[\\w-]{43}$`));
    const shown = await userAgent.get(page!);
    const qr = /data-qr="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const { orderRef } = await broker.phone.scan(qr, '191212121212');
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);
    const { location } = await finish(userAgent, page!);
    expect(location?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(location?.searchParams.get('state')).toBe('st');
  });

  test('may be posted', async () => {
    const posted = form({ ...REQUEST });
    const { location } = await send(broker.port, {
      ...posted,
      path: `/${prefixOf(QR_ACR)}/oauth2/authorize`,
      headers: { ...posted.headers, host: new URL(broker.issuer).host },
    });
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test.each([
    ['acr_values', { acr_values: 'urn:grn:authn:dk:mitid' }],
    ['login_hint', { login_hint: 'acr_values:urn:grn:authn:dk:mitid' }],
  ])('is overridden by %s', async (_, change) => {
    const { location } = await newUserAgent(broker.port).get(
      authorizeUrl(prefixOf(QR_ACR), change),
    );
    expect(location?.searchParams.get('error_description')).toBe(NOT_OFFERED);
  });

  test("overrides the application's default", async () => {
    const prefix = prefixOf('urn:grn:authn:dk:mitid');
    const url = authorizeUrl(prefix, { client_id: 'default-eid' });
    const { location } = await newUserAgent(broker.port).get(url);
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });

  test.each([
    ['a long state', { state: 's'.repeat(5000) }, 'state is longer than 4096 characters'],
    ['no response_type', { response_type: '' }, "missing required parameter 'response_type'"],
  ])('is validated like other requests: %s', async (_, change, description) => {
    const { location } = await newUserAgent(broker.port).get(
      authorizeUrl(prefixOf(QR_ACR), change),
    );
    expect(location?.searchParams.get('error_description')).toBe(description);
  });

  test.each([
    ['something else', prefixOf('hello')],
    ['the value itself', 'urn:grn:authn:se:bankid'],
  ])('gets 404 below %s', async (_, prefix) => {
    const { status } = await newUserAgent(broker.port).get(authorizeUrl(prefix));
    expect(status).toBe(404);
  });

  test('has no keys and no token endpoint of its own', async () => {
    for (const path of ['oauth2/token', 'oauth2/userinfo', '.well-known/jwks']) {
      const { status } = await fetch(`${broker.issuer}/${prefixOf(QR_ACR)}/${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });
});
