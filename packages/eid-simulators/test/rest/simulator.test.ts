import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import type { Pki } from '../../src/bankid/pki/pki.ts';
import type { RestSimulator } from '../../src/rest/simulator.ts';
import { example, guarded } from './example-profile.ts';
import { type StartedSimulator, startSimulator } from './started-simulator.ts';

const T0 = new Date('2026-03-01T12:00:00.000Z');
const MARI = '60001019906';

let it: StartedSimulator;
let pki: Pki;
let simulator: RestSimulator;
beforeAll(async () => {
  it = await startSimulator([example, guarded], T0);
  ({ pki, simulator } = it);
});
afterAll(() => it.close());

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly withCertificate?: boolean;
  readonly method?: string;
}

/** Pins the simulator's authority; `body`: POST. */
async function call(path: string, { body, headers = {}, withCertificate, method }: Sent = {}) {
  const { rpClient, tlsRoot } = pki;
  const key = rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const outgoing = request(path.startsWith('http') ? path : `${simulator.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ca: tlsRoot.certificate.toString(),
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(withCertificate && { key, cert: rpClient.certificate.toString() }),
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  const content = await text(response);
  const isJson = response.headers['content-type'] === 'application/json';
  return {
    status: response.statusCode as number,
    location: response.headers.location as string | undefined,
    text: content,
    body: isJson ? JSON.parse(content) : undefined,
  };
}

async function start(number = MARI): Promise<{ id: string; link: string }> {
  const { body } = await call(`/example/start/${number}`, { body: '{"text":"Log in"}' });
  return body;
}

async function control(path: string, body: object) {
  return call(`/api${path}`, { body: JSON.stringify(body) });
}

describe('an eID of the server', () => {
  test('starts logins that its person sees', async () => {
    const { id } = await start();
    const logins = (await call('/api/logins', { headers: {} })).text;
    expect(JSON.parse(logins)).toContainEqual({
      id,
      profile: 'example',
      clientId: '',
      application: 'Shop',
      scope: '',
      level: 'high',
      text: 'Log in',
      person: expect.objectContaining({ id: 'mari', nationalNumber: MARI }),
      startedAt: T0.toISOString(),
    });
  });

  test('answers with its own errors', async () => {
    expect(await call('/example/start/1', { body: '{}' })).toMatchObject({
      status: 404,
      body: { error: 'nobody' },
    });
    expect((await call('/example/start')).body).toEqual({ reason: 'unknown-path' });
    expect((await call(`/example/start/${MARI}`)).body).toEqual({ reason: 'wrong-method' });
    expect((await call(`/example/start/${MARI}`, { body: '{' })).body).toEqual({ reason: 'bug' });
    expect(String(it.bugs.pop())).toContain('JSON');
    const large = { body: ' '.repeat(600_000) };
    expect((await call(`/example/start/${MARI}`, large)).body).toEqual({ reason: 'too-large' });
    expect(await call('/example/session/unknown')).toMatchObject({ status: 404, text: '' });
  });

  test('responds to a long poll with the decision', async () => {
    const { id } = await start();
    expect((await call(`/example/session/${id}`)).body).toEqual({ state: 'running' });
    const poll = call(`/example/session/${id}?timeoutMs=60000`);
    expect((await control(`/logins/${id}/approve`, { person: 'mari' })).status).toBe(200);
    expect((await poll).body).toEqual({ state: 'approved' });
  });

  test('ends a long poll whose caller is gone', async () => {
    const { id } = await start();
    const outgoing = request(`${simulator.url}/example/session/${id}?timeoutMs=60000`, {
      ca: pki.tlsRoot.certificate.toString(),
    });
    outgoing.on('error', () => undefined).end();
    await once(outgoing, 'finish');
    outgoing.destroy();
    expect(it.bugs).toEqual([]);
  });

  test('follows scripts of one person', async () => {
    const script = { profile: 'example', decision: 'fail', word: 'WRONG_VC', person: 'mari' };
    expect((await control('/script', script)).status).toBe(204);
    const { id } = await start();
    expect(simulator.logins.find(id)?.decision).toEqual({ kind: 'failed', word: 'WRONG_VC' });
    const { id: other } = await start('50001018865');
    expect(simulator.logins.find(other)?.decision).toBeUndefined();
    await control('/script', { profile: 'example', decision: 'wait' });
  });

  test('tells a service its settings', async () => {
    const service = { clientId: 'shop', name: 'Shop', callbacks: [], credential: { secret: 's' } };
    const told = await simulator.world.eid('example').enrol?.(service);
    expect(told).toMatchObject({
      url: `${simulator.url}/example`,
      ca: pki.tlsRoot.certificate.toString(),
      clientCertificate: { certificate: pki.rpClient.certificate.toString() },
      serverKeys: [expect.stringMatching(/^[\w+/]{43}=$/)],
      relyingPartyName: 'Shop',
      favouriteColour: 'blue',
    });
  });

  test('counts its calls', async () => {
    const before = simulator.world.eid('example').statistics?.();
    await start();
    expect(before).toMatchObject({ calls: { start: expect.any(Number) } });
    const { calls } = before as { calls: { start: number } };
    expect(simulator.world.eid('example').statistics?.()).toMatchObject({
      calls: { start: calls.start + 1 },
    });
  });
});

describe('an eID with client certificates', () => {
  const body = '{"text":"Log in"}';

  test('refuses callers without one', async () => {
    expect(await call(`/guarded/start/${MARI}`, { body })).toMatchObject({
      status: 403,
      body: { reason: 'no-certificate' },
    });
  });

  test('knows the caller by it', async () => {
    const { id } = (await call(`/guarded/start/${MARI}`, { body, withCertificate: true })).body;
    expect(simulator.logins.find(id)?.application).toBe('Demo service (simulated)');
  });
});

describe('the app of an eID', () => {
  test('opens a link, decides and leads back to the application', async () => {
    const { id, link } = await start();
    const { status, location } = await call(link);
    expect([status, location]).toEqual([303, `/app/example/${id}`]);
    const page = await call(String(location));
    expect(page.text).toContain('Simulated Example-ID');
    expect(page.text).not.toContain('Jaan');
    expect((await call(`${location}/state`)).text).toBe('{"state":"pending"}');
    const form = { body: 'decision=approve&person=mari' };
    expect(await call(String(location), form)).toMatchObject({
      status: 303,
      location: 'https://shop.example/back?approved',
    });
    expect(await call(String(location))).toMatchObject({ status: 303 });
  });

  test('is followed by a script, too', async () => {
    const { id, link } = await start();
    const { status, text: answer } = await control('/links', { link, person: 'mari' });
    expect([status, answer]).toEqual([200, '{"returnUrl":"https://shop.example/back?approved"}']);
    expect(simulator.logins.find(id)?.decision).toMatchObject({ kind: 'approved' });
  });

  test('refuses links that the eID does not know, and logins that no link opened', async () => {
    expect((await call('/app/example?id=unknown')).text).toContain('The link is unknown');
    const { id } = await start();
    expect((await call(`/app/example/${id}`)).status).toBe(404);
    expect((await call('/app/unknown?id=1')).status).toBe(404);
  });
});

describe('faults', () => {
  afterEach(() => call('/api/faults', { method: 'DELETE' }));
  const spoil = (effect: object, endpoint = 'session') =>
    simulator.addFault('example', { endpoint, effect });

  test('change members and status of the response, once', async () => {
    const { id } = await start();
    spoil({ kind: 'answer', status: 480, members: { state: 'other', more: 1 } });
    expect(await call(`/example/session/${id}`)).toMatchObject({
      status: 480,
      body: { state: 'other', more: 1 },
    });
    expect((await call(`/example/session/${id}`)).body).toEqual({ state: 'running' });
  });

  test.each(['reset', 'lost'])('%s: the connection breaks', async (kind) => {
    spoil({ kind }, 'start');
    const before = simulator.logins.pending().length;
    await expect(start()).rejects.toThrow();
    expect(simulator.logins.pending().length - before).toBe(kind === 'lost' ? 1 : 0);
  });

  test('status, garbage and slow', async () => {
    const { id } = await start();
    spoil({ kind: 'status', status: 580 });
    spoil({ kind: 'slow', milliseconds: 30 });
    expect((await call(`/example/session/${id}`)).status).toBe(580);
    expect((await call(`/example/session/${id}`)).body).toEqual({ state: 'running' });
  });

  test.each([
    [{ endpoint: 'other', effect: { kind: 'hang' } }, 'endpoint must be one of start, session'],
    [{ effect: { kind: 'hang' } }, 'endpoint is missing'],
    [{ endpoint: 'start', effect: { kind: 'dance' } }, 'the kind of the effect is unknown'],
    [{ endpoint: 'start', effect: { kind: 'answer' } }, 'the body must be a JSON object'],
  ])('refuses %j', async (fault, reason) => {
    expect((await control('/faults', { profile: 'example', ...fault })).status).toBe(400);
    expect(() => simulator.addFault('example', fault)).toThrow(reason);
  });
});
