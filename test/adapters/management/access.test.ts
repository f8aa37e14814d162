import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { enteredAs } from '../../support/administrators.ts';
import { type ManagementApi, startManagement } from '../../support/management.ts';

const SHOP = '/api/tenants/shop';
const WEB = `${SHOP}/applications/web`;

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('a token', () => {
  test('of another tenant finds nothing there', async () => {
    const token = await newToken('/api/tenants/other', { role: 'owner' });
    for (const path of [WEB, SHOP, `${SHOP}/audit`, `${SHOP}/tokens`, `${SHOP}/administrators`]) {
      expect((await api.call(`GET ${path}`, { token })).status).toBe(404);
    }
    expect((await api.call('GET /api/tokens', { token })).status).toBe(403);
    const { json } = await api.call('GET /api/session', { token });
    expect(json.tenants.map(({ id }: { id: string }) => id)).toEqual(['other']);
  });

  test('is neither read nor revoked through another tenant', async () => {
    const { json } = await api.call(`POST ${SHOP}/tokens`, {
      body: { name: 'x', role: 'support' },
    });
    const answer = await api.call(`DELETE /api/tenants/other/tokens/${json.id}`);
    expect(answer.status).toBe(404);
    expect((await api.call('GET /api/session', { token: json.secret })).status).toBe(200);
  });

  test('of a developer changes applications of test domains, and no key', async () => {
    const token = await newToken(SHOP, { role: 'developer' });
    const { etag } = await api.call(`GET ${WEB}`, { token });
    const patch = { body: { name: 'By a developer' }, headers: { 'if-match': etag }, token };
    expect((await api.call(`PATCH ${WEB}`, patch)).status).toBe(200);
    const keys = `${SHOP}/domains/localhost%3A1/keys`;
    expect((await api.call(`POST ${keys}`, { body: {}, token })).status).toBe(403);
    expect((await api.call(`GET ${SHOP}/audit`, { token })).status).toBe(403);
    const body = { name: 'y', role: 'developer' };
    expect((await api.call(`POST ${SHOP}/tokens`, { body, token })).status).toBe(403);
  });

  test('made by a token of somebody belongs to that person', async () => {
    const { json: first } = await api.call(`POST ${SHOP}/tokens`, {
      body: { name: 'first', role: 'operator' },
    });
    const second = await api.call(`POST ${SHOP}/tokens`, {
      body: { name: 'second', role: 'support' },
      token: first.secret,
    });
    expect([first.createdBy, second.json.createdBy]).toEqual(['command-line', 'command-line']);
  });

  test('has an end, and no session to log out of', async () => {
    const token = await newToken(SHOP, { role: 'support', days: 2 });
    const { json } = await api.call('GET /api/session', { token });
    const days = (Date.parse(json.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(2);
    expect((await api.call('DELETE /api/session', { token })).status).toBe(409);
  });

  test('makes no token with more rights than its own', async () => {
    const token = await newToken(SHOP, { role: 'operator' });
    const make = (body: object) =>
      api.call(`POST ${SHOP}/tokens`, { body: { name: 'z', ...body }, token });
    expect((await make({ role: 'owner' })).status).toBe(403);
    expect((await make({ role: 'owner', permissions: ['persons.erase'] })).status).toBe(403);
    expect((await make({ role: 'developer' })).status).toBe(201);
    expect((await make({ role: 'owner', permissions: ['logins.read'] })).status).toBe(403);
    const twice = await make({ role: 'support', permissions: ['logins.read', 'logins.read'] });
    expect([twice.status, twice.json.errors]).toEqual([
      422,
      [{ path: 'permissions', message: 'must not repeat an item' }],
    ]);
    const invitation = { body: { role: 'support' }, token };
    expect((await api.call(`POST ${SHOP}/invitations`, invitation)).status).toBe(403);
  });

  test('with one permission of its role invites to no more than it', async () => {
    const permissions = ['administrators.write'];
    const token = await newToken(SHOP, { role: 'owner', permissions });
    const invited = await api.call(`POST ${SHOP}/invitations`, { body: { role: 'owner' }, token });
    expect([invited.status, invited.json.detail]).toEqual([
      403,
      'Nobody can invite to more rights than they have.',
    ]);
  });

  test.each(['a\nb', 'a\u001b', 'a\u202eb'])('has a name of one line: %j', async (name) => {
    const { status, json } = await api.call(`POST ${SHOP}/tokens`, {
      body: { name, role: 'support' },
    });
    expect([status, json.errors[0].path]).toEqual([422, 'name']);
  });

  test('replaces its own secret, and the old one ends', async () => {
    const token = await newToken(SHOP, { role: 'support', permissions: ['logins.read'] });
    const { json: before } = await api.call('GET /api/session', { token });
    const rotated = await api.call('POST /api/tokens/own/rotate', { token });
    expect([rotated.status, rotated.json.expiresAt]).toEqual([200, before.expiresAt]);
    expect((await api.call('GET /api/session', { token })).status).toBe(401);
    const { json } = await api.call('GET /api/session', { token: rotated.json.secret });
    expect(json.tenants[0].permissions).toEqual(['logins.read']);
  });
});

describe('a tenant that does not exist', () => {
  const PATH = '/api/tenants/no-such-tenant';

  test.each(['GET', 'POST', 'DELETE'])(
    'is 404 at every path, for an owner too: %s',
    async (method) => {
      const { json } = await api.call('GET /api/openapi.json');
      const paths = Object.entries<Json>(json.paths)
        .filter(
          ([path, operations]) => path.includes('{tenant}') && method.toLowerCase() in operations,
        )
        .map(([path]) => path.replace('{tenant}', 'no-such-tenant').replaceAll(/\{\w+\}/g, '1'));
      expect(paths).toContain(method === 'DELETE' ? `${PATH}/tokens/1` : `${PATH}/tokens`);
      for (const path of paths) {
        const options = method === 'POST' ? { body: {} } : { headers: { 'if-match': '*' } };
        const { status } = await api.call(`${method} ${path}`, options);
        expect([path, status]).toEqual([path, 404]);
      }
    },
  );

  test('gets no token and no invitation', async () => {
    const token = { body: { name: 'x', role: 'support' } };
    expect((await api.call(`POST ${PATH}/tokens`, token)).status).toBe(404);
    const invitation = { body: { role: 'owner' } };
    expect((await api.call(`POST ${PATH}/invitations`, invitation)).status).toBe(404);
    expect(await api.sql("select from api_token where tenant = 'no-such-tenant'")).toEqual([]);
    expect(await api.sql("select from invitation where tenant = 'no-such-tenant'")).toEqual([]);
  });
});

describe('an invitation', () => {
  test('is listed without its secret, and can be withdrawn', async () => {
    const { json: made } = await api.call(`POST ${SHOP}/invitations`, {
      body: { role: 'auditor' },
    });
    expect(made.link).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/);
    const listed = await api.call(`GET ${SHOP}/invitations`);
    expect(listed.json.items).toHaveLength(1);
    expect(listed.text).not.toContain(made.link.split('#')[1]);
    const path = `DELETE ${SHOP}/invitations/${made.id}`;
    expect((await api.call(path)).status).toBe(204);
    expect((await api.call(path)).status).toBe(404);
  });
});

describe('a refused change', () => {
  test('is in the audit of the tenant once for many attempts, with their number', async () => {
    await api.service.jobs.run('refusals');
    const token = await newToken(SHOP, { role: 'support' });
    const keys = `${SHOP}/domains/localhost%3A1/keys`;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await api.call(`POST ${keys}`, { body: {}, token })).status).toBe(403);
    }
    await api.service.jobs.run('refusals');
    const { json } = await api.call(`GET ${SHOP}/audit?limit=2`);
    expect(json.items[0]).toMatchObject({
      who: { kind: 'token', name: 'of a test' },
      roles: ['support'],
      act: 'keys.rotate',
      outcome: 'refused',
      object: `POST ${keys}`,
      after: { status: 403, times: 20 },
      isGenuine: true,
    });
    expect(json.items[1].outcome).toBe('done');
    expect((await api.call(`GET ${SHOP}/audit`, { token })).status).toBe(403);
    await api.service.jobs.run('refusals');
    expect((await api.call(`GET ${SHOP}/audit?limit=1`)).json.items).toEqual([json.items[0]]);
  });

  test('of a tenant that the caller does not know is in the audit of the installation', async () => {
    const token = await newToken(SHOP, { role: 'owner' });
    for (const tenant of ['other', 'no-such-tenant']) {
      const path = `POST /api/tenants/${tenant}/tokens`;
      const body = { name: 'x', role: 'owner' };
      expect((await api.call(path, { body, token })).status).toBe(404);
    }
    await api.service.jobs.run('refusals');
    const { json } = await api.call('GET /api/audit?limit=2');
    const objects = json.items.map(({ object, after }: Json) => [object, after.status]);
    expect(objects.sort()).toEqual([
      ['POST /api/tenants/no-such-tenant/tokens', 404],
      ['POST /api/tenants/other/tokens', 404],
    ]);
    const { text } = await api.call('GET /api/tenants/other/audit');
    expect(text).not.toContain('refused');
  });

  test('for want of a fresh login is in the audit', async () => {
    const old = new Date(Date.now() - 600_000);
    const late = await enteredAs(api, 'late', { tenant: 'shop', role: 'owner' }, old);
    expect((await api.call(`DELETE ${SHOP}/administrators/adm_x`, late)).status).toBe(401);
    await api.service.jobs.run('refusals');
    const { json } = await api.call(`GET ${SHOP}/audit?limit=1`);
    expect(json.items[0]).toMatchObject({ outcome: 'refused', after: { status: 401, times: 1 } });
  });
});

describe('the audit', () => {
  test('has each change with its author, before and after, and no secret', async () => {
    const { etag } = await api.call(`GET ${WEB}`);
    const headers = { 'if-match': etag, reason: 'a new brand' };
    await api.call(`PATCH ${WEB}`, { body: { name: 'Web shop' }, headers });
    const { json: secret } = await api.call(`POST ${WEB}/secrets`, { body: {} });
    const { text, json } = await api.call(`GET ${SHOP}/audit?limit=3`);
    expect(json.items[1]).toMatchObject({
      who: { kind: 'token', name: 'owner token of the process' },
      roles: ['owner'],
      act: 'applications.write',
      outcome: 'done',
      object: 'application web',
      after: { name: 'Web shop' },
      reason: 'a new brand',
      isGenuine: true,
    });
    expect(json.items[0].object).toBe('application web');
    expect(text).not.toContain(secret.value);
    expect((await api.call(`PATCH ${WEB}?dryRun=true`, { body: { name: 'no' } })).status).toBe(428);
  });

  test('has a rotation of keys that failed', async () => {
    const keys = `${SHOP}/domains/login.test.example/keys`;
    await api.sql("delete from signing_key where issuer = 'https://login.test.example'");
    expect((await api.call(`POST ${keys}`, { body: {} })).status).toBe(409);
    const { json } = await api.call(`GET ${SHOP}/audit?limit=2`);
    expect(json.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'failed',
      'done',
    ]);
  });

  test('is a chain that verifies, until the database is changed', async () => {
    await api.service.jobs.run('event_chain');
    const intact = await api.call(`GET ${SHOP}/audit/verification`);
    expect(intact.json).toMatchObject({ holds: true, unsealed: 0, faults: [] });
    await api.sql(`update authentication_event set document = '{}'
      where tenant_id = 'management:shop' and position = 1`);
    const changed = await api.call(`GET ${SHOP}/audit/verification`);
    expect(changed.json).toMatchObject({ holds: false, faults: ['changed at 1'] });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
type Json = any;

async function newToken(path: string, body: object): Promise<string> {
  const made = await api.call(`POST ${path}/tokens`, { body: { name: 'of a test', ...body } });
  expect(made.status).toBe(201);
  return made.json.secret;
}
