import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';

import {
  approve,
  type Bench,
  Browser,
  base64,
  CALLBACK,
  idpParams,
  logIn,
  startBench,
  startLogin,
} from './harness.ts';

const NSIS = 'https://data.gov.dk/concept/core/nsis';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.simulator.close());

describe('discovery', () => {
  test('announces what MitID has', async () => {
    const response = await fetch(`${bench.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: bench.issuer,
      authorization_endpoint: `${bench.issuer}/connect/authorize`,
      token_endpoint: `${bench.issuer}/connect/token`,
      userinfo_endpoint: `${bench.issuer}/connect/userinfo`,
      pushed_authorization_request_endpoint: `${bench.issuer}/connect/par`,
      jwks_uri: `${bench.issuer}/.well-known/openid-configuration/jwks`,
      subject_types_supported: ['pairwise'],
      scopes_supported: ['openid', 'mitid', 'ssn', 'ssn.details_address'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
      ],
    });
  });
});

describe('a login', () => {
  test('gives the claims of the person, the level and the methods', async () => {
    const { claims, userinfo, tokens } = await logIn(bench);
    expect(claims).toEqual({
      iss: bench.issuer,
      aud: 'broker',
      sub: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      nonce: expect.any(String),
      iat: expect.any(Number),
      exp: claims.iat + 300,
      auth_time: expect.any(Number),
      idp: 'mitid',
      identity_type: 'private',
      transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      loa: `${NSIS}/Substantial`,
      ial: `${NSIS}/Substantial`,
      aal: `${NSIS}/Substantial`,
      amr: ['code_app'],
    });
    expect(userinfo).toEqual({
      sub: claims.sub,
      'mitid.uuid': '9c804f25-50e3-1d8f-98ac-9b460cfe7fbf',
      'mitid.identity_name': 'Astrid Prøvesen',
      'mitid.date_of_birth': '1958-12-27',
      'mitid.age': '67',
      'mitid.has_cpr': 'true',
      'dk.cpr': '2712589100',
    });
    expect(tokens.expires_in).toBe(10_800);
  });

  test.each([
    ['low', 'Low'],
    ['high', 'High'],
  ])('at level %s states it', async (level, word) => {
    const { claims } = await logIn(bench, idpParams({ loa_value: level }));
    expect([claims.loa, claims.ial, claims.aal]).toEqual(Array(3).fill(`${NSIS}/${word}`));
  });

  test('without scope ssn has no CPR number, without mitid no person', async () => {
    const { userinfo } = await logIn(bench, { scope: 'openid mitid' });
    expect(userinfo).not.toHaveProperty('dk.cpr');
    expect(userinfo).toHaveProperty(['mitid.uuid']);
    const bare = await logIn(bench, { scope: 'openid' });
    expect(bare.userinfo).toEqual({ sub: bare.claims.sub });
  });

  test('gives a person the same sub each time, and each login its own transaction', async () => {
    const [first, second] = [await logIn(bench), await logIn(bench)];
    const other = await logIn(bench, {}, 'bent');
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(other.claims.sub).not.toBe(first.claims.sub);
    expect(second.claims.transaction_id).not.toBe(first.claims.transaction_id);
  });

  test.each([{ prompt: 'login' }, { max_age: '0' }, { language: 'da' }])(
    'takes %j',
    async (extra) => {
      const { claims } = await logIn(bench, extra);
      expect(claims.idp).toBe('mitid');
    },
  );

  test('works with a request in the query, and a secret in the header', async () => {
    const config = await bench.discover(
      oidc.ClientSecretBasic('a-secret-of-the-broker-for-tests-only'),
    );
    const login = await startLogin(config, {}, 'query');
    const tokens = await oidc.authorizationCodeGrant(config, await approve(login), login.checks);
    expect(tokens.claims()?.idp).toBe('mitid');
  });

  test('works with a key of the client instead of a secret', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'ES256' };
    await bench.simulator.addClient('mitid', {
      client_id: 'with-key',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key] },
    });
    const config = await bench.discover(
      oidc.PrivateKeyJwt({ key: privateKey, kid: 'one' }),
      'with-key',
    );
    const login = await startLogin(config);
    const tokens = await oidc.authorizationCodeGrant(config, await approve(login), login.checks);
    expect(tokens.claims()?.aud).toBe('with-key');
  });
});

describe("the person's page", () => {
  test('shows the application, the text, the action and the level, escaped', async () => {
    const text = 'Pay <b>200 kr</b> & æøå';
    const params = idpParams({
      reference_text: base64(text),
      action_text: 'APPROVE',
      loa_value: 'high',
    });
    const { url } = await startLogin(await bench.discover(), params);
    const page = await new Browser().open(url);
    expect(page).toMatchObject({ kind: 'page', status: 200 });
    const { html } = page as { html: string };
    expect(html).toContain('<blockquote>Pay &lt;b&gt;200 kr&lt;/b&gt; &amp; æøå</blockquote>');
    expect(html).toContain('<strong>Test &lt;Broker&gt;</strong> (level: high, APPROVE)');
    expect(html).not.toContain('2712589100');
  });

  test('returns an abort with the words of MitID', async () => {
    const config = await bench.discover();
    const { url, checks } = await startLogin(config);
    const browser = new Browser();
    const page = await browser.open(url);
    const callback = await browser.leave(page.url, { decision: 'abort' });
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'mitid_user_aborted',
      state: checks.expectedState,
      iss: bench.issuer,
    });
  });

  test('asks in each login: there is no single sign-on', async () => {
    const config = await bench.discover();
    const browser = new Browser();
    for (const person of ['astrid', 'bent']) {
      const login = await startLogin(config);
      const page = await browser.open(login.url);
      const callback = await browser.leave(page.url, { person, decision: 'approve' });
      const tokens = await oidc.authorizationCodeGrant(config, callback, login.checks);
      expect(tokens.claims()?.idp).toBe('mitid');
    }
    const silent = await startLogin(config, { prompt: 'none' });
    const callback = await browser.leave(silent.url);
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  test('belongs to the browser that opened it', async () => {
    const { url } = await startLogin(await bench.discover());
    const page = await new Browser().open(url);
    const stranger = await new Browser().open(page.url, { person: 'bent', decision: 'approve' });
    expect(stranger).toMatchObject({ status: 400 });
  });

  test('refuses a person who has no MitID, and then goes on', async () => {
    const { url } = await startLogin(await bench.discover());
    const browser = new Browser();
    const page = await browser.open(url);
    const form = { person: 'frode', decision: 'approve' };
    expect(await browser.open(page.url, form)).toMatchObject({ status: 400 });
    expect(await browser.open(page.url)).toMatchObject({ kind: 'page', status: 200 });
  });
});

describe('time limits', () => {
  test('a pushed request lives 600 seconds', async () => {
    const { url } = await startLogin(await bench.discover());
    bench.simulator.clock.advance(599);
    expect(await new Browser().open(url)).toMatchObject({ kind: 'page', status: 200 });
    bench.simulator.clock.advance(1);
    const callback = await new Browser().leave(url);
    expect(callback.searchParams.get('error')).toBe('invalid_request_uri');
  });

  test('a code works once, and for 60 seconds', async () => {
    const config = await bench.discover();
    const first = await startLogin(config);
    const callback = await approve(first);
    await oidc.authorizationCodeGrant(config, callback, first.checks);
    const refused = { error: 'invalid_grant' };
    await expect(oidc.authorizationCodeGrant(config, callback, first.checks)).rejects.toMatchObject(
      refused,
    );
    const second = await startLogin(config);
    const late = await approve(second);
    bench.simulator.clock.advance(60);
    await expect(oidc.authorizationCodeGrant(config, late, second.checks)).rejects.toMatchObject(
      refused,
    );
  });
});
