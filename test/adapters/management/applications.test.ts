import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const ALL = '/api/tenants/shop/applications';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

const NEW = {
  clientId: 'spa',
  name: 'Shop',
  flows: ['pkce'],
  redirectUris: ['http://localhost:4000/callback'],
};

describe('an application', () => {
  test('is created, read, changed, replaced and removed', async () => {
    const created = await api.call(`POST ${ALL}`, { body: NEW });
    expect([created.status, created.json]).toEqual([201, NEW]);
    expect(created.headers.get('location')).toBe(`${ALL}/spa`);

    const read = await api.call(`GET ${ALL}/spa`);
    expect([read.status, read.json, read.etag]).toEqual([200, NEW, created.etag]);

    const patched = await api.call(`PATCH ${ALL}/spa`, {
      body: { name: 'The shop', requireNonce: true },
      headers: { 'if-match': read.etag, 'content-type': 'application/merge-patch+json' },
    });
    const changed = { ...NEW, name: 'The shop', requireNonce: true };
    expect([patched.status, patched.json]).toEqual([200, changed]);

    const replaced = await api.call(`PUT ${ALL}/spa`, {
      body: { ...NEW, name: 'Another' },
      headers: { 'if-match': patched.etag },
    });
    expect([replaced.status, replaced.json]).toEqual([200, { ...NEW, name: 'Another' }]);

    const removed = await api.call(`DELETE ${ALL}/spa`, {
      headers: { 'if-match': replaced.etag },
    });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await api.call(`GET ${ALL}/spa`)).status).toBe(404);
  });

  test('is served by the replicas from the revision that the write made', async () => {
    const before = await revision();
    const created = await api.call(`POST ${ALL}`, { body: { ...NEW, clientId: 'revised' } });
    expect(created.status).toBe(201);
    expect(await revision()).toBe(before + 1);
  });

  test('keeps its secrets when another setting changes, and never shows them', async () => {
    const read = await api.call(`GET ${ALL}/web`);
    expect(read.json.secrets).toEqual([
      { value: { stored: expect.stringMatching(/^[0-9a-f]{12}$/) } },
    ]);
    const hashes = await secretsOf('web');
    const patched = await api.call(`PATCH ${ALL}/web`, {
      body: { requireNonce: true },
      headers: { 'if-match': read.etag },
    });
    expect(patched.json.secrets).toEqual(read.json.secrets);
    expect(await secretsOf('web')).toEqual(hashes);
  });

  test('ends a secret at the given moment, one that ends before as it was', async () => {
    const secrets = `${ALL}/ends/secrets`;
    const first = { value: 'a-secret-that-ends', expiresAt: '2049-01-03T00:00:00Z' };
    const flows = ['authorization-code'];
    const made = await api.call(`POST ${ALL}`, {
      body: { ...NEW, clientId: 'ends', flows, secrets: [first] },
    });
    expect(made.status).toBe(201);
    const add = (body: object) => api.call(`POST ${secrets}`, { body });
    const ends = async () =>
      (await api.call(`GET ${secrets}`)).json.items.map(
        ({ expiresAt }: { expiresAt: string | null }) => expiresAt,
      );
    await add({ othersExpireAt: '2049-01-01T00:00:00Z' });
    expect(await ends()).toEqual(['2049-01-01T00:00:00Z', null]);
    const [{ id }] = (await api.call(`GET ${secrets}`)).json.items.slice(-1);
    await api.call(`DELETE ${secrets}/${id}`);
    await add({ othersExpireAt: '2049-01-02T00:00:00Z' });
    expect(await ends()).toEqual(['2049-01-01T00:00:00Z', null]);
  });

  test('with refused settings is answered with the path of each, and nothing changes', async () => {
    const before = await revision();
    const body = { ...NEW, clientId: 'bad', flows: ['sms'], redirectUris: ['ftp://x'], colour: 1 };
    const refused = await api.call(`POST ${ALL}`, { body });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      422,
      'application/problem+json',
    ]);
    expect(refused.json).toMatchObject({
      type: 'about:blank',
      title: 'Refused settings',
      status: 422,
      detail: 'Some settings are refused.',
      instance: expect.stringMatching(/^urn:request:/),
    });
    const paths = refused.json.errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['colour', 'flows[0]', 'redirectUris[0]']);
    expect(await revision()).toBe(before);
  });

  test('whose client id exists is refused with 409, one that is missing with 404', async () => {
    expect((await api.call(`POST ${ALL}`, { body: { ...NEW, clientId: 'web' } })).status).toBe(409);
    const headers = { 'if-match': '*' };
    expect((await api.call(`PATCH ${ALL}/none`, { body: {}, headers })).status).toBe(404);
    expect((await api.call('GET /api/tenants/none/applications')).status).toBe(404);
  });

  test('keeps its client id', async () => {
    const headers = { 'if-match': '*' };
    const renamed = await api.call(`PATCH ${ALL}/web`, { body: { clientId: 'web2' }, headers });
    expect([renamed.status, renamed.json.errors]).toEqual([
      422,
      [{ path: 'clientId', message: 'cannot change' }],
    ]);
  });
});

describe('two administrators at once', () => {
  test('cannot overwrite each other: the second gets 412, and nothing half done', async () => {
    await api.call(`POST ${ALL}`, { body: { ...NEW, clientId: 'raced' } });
    const { etag } = await api.call(`GET ${ALL}/raced`);
    const names = Array.from({ length: 6 }, (_, at) => `Name ${at}`);
    const answers = await Promise.all(
      names.map((name) =>
        api.call(`PATCH ${ALL}/raced`, { body: { name }, headers: { 'if-match': etag } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    const { json, etag: now } = await api.call(`GET ${ALL}/raced`);
    expect([json.name, now]).toEqual([winner?.json.name, winner?.etag]);
  });

  test('may change different applications', async () => {
    const ids = ['one', 'two', 'three'];
    for (const clientId of ids) await api.call(`POST ${ALL}`, { body: { ...NEW, clientId } });
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { etag } = await api.call(`GET ${ALL}/${id}`);
        const headers = { 'if-match': etag };
        return api.call(`PATCH ${ALL}/${id}`, { body: { name: `New ${id}` }, headers });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('must name the version that they change', async () => {
    const without = await api.call(`PATCH ${ALL}/web`, { body: { name: 'x' } });
    expect([without.status, without.json.title]).toEqual([428, 'If-Match is missing']);
    const stale = await api.call(`DELETE ${ALL}/web`, { headers: { 'if-match': '"old"' } });
    expect([stale.status, stale.json.title]).toEqual([412, 'Changed meanwhile']);
  });
});

describe('a dry run', () => {
  test('answers the plan and changes nothing', async () => {
    const before = await revision();
    const { etag } = await api.call(`GET ${ALL}/web`);
    const headers = { 'if-match': etag };
    const removal = await api.call(`DELETE ${ALL}/web?dryRun=true`, { headers });
    expect([removal.status, removal.json]).toMatchObject([
      200,
      {
        changes: [{ tenant: 'shop', action: 'remove', what: 'application', id: 'web' }],
        totals: { create: 0, change: 0, remove: 1 },
      },
    ]);
    const creation = await api.call(`POST ${ALL}?dryRun=true`, {
      body: { ...NEW, clientId: 'dry' },
    });
    expect([creation.status, creation.json.totals.create]).toEqual([200, 1]);
    expect((await api.call(`GET ${ALL}/dry`)).status).toBe(404);
    expect(await revision()).toBe(before);
  });
});

describe('a list', () => {
  test('comes in pages by a cursor, each application once', async () => {
    for (let at = 0; at < 5; at += 1)
      await api.call(`POST ${ALL}`, {
        body: { ...NEW, clientId: `page-${at}`, name: `Äpp ${at}` },
      });
    const ids: string[] = [];
    let cursor = '';
    do {
      const { json } = await api.call(`GET ${ALL}?limit=2${cursor && `&cursor=${cursor}`}`);
      ids.push(...json.items.map(({ clientId }: { clientId: string }) => clientId));
      cursor = json.next ?? '';
    } while (cursor !== '');
    const stored = await api.sql(
      `select client_id from application where tenant_id = 'shop' order by client_id collate "C"`,
    );
    expect(ids).toEqual(stored.map(({ client_id }) => client_id));
  });

  test('is searched by the beginning of a client id or of a name, in any case', async () => {
    const found = async (search: string, limit = 50) => {
      const { json } = await api.call(
        `GET ${ALL}?limit=${limit}&search=${encodeURIComponent(search)}`,
      );
      return json.items.map(({ clientId }: { clientId: string }) => clientId);
    };
    expect(await found('PAGE-')).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
    expect(await found('äpp 3')).toEqual(['page-3']);
    expect(await found('nothing')).toEqual([]);
    const first = await api.call(`GET ${ALL}?limit=2&search=page`);
    const second = await api.call(`GET ${ALL}?limit=2&search=page&cursor=${first.json.next}`);
    expect(second.json.items.map(({ clientId }: { clientId: string }) => clientId)).toEqual([
      'page-2',
      'page-3',
    ]);
  });

  test('refuses a cursor or a limit that it does not know', async () => {
    const answers = await Promise.all(
      ['cursor=x', 'limit=0', 'limit=201', 'limit=a', 'colour=red', 'limit=1&limit=2'].map(
        (query) => api.call(`GET ${ALL}?${query}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(answers[4]?.json.errors).toEqual([
      { path: 'colour', message: 'is not a parameter of this operation' },
    ]);
  });
});

test('a text that PostgreSQL cannot store is refused with its place', async () => {
  const message = 'must not contain U+0000 or half of a surrogate pair';
  const search = await api.call(`GET ${ALL}?search=a%00`);
  expect([search.status, search.json.errors]).toEqual([400, [{ path: 'search', message }]]);
  const token = await api.call('POST /api/tenants/shop/tokens', {
    body: { name: 'a\0b', role: 'owner' },
  });
  expect([token.status, token.json.errors]).toEqual([422, [{ path: 'name', message }]]);
  const application = await api.call(`POST ${ALL}`, { body: { ...NEW, name: 'a\ud800' } });
  expect([application.status, application.json.errors]).toEqual([422, [{ path: 'name', message }]]);
});

describe('the secrets of an application', () => {
  test('are made by the service, shown once, and overlap', async () => {
    const path = `${ALL}/web/secrets`;
    const othersExpireAt = '2099-01-01T00:00:00Z';
    const added = await api.call(`POST ${path}`, { body: { othersExpireAt } });
    expect(added.status).toBe(201);
    expect(added.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      expiresAt: null,
      value: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { json } = await api.call(`GET ${path}`);
    expect(json.items.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt)).toEqual([
      othersExpireAt,
      null,
    ]);
    expect(JSON.stringify(json)).not.toContain(added.json.value);
    expect(JSON.stringify(api.logged)).not.toContain(added.json.value);

    const third = await api.call(`POST ${path}`);
    expect([third.status, third.json.errors]).toEqual([
      422,
      [{ path: 'secrets', message: 'must have at most two that have not expired' }],
    ]);

    const [old] = json.items;
    expect((await api.call(`DELETE ${path}/${old.id}`)).status).toBe(204);
    expect((await api.call(`DELETE ${path}/${old.id}`)).status).toBe(404);
    const last = await api.call(`DELETE ${path}/${added.json.id}`);
    expect([last.status, last.json.errors[0].path]).toEqual([422, 'secrets']);
  });
});

async function revision(): Promise<number> {
  const [row] = await api.sql('select revision::int from configuration_revision');
  return Number(row?.revision);
}

async function secretsOf(clientId: string): Promise<unknown> {
  const [row] = await api.sql('select secrets from application where client_id = $1', [clientId]);
  return row?.secrets;
}
