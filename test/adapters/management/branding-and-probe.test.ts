import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const SHOP = '/api/tenants/shop';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('the branding of a tenant', () => {
  test('is empty, set, changed and removed', async () => {
    const none = await api.call(`GET ${SHOP}/branding`);
    expect([none.status, none.json]).toEqual([200, {}]);
    const branding = { color: '#225588', helpUrl: 'https://shop.example.com/help' };
    const set = await api.call(`PUT ${SHOP}/branding`, {
      body: branding,
      headers: { 'if-match': none.etag },
    });
    expect([set.status, set.json]).toEqual([200, branding]);
    const removed = await api.call(`PATCH ${SHOP}/branding`, {
      body: { color: null, helpUrl: null },
      headers: { 'if-match': set.etag },
    });
    expect([removed.status, removed.json, removed.etag]).toEqual([200, {}, none.etag]);
  });

  test('without contrast, or with a script in its logo, is refused at its place', async () => {
    const put = (body: object) =>
      api.call(`PUT ${SHOP}/branding`, { body, headers: { 'if-match': '*' } });
    const pale = await put({ color: '#ffffaa' });
    expect([pale.status, pale.json.errors[0].path]).toEqual([422, 'branding.color']);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const logo = await put({ logo: Buffer.from(svg).toString('base64') });
    expect([logo.status, logo.json.errors[0].path]).toEqual([422, 'branding.logo']);
    expect((await api.call(`GET ${SHOP}/branding`)).json).toEqual({});
  });

  test('with a logo beyond the limit of a body is told the limit of a logo', async () => {
    const branding = { logo: 'A'.repeat(2_000_000) };
    const put = { body: branding, headers: { 'if-match': '*' } };
    for (const { status, json } of [
      await api.call(`PUT ${SHOP}/branding`, put),
      await api.call(`PATCH ${SHOP}/branding`, put),
      await api.call(`POST ${SHOP}/branding/preview`, { body: { branding } }),
    ]) {
      expect([status, json.detail]).toEqual([
        413,
        'The body has more than a megabyte (1 MiB). A logo has at most 64 kB.',
      ]);
    }
  });
});

test('what ends is listed, the first to end first', async () => {
  const added = await api.call(`POST ${SHOP}/applications/web/secrets`, {
    body: { expiresAt: '2020-01-01T00:00:00Z' },
  });
  expect(added.status).toBe(201);
  const { status, json } = await api.call(`GET ${SHOP}/expiry`);
  expect([status, json.items[0]]).toEqual([
    200,
    {
      kind: 'client-secret',
      id: 'web',
      what: expect.any(String),
      expiresAt: '2020-01-01T00:00:00.000Z',
      daysLeft: expect.any(Number),
      lastUsedAt: null,
      alarm: 0,
    },
  ]);
});

test('the end of an API token is listed for those who may list tokens', async () => {
  const make = async (role: string) => {
    const body = { name: `a ${role}`, role, days: 9 };
    const { status, json } = await api.call(`POST ${SHOP}/tokens`, { body });
    expect(status).toBe(201);
    return String(json.secret);
  };
  const [auditor, developer] = [await make('auditor'), await make('developer')];
  const listed = async (token: string) => {
    const { json } = await api.call(`GET ${SHOP}/expiry`, { token });
    const items: readonly { kind: string; what: string; alarm: number | null }[] = json.items;
    return items.filter(({ kind }) => kind === 'api-token').map(({ what, alarm }) => [what, alarm]);
  };
  expect(await listed(auditor)).toEqual([
    ['token a auditor', null],
    ['token a developer', null],
  ]);
  expect(await listed(developer)).toEqual([]);
});

describe('the probe of an eID', () => {
  test('tries the stored settings', async () => {
    const probe = await api.call(`POST ${SHOP}/eids/mock:test/probe`);
    expect(probe.status).toBe(200);
    expect(probe.json.items[0]).toMatchObject({ check: 'settings', ok: true });
    expect((await api.call(`POST ${SHOP}/eids/none/probe`)).status).toBe(404);
  });

  test('tries other settings before they are stored, and refuses a certificate that does not fit', async () => {
    await api.call(`POST ${SHOP}/eids`, {
      body: {
        eid: 'no-vipps',
        environment: 'test',
        settings: { clientId: 'shop', clientSecret: 'a-secret-of-the-provider' },
      },
    });
    const path = `${SHOP}/eids/no-vipps:test`;
    const stored = await api.call(`GET ${path}`);
    expect(stored.json.settings.clientSecret).toEqual({ stored: expect.any(String) });
    const bad = await api.call(`POST ${path}/probe`, { body: { settings: { clientSecret: 'x' } } });
    expect([bad.status, bad.json.errors[0].path]).toEqual([422, 'eids[1].settings.clientId']);
    expect((await api.call(`GET ${path}`)).etag).toBe(stored.etag);

    await sendsNoSecretElsewhere(path, stored.json.settings);

    const certificate = await api.call(`POST ${SHOP}/eids`, {
      body: {
        eid: 'se-bankid',
        environment: 'test',
        settings: {
          rpApiUrl: 'https://appapi2.test.bankid.com/rp/v6.0/',
          clientCertificate: { pkcs12: 'bm90IGEgZmlsZQ==', passphrase: 'qwerty123' },
          ca: 'no certificate',
        },
      },
    });
    expect([certificate.status, JSON.stringify(certificate.json)]).toEqual([
      422,
      expect.not.stringContaining('qwerty123'),
    ]);
    const paths = certificate.json.errors.map(({ path: at }: { path: string }) => at);
    expect(paths).toContain('settings.clientCertificate.pkcs12');
  });
});

/** A stored secret stays with the address that gets it. */
async function sendsNoSecretElsewhere(path: string, stored: object): Promise<void> {
  const issuer = 'http://127.0.0.1:2/';
  const patch = (settings: object) =>
    api.call(`PATCH ${path}`, { body: { settings }, headers: { 'if-match': '*' } });
  const refused = await patch({ issuer });
  expect([refused.status, refused.json.errors]).toEqual([
    422,
    [{ path: 'settings.clientSecret', message: expect.stringContaining('must be written anew') }],
  ]);
  const probed = await api.call(`POST ${path}/probe`, {
    body: { settings: { ...stored, issuer } },
  });
  expect([probed.status, probed.json.errors[0].path]).toEqual([
    422,
    'eids[1].settings.clientSecret',
  ]);
  expect((await patch({ timeoutSeconds: 4 })).status).toBe(200);
  expect((await patch({ issuer, clientSecret: 'a-secret-of-the-simulator' })).status).toBe(200);
}
