import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const CONFIGURATION = '/api/tenants/shop/configuration';
const YAML = { accept: 'application/yaml' };

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('the configuration of a tenant', () => {
  test('is exported as JSON or YAML, and applying it changes nothing', async () => {
    const asJson = await api.call(`GET ${CONFIGURATION}`);
    const asYaml = await api.call(`GET ${CONFIGURATION}`, { headers: YAML });
    expect(asYaml.headers.get('content-type')).toBe('application/yaml');
    expect(asYaml.etag).toBe(asJson.etag);
    const headers = { 'if-match': asJson.etag };
    const nothing = { changes: [], totals: { create: 0, change: 0, remove: 0 } };
    const again = await api.call(`PUT ${CONFIGURATION}`, { body: asJson.json, headers });
    expect([again.status, again.json, again.etag]).toEqual([200, nothing, asJson.etag]);
    const fromYaml = await api.call(`PUT ${CONFIGURATION}`, {
      body: asYaml.text,
      headers: { ...headers, 'content-type': 'application/yaml' },
    });
    expect([fromYaml.status, fromYaml.json]).toEqual([200, nothing]);
    const text = JSON.stringify([asJson.text, asYaml.text]);
    expect(text).not.toContain('a-secret-of-the-web-application');
    expect(text).not.toContain('whsec_');
  });

  test('is planned, applied with leave to remove, recorded and rolled back', async () => {
    const { json, etag } = await api.call(`GET ${CONFIGURATION}`);
    const next = { ...json, name: 'The shop', webhooks: [] };
    const planned = await api.call('POST /api/tenants/shop/plan', { body: next });
    expect([planned.status, planned.json.totals]).toEqual([
      200,
      { create: 0, change: 1, remove: 1 },
    ]);
    expect(planned.json.changes[0]).toEqual({
      tenant: 'shop',
      action: 'change',
      what: 'tenant',
      id: 'shop',
      settings: [{ name: 'name', before: 'Shop', after: 'The shop' }],
    });

    const headers = { 'if-match': etag, reason: 'the receiver is gone' };
    expect((await api.call(`PUT ${CONFIGURATION}`, { body: next, headers })).status).toBe(409);
    const put = `PUT ${CONFIGURATION}?allowRemove=true`;
    expect((await api.call(put, { body: next, headers })).status).toBe(200);
    expect((await api.call(put, { body: next, headers })).status).toBe(412);

    const { json: revisions } = await api.call('GET /api/tenants/shop/revisions');
    expect(revisions.items[0]).toMatchObject({ source: 'api', reason: 'the receiver is gone' });
    const first = revisions.items.at(-1).revision;
    const former = await api.call(`GET /api/tenants/shop/revisions/${first}`);
    expect([former.status, former.json]).toEqual([200, json]);

    const back = await api.call(`POST /api/tenants/shop/revisions/${first}/rollback`);
    expect([back.status, back.json.totals]).toEqual([200, { create: 1, change: 1, remove: 0 }]);
    expect((await api.call(`GET ${CONFIGURATION}`)).json).toEqual(json);
    expect((await api.call('POST /api/tenants/shop/revisions/999/rollback')).status).toBe(404);
  });

  test('reads no file and no variable of this machine', async () => {
    const { text, etag } = await api.call(`GET ${CONFIGURATION}`, { headers: YAML });
    const headers = { 'if-match': etag, 'content-type': 'application/yaml' };
    const bodies = [
      text.replace('name: Shop', 'name: { file: /etc/hostname }'),
      text.replace('name: Shop', 'name: { env: PATH }'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the file's own notation
      text.replace('name: Shop', 'name: "${PATH}"'),
    ];
    for (const body of bodies) {
      const refused = await api.call(`PUT ${CONFIGURATION}`, { body, headers });
      expect([refused.status, refused.json.errors[0].path]).toEqual([422, 'tenants[0].name']);
    }
    const { json } = await api.call(`GET ${CONFIGURATION}`);
    const asJson = await api.call(`PUT ${CONFIGURATION}`, {
      body: { ...json, name: { env: 'PATH' } },
      headers: { 'if-match': etag },
    });
    expect([asJson.status, asJson.json.errors]).toEqual([
      422,
      [{ path: 'name', message: 'must be a text' }],
    ]);
  });

  test('names its own tenant', async () => {
    const { json, etag } = await api.call(`GET ${CONFIGURATION}`);
    const body = { ...json, id: 'other' };
    const foreign = await api.call(`PUT ${CONFIGURATION}`, { body, headers: { 'if-match': etag } });
    expect([foreign.status, foreign.json.errors]).toEqual([
      422,
      [{ path: 'id', message: 'must be shop' }],
    ]);
  });

  test('is refused object by object while the tenant was changed in the database', async () => {
    const { etag } = await api.call('GET /api/tenants/other/domains/localhost%3A3');
    await api.sql("update tenant set name = 'Changed' where id = 'other'");
    const refused = await api.call('PATCH /api/tenants/other/domains/localhost%3A3', {
      body: { startsPerPerson: 3 },
      headers: { 'if-match': etag },
    });
    expect([refused.status, refused.json.title]).toEqual([409, 'Conflict']);
    const { json, etag: whole } = await api.call('GET /api/tenants/other/configuration');
    const headers = { 'if-match': whole };
    const body = { ...json, name: 'Other' };
    const applied = await api.call('PUT /api/tenants/other/configuration', { body, headers });
    expect(applied.status).toBe(200);
  });
});
