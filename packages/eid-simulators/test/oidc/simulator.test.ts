import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';

import type { OidcProfile } from '../../src/oidc/profile.ts';
import { mitid } from '../../src/oidc/profiles/mitid.ts';
import { type OidcSimulator, startOidcSimulator } from '../../src/oidc/simulator.ts';
import { Browser, CALLBACK, CLIENT, SECRET, startBench, startLogin } from './harness.ts';

/** An invented eID with every field that differs from MitID's. */
const strict: OidcProfile = {
  ...mitid,
  name: 'strict',
  title: 'Strict',
  country: 'FI',
  clientAuthMethods: ['client_secret_post'],
  requires: { pkce: false, pushedRequest: true },
  signingAlgorithm: 'RS256',
  lifetimes: { ...mitid.lifetimes, idToken: 60, accessToken: 600 },
  parameters: {
    state: { required: true, pattern: /^.{8,255}$/ },
    nonce: { required: true, pattern: /^.{22,}$/ },
    acr_values: { required: true, words: ['loa2', 'loa3'] },
    ftn_spname: { required: true },
  },
  request: { text: 'ftn_spname', level: 'acr_values' },
  assurance: {
    words: { loa2: 'urn:2', loa3: 'urn:3' },
    usual: 'loa2',
    claims: ['acr'],
    amr: ['x'],
  },
  idToken: { personal_identity_code: ({ person }) => person.nationalNumber },
  userinfo: { profile: { name: ({ person }) => person.givenName } },
  abort: { error: 'cancel', description: 'cancelled' },
};

describe('a profile', () => {
  let simulator: OidcSimulator;
  let config: oidc.Configuration;
  beforeAll(async () => {
    simulator = await startOidcSimulator({ port: 0, profiles: [mitid, strict] });
    for (const name of ['mitid', 'strict']) {
      await simulator.addClient(name, {
        ...CLIENT,
        token_endpoint_auth_method: 'client_secret_post',
      });
    }
    config = await oidc.discovery(
      new URL(String(simulator.issuers.strict)),
      CLIENT.client_id,
      undefined,
      oidc.ClientSecretPost(SECRET),
      { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
    );
  });
  afterAll(() => simulator.close());

  const request = {
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    state: 'of-the-broker',
    nonce: 'n'.repeat(22),
    acr_values: 'loa3',
    ftn_spname: 'Broker Oy',
  };

  test('decides on requests, claims and keys', async () => {
    const url = await oidc.buildAuthorizationUrlWithPAR(config, request);
    const browser = new Browser();
    const page = await browser.open(url);
    expect(page).toHaveProperty(
      'html',
      expect.stringContaining('<blockquote>Broker Oy</blockquote>'),
    );
    const form = { person: 'helmi', decision: 'approve' };
    const tokens = await oidc.authorizationCodeGrant(config, await browser.leave(page.url, form), {
      expectedNonce: request.nonce,
      expectedState: request.state,
    });
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: simulator.issuers.strict,
      personal_identity_code: '010190-900P',
      acr: 'urn:3',
      amr: ['x'],
    });
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(60);
    const sub = String(claims?.sub);
    expect(await oidc.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
      sub,
      name: 'Helmi',
    });
    expect(config.serverMetadata()).toMatchObject({
      id_token_signing_alg_values_supported: ['RS256'],
      require_pushed_authorization_requests: true,
    });
  });

  test.each([
    ['a short state', { state: 'short' }, 'state is malformed'],
    ['a short nonce', { nonce: 'short' }, 'nonce is malformed'],
    ['an unknown level', { acr_values: 'loa1' }, 'acr_values is unknown'],
    ['no name', { ftn_spname: '' }, 'ftn_spname is missing'],
  ])('refuses %s', async (_why, changes, error_description) => {
    await expect(
      oidc.buildAuthorizationUrlWithPAR(config, { ...request, ...changes }),
    ).rejects.toMatchObject({ error: 'invalid_request', error_description });
  });

  test('refuses a request in the query', async () => {
    const callback = await new Browser().leave(oidc.buildAuthorizationUrl(config, request));
    expect(callback.searchParams.get('error')).toBe('invalid_request');
  });

  test('has its own words for an abort', async () => {
    const browser = new Browser();
    const page = await browser.open(await oidc.buildAuthorizationUrlWithPAR(config, request));
    const callback = await browser.leave(page.url, { decision: 'abort' });
    expect(callback.searchParams.get('error')).toBe('cancel');
  });

  test('shares neither logins nor tokens with another', async () => {
    const url = await oidc.buildAuthorizationUrlWithPAR(config, request);
    const elsewhere = new URL(url.href.replace('/strict/', '/mitid/'));
    expect((await new Browser().leave(elsewhere)).searchParams.get('error')).toBe(
      'invalid_request_uri',
    );
    expect(simulator.logins.pending().every(({ profile }) => profile === 'strict')).toBe(true);
  });
});

describe('closing', () => {
  test('ends open connections and frees the port', async () => {
    const { simulator, issuer, discover } = await startBench();
    await startLogin(await discover());
    await simulator.close();
    await expect(fetch(issuer)).rejects.toThrow();
  });
});
