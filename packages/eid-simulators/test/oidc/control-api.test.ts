import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';

import type { Service } from '../../src/world/world.ts';

import {
  type Bench,
  Browser,
  base64,
  CALLBACK,
  idpParams,
  SECRET,
  startBench,
  startLogin,
  T0,
} from './harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.simulator.close());

interface Listed {
  readonly id: string;
  readonly [member: string]: unknown;
}

async function pending(): Promise<readonly Listed[]> {
  return (await bench.control('/logins')).body as readonly Listed[];
}

function enrol(profile: string, credential: Service['credential']) {
  const service = { clientId: 'enrolled', name: 'Enrolled', callbacks: [CALLBACK], credential };
  return bench.simulator.world.eid(profile).enrol?.(service);
}

/** A browser that waits at the page of a new login. */
async function arrive(parameters: Readonly<Record<string, string>> = {}) {
  const config = await bench.discover();
  const login = await startLogin(config, parameters);
  const browser = new Browser();
  const { url } = await browser.open(login.url);
  const id = String(url.pathname.split('/').at(-1));
  return { config, login, browser, url, id };
}

describe('pending logins', () => {
  test('are listed with what the person sees', async () => {
    const params = idpParams({ reference_text: base64('Pay 200 kr'), action_text: 'CONFIRM' });
    const { id } = await arrive(params);
    expect((await pending()).find((each) => each.id === id)).toEqual({
      id,
      profile: 'mitid',
      clientId: 'broker',
      application: 'Test <Broker>',
      scope: 'openid mitid ssn',
      text: 'Pay 200 kr',
      action: 'CONFIRM',
      level: 'substantial',
      startedAt: T0.toISOString(),
    });
  });

  test('can be approved: the browser goes on at its next look', async () => {
    const { config, login, browser, url, id } = await arrive();
    const state = await browser.open(`${url}/state`);
    expect(state).toHaveProperty('html', '{"state":"pending"}');
    const decided = await bench.control(`/logins/${id}/approve`, { person: 'bent' });
    expect(decided).toMatchObject({ status: 200, body: { decision: { kind: 'approved' } } });
    expect(await pending()).not.toContainEqual(expect.objectContaining({ id }));
    expect(await browser.open(`${url}/state`)).toHaveProperty('html', '{"state":"approved"}');
    const callback = await browser.leave(url);
    const tokens = await oidc.authorizationCodeGrant(config, callback, login.checks);
    const userinfo = await oidc.fetchUserInfo(
      config,
      tokens.access_token,
      String(tokens.claims()?.sub),
    );
    expect(userinfo['dk.cpr']).toBe('2101270087');
  });

  test('can be aborted', async () => {
    const { browser, url, id } = await arrive();
    await bench.control(`/logins/${id}/abort`, {});
    const callback = await browser.leave(url);
    expect(callback.searchParams.get('error_description')).toBe('mitid_user_aborted');
  });

  test('are decided once', async () => {
    const { id } = await arrive();
    await bench.control(`/logins/${id}/abort`, {});
    expect(await bench.control(`/logins/${id}/approve`, { person: 'bent' })).toEqual({
      status: 409,
      body: { error: 'already_decided', reason: 'The login was aborted already' },
    });
  });
});

describe('a script', () => {
  afterEach(async () => {
    await bench.control('/script', { profile: 'mitid', decision: 'wait' });
  });

  test('approves each login at once, without a page', async () => {
    const script = { profile: 'mitid', decision: 'approve', person: 'carla' };
    expect(await bench.control('/script', script)).toMatchObject({ status: 204 });
    const config = await bench.discover();
    const login = await startLogin(config);
    const callback = await new Browser().leave(login.url);
    const tokens = await oidc.authorizationCodeGrant(config, callback, login.checks);
    const sub = String(tokens.claims()?.sub);
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    expect(userinfo['mitid.identity_name']).toBe('Carla Ørsted-Test');
  });

  test('aborts each login, until persons decide again', async () => {
    const login = async () => new Browser().open((await startLogin(await bench.discover())).url);
    await bench.control('/script', { profile: 'mitid', decision: 'abort' });
    expect(await login()).toMatchObject({ kind: 'left' });
    await bench.control('/script', { profile: 'mitid', decision: 'wait' });
    expect(await login()).toMatchObject({ kind: 'page', status: 200 });
  });
});

describe('the control API', () => {
  test('lists eIDs with their issuers and persons', async () => {
    const { body } = await bench.control('/eids');
    const listed = body as {
      name: string;
      title: string;
      address: string;
      persons: { id: string }[];
    }[];
    const { title, address, persons = [] } = listed.find(({ name }) => name === 'mitid') ?? {};
    expect([title, address]).toEqual(['MitID', bench.issuer]);
    expect(persons.map(({ id }) => id)).toEqual(['astrid', 'bent', 'carla', 'dagny']);
  });

  test('registers clients', async () => {
    const client = {
      client_id: 'late',
      client_secret: SECRET,
      redirect_uris: [CALLBACK],
    };
    expect(await bench.control('/clients', { profile: 'mitid', client })).toMatchObject({
      status: 204,
    });
    const config = await bench.discover(oidc.ClientSecretPost(SECRET), 'late');
    expect((await startLogin(config)).url.searchParams.get('client_id')).toBe('late');
  });

  test('enrols a service by a secret, which the service is told', async () => {
    const { issuer, simulator } = bench;
    const told = await enrol('mitid', { secret: SECRET });
    expect(told).toEqual({ issuer, clientId: 'enrolled', clientSecret: SECRET });
    const config = await bench.discover(oidc.ClientSecretBasic(SECRET), 'enrolled');
    expect((await startLogin(config)).url.searchParams.get('client_id')).toBe('enrolled');
    expect(simulator.issuers.mitid).toBe(issuer);
  });

  test('enrols a service with callbacks on several hosts', async () => {
    const callbacks = [CALLBACK, CALLBACK.replace('broker', 'other')];
    const service = { clientId: 'two-hosts', name: 'Two hosts', callbacks };
    await bench.simulator.world
      .eid('mitid')
      .enrol?.({ ...service, credential: { secret: SECRET } });
    const config = await bench.discover(oidc.ClientSecretBasic(SECRET), 'two-hosts');
    expect((await startLogin(config)).url.searchParams.get('client_id')).toBe('two-hosts');
  });

  test('enrols a service by its keys', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'ours', alg: 'ES256', use: 'sig' };
    expect(await enrol('mitid', { jwks: { keys: [jwk] } })).not.toHaveProperty('clientSecret');
    const auth = oidc.PrivateKeyJwt({ key: privateKey, kid: 'ours' });
    const config = await bench.discover(auth, 'enrolled');
    expect((await startLogin(config)).url.searchParams.get('client_id')).toBe('enrolled');
  });

  test.each([
    ['no-bankid', ({ issuer = '' }) => ({ clientId: 'enrolled', biometricsIssuer: issuer })],
    ['idaustria', () => ({ clientId: 'https://enrolled.example/' })],
    ['oneid', () => ({ clientId: 'enrolled', product: 'simulated' })],
    [
      'itsme',
      () => ({ clientId: 'enrolled', service: 'TEST_LOGIN', confirmationService: 'TEST_CONFIRM' }),
    ],
  ])('tells a service what %s needs', async (profile, settings) => {
    const issuer = bench.simulator.issuers[profile];
    const told = await enrol(profile, { secret: SECRET });
    expect(told).toEqual({ issuer, clientSecret: SECRET, ...settings({ issuer }) });
  });

  test('tells a service the entity statement that it serves', async () => {
    const told = await enrol('ftn', { secret: SECRET });
    const response = await fetch(`${told?.issuer}/.well-known/openid-federation`);
    const [ours, theirs] = [String(told?.entityStatement), await response.text()].map((token) =>
      decodeJwt(token),
    );
    expect(ours).toEqual(theirs);
  });

  test('sets, lists and clears faults', async () => {
    const fault = { profile: 'mitid', endpoint: 'token', effect: { kind: 'wrong-nonce' } };
    const listed = [{ ...fault, times: 1 }];
    expect(await bench.control('/faults', fault)).toEqual({ status: 200, body: listed });
    expect(await bench.control('/faults')).toEqual({ status: 200, body: listed });
    await fetch(`${bench.simulator.url}/api/faults`, { method: 'DELETE' });
    expect(await bench.control('/faults')).toEqual({ status: 200, body: [] });
  });

  test('advances the clock', async () => {
    expect(await bench.control('/clock', { advanceSeconds: 30 })).toEqual({
      status: 200,
      body: { now: '2026-03-01T12:00:30.000Z' },
    });
  });

  test.each([
    ['/logins/unknown/approve', { person: 'bent' }, 404, 'unknown_login'],
    ['/logins/unknown/approve', { person: 1 }, 400, 'malformed_request'],
    ['/logins/unknown/approve', [], 400, 'malformed_request'],
    ['/logins/unknown/abort', {}, 404, 'unknown_login'],
    ['/script', { profile: 'mitid', decision: 'approve' }, 400, 'malformed_request'],
    ['/script', { profile: 'mitid', decision: 'sleep' }, 400, 'malformed_request'],
    ['/script', { profile: 'nemid', decision: 'abort' }, 404, 'unknown_profile'],
    ['/script', { profile: 'mitid', decision: 'approve', person: 'helmi' }, 404, 'unknown_person'],
    ['/clock', { advanceSeconds: -1 }, 400, 'malformed_request'],
    ['/clients', { profile: 'mitid', client: { client_id: 'x' } }, 400, 'malformed_request'],
    ['/clients', { profile: 'mitid' }, 400, 'malformed_request'],
    [
      '/clients',
      { profile: 'nemid', client: { client_id: 'x', redirect_uris: [] } },
      404,
      'unknown_profile',
    ],
    ['/faults', { profile: 'mitid', endpoint: 'logout' }, 400, 'malformed_request'],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'jwks', effect: { kind: 'wrong-nonce' } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'par', effect: { kind: 'error', error: 'x', status: 200 } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'token', effect: { kind: 'next-key' } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'par', effect: { kind: 'error', status: 400 } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'jwks', effect: { kind: 'sleepy' } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'jwks', effect: { kind: 'slow' } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'mitid', endpoint: 'jwks', times: 0, effect: { kind: 'hang' } },
      400,
      'malformed_request',
    ],
    [
      '/faults',
      { profile: 'nemid', endpoint: 'jwks', effect: { kind: 'hang' } },
      404,
      'unknown_profile',
    ],
  ])('refuses %s with %j: %i', async (path, body, status, error) => {
    expect(await bench.control(path, body)).toMatchObject({ status, body: { error } });
  });

  test('approves no person of another country', async () => {
    const { id } = await arrive();
    expect(await bench.control(`/logins/${id}/approve`, { person: 'frode' })).toMatchObject({
      status: 404,
      body: { error: 'unknown_person' },
    });
  });

  test('refuses foreign pages, and bodies that a form can send', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${bench.simulator.url}/api/clock`, {
        method: 'POST',
        headers,
        body: '{"advanceSeconds":1}',
      });
    const json = { 'Content-Type': 'application/json' };
    expect((await call({ ...json, Origin: 'https://attacker.example' })).status).toBe(403);
    expect((await call({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await call({ ...json, Origin: bench.simulator.url })).status).toBe(200);
  });
});
