import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const LOGINS = '/api/tenants/shop/logins';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
  const began = Date.parse('2026-11-22T10:00:00Z');
  for (const [at, code] of ['K7F2QX9M', 'K7F2QX9N', 'K7F2QX9P'].entries()) {
    const steps = [
      { what: 'begun', at: began + at * 1000 },
      { what: 'started', acr: 'urn:grn:authn:mock', at: began + at * 1000 + 300 },
      { what: 'ended', why: 'declined', at: began + at * 1000 + 900 },
    ];
    await api.sql(
      `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr,
          outcome, began_at, steps)
        values ($1, 'shop', $2, 'http://localhost:1', 'web', 'browser', 'urn:grn:authn:mock',
          'declined', $3, $4)`,
      [`login-${at}`, code, new Date(began + at * 1000), JSON.stringify(steps)],
    );
  }
});
afterAll(() => api.close());

describe('the logins of a tenant', () => {
  test('are explained by their code, as people write it', async () => {
    const { status, json } = await api.call(`GET ${LOGINS}/k7f2-qx9m`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      code: 'K7F2-QX9M',
      application: 'web',
      eid: 'mock',
      outcome: 'declined',
      beganAt: '2026-11-22T10:00:00.000Z',
      whoActs: expect.stringMatching(/^(?:person|application|operator|eid|nobody)$/),
      cause: expect.any(String),
      fix: expect.any(String),
    });
    expect(json.steps[0]).toMatchObject({
      at: '2026-11-22T10:00:00.000Z',
      what: 'begun',
      words: expect.any(String),
    });
    expect((await api.call(`GET ${LOGINS}/ZZZZ-ZZZZ`)).status).toBe(404);
    expect((await api.call(`GET /api/tenants/other/logins/K7F2-QX9M`)).status).toBe(404);
  });

  test('name the change of a setting in the hour before that may be the cause', async () => {
    const web = '/api/tenants/shop/applications/web';
    const { etag } = await api.call(`GET ${web}`);
    const headers = { 'if-match': etag };
    const changed = await api.call(`PATCH ${web}`, { body: { requireNonce: true }, headers });
    expect(changed.status).toBe(200);
    const at = Date.now();
    const refused = (key: string) => ({ what: 'refused', key, endpoint: 'authorize', at });
    const keys = { K7F2QX9R: 'nonce-missing', K7F2QX9S: 'max-age-malformed' };
    for (const [code, key] of Object.entries(keys)) {
      await api.sql(
        `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, outcome, error, began_at, steps)
          values ($1, 'shop', $1, 'http://localhost:1', 'web', 'browser', 'refused', $2, $3, $4)`,
        [code, key, new Date(at), JSON.stringify([refused(key)])],
      );
    }
    const { json } = await api.call(`GET ${LOGINS}/K7F2-QX9R`);
    expect(json.cause).toMatch(
      /In the hour before, an operator changed requireNonce of the application web \(revision \d+, 20.*Z\)\.$/,
    );
    expect(json.fix).toMatch(/If that change was not meant, the operator takes it back\.$/);
    const other = await api.call(`GET ${LOGINS}/K7F2-QX9S`);
    expect(other.json.cause).not.toContain('an operator changed');
    await api.sql("delete from login_timeline where outcome = 'refused'");
  });

  test('are listed, the latest first, in pages and by filters', async () => {
    const codes = (json: { items: { code: string }[] }) => json.items.map(({ code }) => code);
    const first = await api.call(`GET ${LOGINS}?limit=2`);
    expect(codes(first.json)).toEqual(['K7F2-QX9P', 'K7F2-QX9N']);
    const rest = await api.call(`GET ${LOGINS}?limit=2&cursor=${first.json.next}`);
    expect([codes(rest.json), rest.json.next]).toEqual([['K7F2-QX9M'], null]);
    const filtered = await api.call(`GET ${LOGINS}?outcome=identified`);
    expect(filtered.json.items).toEqual([]);
    const found = await api.call(`GET ${LOGINS}?search=k7f2qx9n&eid=mock&application=web`);
    expect(codes(found.json)).toEqual(['K7F2-QX9N']);
    expect((await api.call(`GET ${LOGINS}?cursor=eA`)).status).toBe(400);
    const ancient = JSON.stringify({ beganAt: '-271821-04-20T00:00:00.000Z', code: '22222222' });
    const cursor = Buffer.from(ancient).toString('base64url');
    expect((await api.call(`GET ${LOGINS}?cursor=${cursor}`)).status).toBe(400);
  });

  test('are shared for a day by a link that needs no account', async () => {
    const link = await api.call(`POST ${LOGINS}/K7F2-QX9M/link`);
    expect(link.status).toBe(201);
    const { token } = link.json;
    expect(link.json.url).toBe(`${api.url}/shared-login#${token}`);
    const open = (body: object) => api.call('POST /api/shared-login', { body, token: null });
    const shared = await open({ token });
    expect([shared.status, shared.json.code]).toEqual([200, 'K7F2-QX9M']);
    const audit = await api.call('GET /api/tenants/shop/audit?limit=1');
    expect(audit.json.items[0]).toMatchObject({
      act: 'logins.share',
      object: 'login K7F2-QX9M',
      after: { expiresAt: link.json.expiresAt },
    });
    expect(audit.text).not.toContain(token);
    expect((await open({ token: 'x'.repeat(43) })).status).toBe(404);
    await api.sql("update login_timeline_link set expires_at = now() - interval '1 s'");
    expect((await open({ token })).status).toBe(404);
  });
});
