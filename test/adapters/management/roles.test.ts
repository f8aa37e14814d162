import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { enteredAs } from '../../support/administrators.ts';
import {
  type Called,
  type CallOptions,
  type ManagementApi,
  startManagement,
} from '../../support/management.ts';

const OTHER = '/api/tenants/other';
const TEST = 'http://localhost:3';
const REAL = 'https://real.example.com';
const ANY = { 'if-match': '*' };
const APPLICATION = { flows: ['pkce'], redirectUris: ['https://app.example.com/cb'] };

let api: ManagementApi;
let dev: CallOptions;
beforeAll(async () => {
  api = await startManagement();
  await made(`${OTHER}/domains`, { issuer: REAL, environment: 'production' });
  const applications = { test: [TEST], real: [REAL], both: undefined };
  for (const [clientId, issuers] of Object.entries(applications)) {
    await made(`${OTHER}/applications`, { ...APPLICATION, clientId, name: clientId, issuers });
  }
  dev = await enteredAs(api, 'dev', { tenant: 'other', role: 'developer' });
});
afterAll(() => api.close());

describe('a developer', () => {
  test('changes an application of test domains', async () => {
    expect((await change('test', { name: 'Mine' })).status).toBe(200);
    const added = { ...APPLICATION, clientId: 'new', name: 'New', issuers: [TEST] };
    expect((await call(`POST ${OTHER}/applications`, added)).status).toBe(201);
  });

  test.each(['real', 'both'])('changes nothing of the production application %s', async (id) => {
    const path = `${OTHER}/applications/${id}`;
    const before = (await api.call(`GET ${path}`)).etag;
    const answers = [
      await change(id, { redirectUris: ['https://evil.example/cb'] }),
      await call(`PUT ${path}`, { ...APPLICATION, clientId: id, name: 'x', issuers: [TEST] }),
      await call(`DELETE ${path}`),
      await call(`POST ${path}/secrets`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await api.call(`GET ${path}`)).etag).toBe(before);
  });

  test.each([[[TEST, REAL]], [null]])(
    'takes no test application into production by issuers %j',
    async (issuers) => {
      expect((await change('test', { issuers })).status).toBe(403);
    },
  );

  test('touches no key, domain, eID, branding or whole configuration of production', async () => {
    const { json: configuration } = await api.call(`GET ${OTHER}/configuration`);
    const domain = `${OTHER}/domains/real.example.com`;
    const eid = { eid: 'no-vipps', environment: 'production', settings: {} };
    const answers = [
      await call(`POST ${domain}/keys`, { act: 'replace' }),
      await call(`PATCH ${domain}`, { environment: 'test' }),
      await call(`POST ${OTHER}/eids`, eid),
      await call(`PATCH ${OTHER}/branding`, { color: '#0b5cad' }),
      await call(`PUT ${OTHER}/configuration`, configuration),
      await call(`PATCH ${OTHER}`, { requireSecondPerson: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    await api.service.jobs.run('refusals');
    const { json } = await api.call(`GET ${OTHER}/audit?limit=20`);
    const refused = json.items.filter(({ outcome }: { outcome: string }) => outcome === 'refused');
    expect(refused.map(({ act }: { act: string }) => act)).toContain('keys.rotate');
  });
});

function call(request: string, body?: object): Promise<Called> {
  return api.call(request, { body, ...dev, headers: { ...dev.headers, ...ANY } });
}

function change(clientId: string, body: object): Promise<Called> {
  return call(`PATCH ${OTHER}/applications/${clientId}`, body);
}

async function made(path: string, body: object): Promise<void> {
  const { status, text } = await api.call(`POST ${path}`, { body });
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
}
