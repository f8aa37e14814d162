import { generateKeyPairSync } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jwtVerify } from 'jose';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import type { RedirectEid, RedirectRequest } from '../../../../../src/ports/eid.ts';
import { type MitIdUnderTest, startMitIdUnderTest } from '../../dk-mitid/mitid-under-test.ts';

const REQUEST: RedirectRequest = {
  acr: dkMitId.offer.variants[2]!.acr,
  scope: ['openid', 'ssn'],
  language: 'da',
  action: 'login',
  application: 'Some application',
  text: undefined,
  person: undefined,
  directives: {},
  state: 'the-state-of-our-attempt',
};

let it: MitIdUnderTest;
beforeAll(async () => {
  it = await startMitIdUnderTest();
});
afterAll(async () => {
  await it.close();
});

async function approved(eid: RedirectEid = it.eid) {
  const { url, kept } = await eid.begin(REQUEST, it.callback);
  return { kept, answer: await it.person.approve(url, REQUEST.acr) };
}

/** The outcome of one visit, and the failure of a departure. */
async function outcomeAt(eid: RedirectEid) {
  const { kept, answer } = await approved(eid);
  return eid.finish(kept, answer);
}

const departure = (eid: RedirectEid) => eid.begin(REQUEST, it.callback);

describe('a false statement of the provider', () => {
  test.each([
    'wrong-nonce',
    'wrong-issuer',
    'wrong-audience',
    'expired',
    'other-subject',
    'lower-level',
    'foreign-key',
    'unknown-key',
    'unsigned',
    'public-key-as-secret',
    'another-party',
    'no-level',
    'no-nonce',
    'no-subject',
  ] as const)('in the ID token is not believed: %s', async (kind) => {
    const { kept, answer } = await approved();
    it.spoil('token', { kind });
    const outcome = await it.eid.finish(kept, answer);
    expect(outcome).toMatchObject({ state: 'ended', why: 'unverified' });
  });

  test.each(['other-subject', 'no-subject'] as const)(
    'in UserInfo is not believed: %s',
    async (kind) => {
      const { kept, answer } = await approved();
      it.spoil('userinfo', { kind });
      const outcome = await it.eid.finish(kept, answer);
      expect(outcome).toMatchObject({ state: 'ended', why: 'unverified' });
    },
  );

  test('by an algorithm that is not in the row is not believed', async () => {
    const eid = it.open({}, { ...dkMitId, algorithms: ['RS256', 'PS256'] });
    expect(await outcomeAt(eid)).toMatchObject({ state: 'ended', why: 'unverified' });
    await eid.close();
  });
});

describe('a fault of the provider after the departure', () => {
  test.each([
    ['token', { kind: 'status', status: 503 }, 'eid-out-of-order', { answer: 'HTTP 503' }],
    ['token', { kind: 'garbage' }, 'eid-unreadable', {}],
    ['token', { kind: 'reset' }, 'eid-hung-up', { code: 'UND_ERR_SOCKET' }],
    ['token', { kind: 'lost' }, 'eid-hung-up', { code: 'UND_ERR_SOCKET' }],
    ['userinfo', { kind: 'status', status: 500 }, 'eid-out-of-order', { answer: 'HTTP 500' }],
    ['userinfo', { kind: 'reset' }, 'eid-hung-up', { code: 'UND_ERR_SOCKET' }],
  ] as const)('is final, and explained: %s %j by %s', async (endpoint, effect, reason, facts) => {
    const { kept, answer } = await approved();
    it.spoil(endpoint, effect);
    const finding = { reason, facts: { ...facts, call: `${endpoint} endpoint` } };
    const lost = { state: 'ended', why: 'lost', finding };
    expect(await it.eid.finish(kept, answer)).toMatchObject(lost);
  });

  test('is final when its keys cannot be fetched', async () => {
    const eid = it.open();
    const { kept, answer } = await approved(eid);
    it.spoil('jwks', { kind: 'status', status: 500 });
    expect(await eid.finish(kept, answer)).toMatchObject({ state: 'ended', why: 'lost' });
    await eid.close();
  });

  test('ends when the provider refuses our secret', async () => {
    const eid = it.open();
    const { kept, answer } = await approved(eid);
    const other = it.open({ clientSecret: 'another-secret' });
    const outcome = await other.finish(kept, answer);
    expect(outcome).toEqual({
      state: 'ended',
      why: 'lost',
      hintCode: 'invalid_client',
      finding: {
        reason: 'credentials-refused',
        facts: {
          answer: 'HTTP 401 invalid_client',
          settings: 'clientId and clientSecret',
          call: 'token endpoint',
        },
      },
    });
    await Promise.all([eid.close(), other.close()]);
  });

  test('has one time-out for all calls of a step together', async () => {
    const eid = it.open({ timeoutSeconds: 1 });
    const { kept, answer } = await approved(eid);
    it.spoil('token', { kind: 'slow', milliseconds: 600 });
    it.spoil('userinfo', { kind: 'slow', milliseconds: 600 });
    const startedAt = performance.now();
    expect(await eid.finish(kept, answer)).toMatchObject({ state: 'ended', why: 'lost' });
    expect(performance.now() - startedAt).toBeLessThan(1_200);
    await eid.close();
  });
});

describe('a fault of the provider before the departure', () => {
  const unavailable = expect.objectContaining({ name: 'Failure', code: 'eid-unavailable' });

  test.each([
    ['discovery', { kind: 'status', status: 503 }, 'eid-out-of-order'],
    ['discovery', { kind: 'garbage' }, 'eid-unreadable'],
    ['discovery', { kind: 'hang' }, 'eid-too-slow'],
    ['par', { kind: 'status', status: 503 }, 'eid-out-of-order'],
    ['par', { kind: 'reset' }, 'eid-hung-up'],
    ['par', { kind: 'hang' }, 'eid-too-slow'],
  ] as const)(
    'makes the eID unavailable until it is over: %s %j by %s',
    async (endpoint, effect, reason) => {
      const eid = it.open({ timeoutSeconds: 0.5 });
      it.spoil(endpoint, effect);
      await expect(departure(eid)).rejects.toMatchObject({ code: 'eid-unavailable', reason });
      expect(await departure(eid)).toMatchObject({ url: expect.stringContaining('request_uri') });
      await eid.close();
    },
  );

  test.each<[string, object, Partial<OidcRow['request']>, string]>([
    ['the secret is wrong', { clientSecret: 'another-secret' }, {}, 'eid-misconfigured'],
    ['the client is unknown', { clientId: 'another-client' }, {}, 'eid-misconfigured'],
    [
      'a parameter is refused',
      {},
      { parameters: { idp_values: 'an-unknown-provider' } },
      'eid-refused-request',
    ],
  ])('is distinguished from a fault of ours: %s', async (_, settings, request, code) => {
    const row = { ...dkMitId, request: { ...dkMitId.request, ...request } };
    const eid = it.open(settings, row);
    await expect(departure(eid)).rejects.toMatchObject({ name: 'Failure', code });
    await eid.close();
  });

  test.each([400, 403, 404, 413, 414, 422, 431])(
    'is distinguished from the refusal of one request without a word of OAuth: %i',
    async (status) => {
      const eid = it.open();
      it.spoil('par', { kind: 'status', status });
      await expect(departure(eid)).rejects.toMatchObject({ code: 'eid-refused-request' });
      await eid.close();
    },
  );

  test.each([
    ['par', 408],
    ['par', 429],
    ['discovery', 403],
    ['discovery', 404],
  ] as const)('is no refusal of a request: %s %i', async (endpoint, status) => {
    const eid = it.open();
    it.spoil(endpoint, { kind: 'status', status });
    await expect(departure(eid)).rejects.toEqual(unavailable);
    await eid.close();
  });

  test.each([
    ['nobody listens', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['another path', '/nothing', 'HTTP 404'],
  ])('names an address where it is not: %s', async (_, address, code) => {
    const issuer = address.startsWith('/') ? `${it.simulator.issuers.mitid}${address}` : address;
    const eid = it.open({ issuer });
    await expect(departure(eid)).rejects.toMatchObject({
      code: 'eid-unavailable',
      reason: 'eid-address-wrong',
      facts: { code, call: 'discovery document' },
    });
    await eid.close();
  });

  test('names the settings of refused credentials, and the answer', async () => {
    const eid = it.open({ clientSecret: 'another-secret' });
    const settings = 'clientId and clientSecret';
    await expect(departure(eid)).rejects.toMatchObject({
      reason: 'credentials-refused',
      facts: {
        settings,
        call: 'endpoint for pushed requests',
        answer: expect.stringMatching(/^HTTP 401/),
      },
    });
    await eid.close();
  });

  test('is distinguished from another issuer at this address', async () => {
    const eid = it.open({ issuer: it.simulator.issuers.mitid?.replace('127.0.0.1', 'localhost') });
    await expect(departure(eid)).rejects.toMatchObject({ code: 'eid-misconfigured' });
    await eid.close();
  });
});

describe('what a process remembers', () => {
  test('are the discovery document and the keys, once each', async () => {
    const eid = it.open();
    const before = it.requests().length;
    await outcomeAt(eid);
    await outcomeAt(eid);
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('openid-configuration'))).toHaveLength(1);
    expect(ours.filter((one) => one.endsWith('/jwks'))).toHaveLength(1);
    await eid.close();
  });

  test('is fetched once for several logins at the same time', async () => {
    const eid = it.open();
    const before = it.requests().length;
    await Promise.all([departure(eid), departure(eid), departure(eid)]);
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('openid-configuration'))).toHaveLength(1);
    await eid.close();
  });

  test('are keys that are fetched once more for an unknown kid', async () => {
    const eid = it.open();
    await outcomeAt(eid);
    const { kept, answer } = await approved(eid);
    it.spoil('token', { kind: 'unknown-key' });
    const before = it.requests().length;
    expect(await eid.finish(kept, answer)).toMatchObject({ why: 'unverified' });
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('/jwks'))).toHaveLength(1);
    await eid.close();
  });

  test('serves while the provider fails, and is fetched again when it is old', async () => {
    const eid = it.open();
    await outcomeAt(eid);
    it.simulator.clock.advance(11 * 60);
    it.spoil('discovery', { kind: 'status', status: 503 });
    const before = it.requests().length;
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('openid-configuration')).length).toBeGreaterThan(0);
    expect(ours.filter((one) => one.endsWith('/jwks'))).toHaveLength(1);
    await eid.close();
  });
});

describe('an error at the callback', () => {
  test.each([
    ['access_denied', 'mitid_user_aborted', 'declined', 'access_denied'],
    ['access_denied', 'something else', 'declined', 'access_denied'],
    ['unmet_authentication_requirements', '', 'app-unable', 'unmet_authentication_requirements'],
    ['temporarily_unavailable', '', 'failed', 'temporarily_unavailable'],
    ['toString', 'constructor', 'failed', 'toString'],
    ['271258-9100', '', 'failed', 'error'],
  ])('%s, %s is an ending of ours, and no other text of it is repeated', async (...row) => {
    const [error, description, why, hintCode] = row;
    const { kept } = await departure(it.eid);
    const parameters = {
      state: REQUEST.state,
      iss: it.simulator.issuers.mitid ?? '',
      error,
      error_description: description,
    };
    const answer = { url: it.callback, parameters };
    expect(await it.eid.finish(kept, answer)).toEqual({ state: 'ended', why, hintCode });
  });
});

describe('the shapes of a request', () => {
  const shaped = (sent: OidcRow['request']['sent']) => ({
    ...dkMitId,
    request: { ...dkMitId.request, sent },
  });
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const facts = { kid: 'our-key', alg: 'ES256' };
  const withKey = {
    clientId: 'client-with-a-key',
    clientSecret: undefined,
    privateKey: JSON.stringify({ ...keys.privateKey.export({ format: 'jwk' }), ...facts }),
  };

  test('in the URL has the same answer', async () => {
    const eid = it.open({}, shaped('query'));
    const { url } = await departure(eid);
    expect(new URL(url).searchParams.get('idp_values')).toBe('mitid');
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    await eid.close();
  });

  test('are authenticated by a secret in the body, where the row says so', async () => {
    const eid = it.open(
      { clientId: 'client-that-posts' },
      { ...dkMitId, clientAuthentication: 'client_secret_post' },
    );
    await it.simulator.addClient('mitid', {
      client_id: 'client-that-posts',
      client_secret: 'the-secret-of-our-client',
      redirect_uris: [it.callback],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    await eid.close();
  });

  test('are answered by the ID token alone, where the row says so', async () => {
    const eid = it.open({}, { ...dkMitId, userinfo: 'none', personId: 'sub' });
    const before = it.requests().length;
    expect(await outcomeAt(eid)).toMatchObject({ identity: { nationalId: undefined } });
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('/userinfo'))).toEqual([]);
    await eid.close();
  });

  test('are signed by our key, for this provider', async () => {
    const eid = it.open(withKey, shaped('signed'));
    const { searchParams } = new URL((await departure(eid)).url);
    expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request']);
    const request = searchParams.get('request') ?? '';
    const { payload, protectedHeader } = await jwtVerify(request, keys.publicKey, {
      audience: it.simulator.issuers.mitid ?? '',
      issuer: withKey.clientId,
    });
    expect(protectedHeader).toMatchObject(facts);
    expect(payload).toMatchObject({ state: REQUEST.state, code_challenge_method: 'S256' });
    await eid.close();
  });

  test('are pushed by a client with a key instead of a secret', async () => {
    await it.simulator.addClient('mitid', {
      client_id: withKey.clientId,
      redirect_uris: [it.callback],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), ...facts }] },
    });
    const eid = it.open(withKey);
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    await eid.close();
  });
});
