import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
} from '@eid-broker/testing/log-in';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import type { WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { errorFieldsIn } from '../support/error-fields.ts';
import { type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

const CALLBACK = 'https://app.example.com/cb';
const QR = 'urn:grn:authn:se:bankid:another-device:qr';

const IMPLICIT = {
  client_id: 'implicit',
  redirect_uri: CALLBACK,
  response_type: 'id_token',
  scope: 'openid',
  acr_values: QR,
  state: 'st',
} as const;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker({ trustedProxies: '127.0.0.1' });
});
afterAll(() => broker.close());

function fragmentOf(location: URL | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
}

/** The fields of the page that posts to the application. */
function postedFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]));
}

function authorize(params: Readonly<Record<string, string | undefined>>): Promise<WireAnswer> {
  return newUserAgent(broker.port).get(authorizeUrl(broker.issuer, { ...IMPLICIT, ...params }));
}

describe('an implicit login', () => {
  // spec: flow.implicit, auth.implicit, authorize.redirect.implicit
  test('returns the whole ID token in the fragment, without a nonce that was not sent', async () => {
    const callback = await logIn(broker, IMPLICIT);
    expect(`${callback.origin}${callback.pathname}${callback.search}`).toBe(CALLBACK);
    const { id_token, ...rest } = fragmentOf(callback);
    expect(rest).toEqual({ state: 'st' });
    const claims = await verifiedClaims(broker, id_token, 'implicit');
    expect(claims).toMatchObject({ acr: QR, identityscheme: 'sebankid', country: 'SE' });
    expect(claims).toHaveProperty('ssn', '191212121212');
    expect(Object.keys(claims)).not.toContain('nonce');
    expect(Object.keys(claims)).not.toContain('c_hash');
  });

  test('returns the nonce and needs no state', async () => {
    const callback = await logIn(broker, { ...IMPLICIT, nonce: 'left-out', state: undefined });
    const { id_token, ...rest } = fragmentOf(callback);
    expect(rest).toEqual({});
    expect(claimsIn(id_token)).toHaveProperty('nonce', 'left-out');
  });

  test('may post the token with evidence', async () => {
    const params = { ...IMPLICIT, response_mode: 'form_post', scope: 'openid evidence' };
    const { userAgent, page } = await approveLogin(broker, params);
    const answer = await finish(userAgent, page);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`action="${CALLBACK}"`);
    const { id_token, ...rest } = postedFields(answer.text);
    expect(rest).toEqual({ state: 'st' });
    const claims = await verifiedClaims(broker, id_token, 'implicit');
    expect(Object.keys(claims)).toEqual(expect.arrayContaining(['evidence', 'ocspResponse']));
  });

  // spec: authorize.redirect.error
  test('has its errors in the fragment', async () => {
    const userAgent = newUserAgent(broker.port);
    const { location: page } = await userAgent.get(authorizeUrl(broker.issuer, IMPLICIT));
    const { location: resume } = await userAgent.post(`${page}/cancel`, {});
    const { status, location } = await userAgent.get(resume!);
    expect({ status, search: location?.search }).toEqual({ status: 302, search: '' });
    expect(errorFieldsIn(location)).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
      state: 'st',
      iss: broker.issuer,
    });
  });
});

// spec: purpose.standards, auth.signed-id-token
test('openid-client accepts the response', async () => {
  const config = await oidc.discovery(new URL(broker.issuer), 'implicit', {}, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });
  oidc.useIdTokenResponseType(config);
  const nonce = oidc.randomNonce();
  const callback = await logIn(broker, { ...IMPLICIT, nonce });
  const checks = { expectedState: 'st' };
  const claims = await oidc.implicitAuthentication(config, callback, nonce, checks);
  expect(claims).toMatchObject({ aud: 'implicit', acr: QR });
});

describe('the result of an implicit login', () => {
  async function approved() {
    const { userAgent, page } = await approveLogin(broker, IMPLICIT);
    const { location } = await userAgent.get(page);
    return { userAgent, resume: location! };
  }

  test('is consumed once', async () => {
    const { userAgent, resume } = await approved();
    const cookies = userAgent.jar.serializeSync();
    const { CookieJar } = await import('tough-cookie');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const jar = CookieJar.deserializeSync(structuredClone(cookies!));
        return newUserAgent(broker.port, {}, jar).get(resume);
      }),
    );
    const tokens = answers.map(({ location }) => fragmentOf(location).id_token);
    expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
    const others = answers.filter(({ location }) => location === undefined);
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 400));
  });

  test('remains available after a short failure of the database', async () => {
    const { userAgent, resume } = await approved();
    await broker.sql(`create or replace function fail() returns trigger as
      $$ begin raise exception 'a fault of the database'; end $$ language plpgsql`);
    await broker.sql(`create trigger fault before update on authentication
      for each row when (new.result_consumed_at is not null) execute function fail()`);
    const broken = await userAgent.get(resume);
    await broker.sql('drop trigger fault on authentication');
    expect([broken.status, broken.location?.hash ?? '']).toEqual([500, '']);
    expect(fragmentOf((await userAgent.get(resume)).location)).toHaveProperty('id_token');
    broker.logged.length = 0;
  });
});

describe('an implicit request is refused', () => {
  afterEach(() => {
    expect(broker.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each([
    [
      'from an application without the flow',
      { client_id: 'web' },
      ['unauthorized_client', 'this application may not use the implicit flow'],
    ],
    [
      'with evidence, which is too long for a URL',
      { scope: 'openid evidence' },
      [
        'invalid_request',
        'a token with evidence is too big for a URL: use response_mode form_post',
      ],
    ],
    [
      'with the photo of a document, which is too long as well',
      { scope: 'openid frejaid:document_photo' },
      [
        'invalid_request',
        'a token with frejaid:document_photo is too big for a URL: use response_mode form_post',
      ],
    ],
    [
      'without a required nonce',
      { client_id: 'careful-nonce' },
      ['invalid_request', "missing required parameter 'nonce'"],
    ],
  ])('%s, by an error in the fragment', async (_, change, [error, error_description]) => {
    const { status, location } = await authorize(change);
    expect({ status, search: location?.search }).toEqual({ status: 302, search: '' });
    const expected = { error, error_description, state: 'st', iss: broker.issuer };
    expect(errorFieldsIn(location)).toEqual(expected);
  });

  test('from an application without the flow and with a foreign redirect URI, by an error page', async () => {
    const answer = await authorize({ client_id: 'web', redirect_uri: 'https://evil.example/' });
    expect({ status: answer.status, location: answer.location }).toEqual({ status: 400 });
    expect(answer.text).toContain('invalid_redirect_uri');
  });

  test('with response_mode query, which is not for tokens', async () => {
    const { location } = await authorize({ response_mode: 'query' });
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    expect(location?.hash).toBe('');
  });

  // spec: flow.implicit.test-domains
  test('on a production domain', async () => {
    const userAgent = newUserAgent(broker.port, { 'x-forwarded-proto': 'https' });
    const { location } = await userAgent.get(authorizeUrl('https://third.example', IMPLICIT));
    expect(errorFieldsIn(location)).toEqual({
      error: 'unauthorized_client',
      error_description: 'the implicit flow works on test domains only',
      state: 'st',
      iss: 'https://third.example',
    });
    const onTest = await userAgent.get(authorizeUrl('https://test.third.example', IMPLICIT));
    expect(onTest.location?.pathname).toMatch(/^\/login\//);
  });
});

test('an application with a required nonce needs one for a code too', async () => {
  const { location } = await authorize({ client_id: 'careful-nonce', response_type: 'code' });
  expect(location?.searchParams.get('error_description')).toBe(
    "missing required parameter 'nonce'",
  );
});
