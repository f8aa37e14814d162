import { approveLogin, finish, newUserAgent } from '@eid-broker/testing/log-in';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const APPLE = '/.well-known/apple-app-site-association';
const GOOGLE = '/.well-known/assetlinks.json';

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

async function get(path: string, issuer = broker.issuer, language = 'en') {
  const { host } = new URL(issuer);
  return send(broker.port, { path, headers: { host, 'accept-language': language } });
}

describe('the association files', () => {
  test("list the domain's iOS apps for links and for the browser of a login", async () => {
    const { status, headers, text } = await get(APPLE);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'public, max-age=300',
    ]);
    const appIDs = ['A1B2C3D4E5.com.example.shop'];
    expect(JSON.parse(text)).toEqual({
      applinks: { details: [{ appIDs, components: [{ '/': '/ios/callback' }] }] },
      webcredentials: { apps: appIDs },
    });
    expect((await get(APPLE)).text).toBe(text);
  });

  test("list the domain's Android apps", async () => {
    const { status, headers, text } = await get(GOOGLE);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.shop',
          sha256_cert_fingerprints: [Array(32).fill('AB').join(':')],
        },
      },
    ]);
  });

  test.each([APPLE, GOOGLE])('are not found on a domain without an app: %s', async (path) => {
    expect((await get(path, broker.secondIssuer)).status).toBe(404);
  });
});

describe.each(['ios', 'android'])('the page https://<domain>/%s/callback', (platform) => {
  test('is the end of a login when the app did not open', async () => {
    const redirect_uri = `${broker.issuer}/${platform}/callback`;
    const userAgent = newUserAgent(broker.port);
    const request = {
      client_id: 'native-app',
      redirect_uri,
      response_type: 'code',
      scope: 'openid',
      state: 'a-state',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      acr_values: 'urn:grn:authn:se:bankid:another-device:qr',
    };
    const { page } = await approveLogin(broker, request, { userAgent });
    const { location } = await finish(userAgent, page);
    expect(location?.href.startsWith(`${redirect_uri}?code=`)).toBe(true);
    const answer = await userAgent.get(location ?? '');
    expect([
      answer.status,
      answer.headers['referrer-policy'],
      answer.headers['cache-control'],
    ]).toEqual([200, 'no-referrer', 'no-store']);
    expect(answer.text).toContain('<h1>Go back to the app</h1>');
    const query = location?.search.replaceAll('&', '&amp;');
    expect(answer.text).toContain(`href="/${platform}/callback${query}"`);
  });

  test("is in the browser's language and escapes its URL", async () => {
    const { text, headers } = await get(
      `/${platform}/callback?x="><script>1</script>`,
      broker.issuer,
      'sv',
    );
    expect(text).toContain('<h1>Gå tillbaka till appen</h1>');
    expect(text).not.toContain('<script>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('has only GET, and no page below it', async () => {
    const { host } = new URL(broker.issuer);
    const path = `/${platform}/callback`;
    expect((await send(broker.port, { path, method: 'POST', headers: { host } })).status).toBe(404);
    expect((await get(`${path}/more`)).status).toBe(404);
  });
});
