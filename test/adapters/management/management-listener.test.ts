import { request } from 'node:http';
import { connect } from 'node:net';

import { createTestDatabase } from '@eid-broker/testing/database';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { randomId } from '../../../src/adapters/system/random.ts';
import { composeService } from '../../../src/compose/compose-service.ts';
import { readEnvironment } from '../../../src/config/environment/environment.ts';
import { applyFile, TEST_KEY } from '../../support/broker.ts';
import {
  FILE_VARIABLES,
  type ManagementApi,
  OWNER_TOKEN,
  startManagement,
} from '../../support/management.ts';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

const NEW_TENANT = { id: 'new', name: 'New' };
const APPLICATIONS = '/api/tenants/shop/applications';

describe('the listener', () => {
  test('answers its own host alone, so that no other name leads a browser here', async () => {
    const hosts = ['127.0.0.1', 'localhost', 'evil.example', 'localhost:1'];
    const answers = await Promise.all(hosts.map((host) => withHost(host)));
    expect(answers).toEqual([421, 421, 421, 421]);
    expect(await withHost(new URL(api.url).host)).toBe(200);
  });

  test('never has the host of an issuer', async () => {
    const database = await createTestDatabase();
    const target = { databaseUrl: database.url, variables: FILE_VARIABLES };
    await applyFile('test/fixtures/management.yaml', target);
    const started = composeService({
      environment: readEnvironment({
        DATABASE_URL: database.url,
        KEY_ENCRYPTION_KEY: TEST_KEY,
        MANAGEMENT_PORT: '3002',
        MANAGEMENT_URL: 'https://login.test.example',
      }),
      clock: () => new Date(),
      newId: randomId,
      newSigningKey: testSigningKey,
      log: { info() {}, warn() {}, error() {} },
    });
    await expect(started).rejects.toThrow('MANAGEMENT_URL must not be the host of an issuer');
    await database.drop();
  });

  test('gives its host to no issuer, so that no tenant can end it for all', async () => {
    const body = { issuer: api.url, environment: 'test' };
    const added = await api.call('POST /api/tenants/shop/domains', { body });
    const message = 'must not have the host of the management API';
    expect([added.status, added.json.errors]).toEqual([422, [{ path: 'issuer', message }]]);
    expect((await api.call('GET /api/tenants')).status).toBe(200);
  });

  test('refuses a target that is no URL, and logs no client that goes away', async () => {
    const { hostname, port } = new URL(api.url);
    const raw = (text: string, last: boolean) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let answer = '';
        socket.on('data', (part) => (answer += part));
        socket.on('close', () => resolve(answer));
        setTimeout(() => (last ? socket.end() : socket.destroy()), 300);
      });
    const host = `Host: ${hostname}:${port}\r\n`;
    const odd = await raw(`GET http://[bad/x HTTP/1.1\r\n${host}\r\n`, true);
    expect(odd.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
    const json = `Authorization: Bearer ${OWNER_TOKEN}\r\nContent-Type: application/json\r\n`;
    await raw(`POST ${APPLICATIONS} HTTP/1.1\r\n${host}${json}Content-Length: 99\r\n\r\n{`, false);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(api.logged.filter(({ event }) => event === 'management.failed')).toEqual([]);
  });

  test('lives on after a body that nobody read to its end', async () => {
    const big = 'x'.repeat(3_000_000);
    const chunked = () => new Blob([big]).stream();
    const post = (path: string, type: string) =>
      fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: chunked(),
        duplex: 'half',
      } as RequestInit).then(
        (answer) => answer.status,
        () => 'closed',
      );
    const statuses = await Promise.all([
      post('/invitation', 'application/x-www-form-urlencoded'),
      post('/api/shared-login', 'application/json'),
    ]);
    expect(statuses).toEqual([503, 413]);
    // Longer than the rest of a body may take.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await api.call('GET /api/tenants')).status).toBe(200);
  });

  test('takes one line of text as the reason', async () => {
    const body = { ...NEW_TENANT, id: 'reasoned' };
    for (const reason of ["UTF-8''%00", "UTF-8''a%0D%0Ab", "UTF-8''%E2%80%AEa", "UTF-8''%1B"]) {
      const { status, json } = await api.call('POST /api/tenants', { body, headers: { reason } });
      expect([status, json.detail]).toEqual([400, 'The header Reason must be one line of text.']);
    }
  });

  test('asks who calls', async () => {
    const nobody = await api.call(`GET ${APPLICATIONS}`, { token: null });
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="${api.url}"`,
    ]);
    const stranger = await api.call(`GET ${APPLICATIONS}`, { token: 'ebt_unknown' });
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="${api.url}", error="invalid_token"`,
    ]);
  });

  test('moves the answer to a login to try into the fragment, whichever page posts it', async () => {
    const post = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${api.url}/try`, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
      });
    const moved = await post('code=a%2Bb&state=%C3%A5&next=//evil.example');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      303,
      '/try#code=a%2Bb&state=%C3%A5&next=%2F%2Fevil.example',
    ]);
    expect((await post(`id_token=${'x'.repeat(200_000)}`)).status).toBe(413);
    expect((await post('{}', 'application/json')).status).toBe(415);
  });

  test('refuses what a page of another origin sends, and lets no page read an answer', async () => {
    const body = { id: 'x', name: 'X' };
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const answer = await api.call('POST /api/tenants', { body, headers });
      expect(answer.status).toBe(403);
    }
    const read = await api.call(`GET ${APPLICATIONS}`, { headers: foreign[0] ?? {} });
    expect([...read.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('takes JSON of a megabyte at most', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      api.call(`POST ${APPLICATIONS}`, { body, headers });
    const big = await post(JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) }));
    expect([big.status, big.json.title]).toEqual([413, 'Body too big']);
    expect((await post('{')).json).toMatchObject({
      status: 400,
      detail: 'The body is not valid JSON.',
    });
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('[]')).status).toBe(422);
    expect((await post('"\\ud800"')).status).toBe(422);
  });

  test('knows its paths and methods', async () => {
    const unknown = await api.call('GET /api/nothing');
    expect([unknown.status, unknown.json.detail]).toEqual([404, 'There is no such path.']);
    const wrong = await api.call('DELETE /api/tenants');
    expect([wrong.status, wrong.headers.get('allow'), wrong.json.title]).toEqual([
      405,
      'HEAD, GET, POST',
      'Method not allowed',
    ]);
    const discovery = await api.call('GET /.well-known/openid-configuration');
    expect(discovery.json?.issuer).toBeUndefined();
  });

  test('logs no request and no secret of its callers', () => {
    expect(api.logged.filter(({ event }) => event === 'management.failed')).toEqual([]);
  });
});

describe('the description', () => {
  test('is OpenAPI 3.1, without a token', async () => {
    const { status, json } = await api.call('GET /api/openapi.json', { token: null });
    expect([status, json.openapi]).toEqual([200, '3.1.0']);
    expect(json.servers).toEqual([{ url: api.url }]);
  });

  test('has schemas that are JSON Schema, and refers only to what it has', async () => {
    const { json } = await api.call('GET /api/openapi.json');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: json.components });
    for (const name of Object.keys(json.components.schemas)) {
      expect(ajv.getSchema(`api#/components/schemas/${name}`)).toBeInstanceOf(Function);
    }
    const used = JSON.stringify(json).match(/#\/components\/schemas\/[^"]+/g) ?? [];
    const missing = used.filter(
      (ref) => json.components.schemas[ref.split('/')[3] ?? ''] === undefined,
    );
    expect(missing).toEqual([]);
  });

  test('fits the answers', async () => {
    const { json } = await api.call('GET /api/openapi.json');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: json.components });
    const kinds = {
      applications: 'Application',
      domains: 'Domain',
      eids: 'Eid',
      webhooks: 'Webhook',
    };
    for (const [list, schema] of Object.entries(kinds)) {
      const validate = ajv.getSchema(`api#/components/schemas/${schema}`);
      const answer = await api.call(`GET /api/tenants/shop/${list}`);
      expect(answer.json.items.length).toBeGreaterThan(0);
      for (const item of answer.json.items)
        expect([validate?.(item), validate?.errors]).toEqual([true, null]);
    }
  });
});

describe('the other objects of a tenant', () => {
  test.each([
    ['domains', 'localhost:1', { startsPerPerson: 7 }],
    ['eids', 'mock:test', { acrValues: ['urn:grn:authn:mock'] }],
    ['webhooks', 'billing', { events: ['authentication.identified'] }],
  ])('%s are read and changed alike', async (list, key, change) => {
    const path = `/api/tenants/shop/${list}/${encodeURIComponent(key)}`;
    const read = await api.call(`GET ${path}`);
    expect(read.status).toBe(200);
    const headers = { 'if-match': read.etag };
    const changed = await api.call(`PATCH ${path}`, { body: change, headers });
    expect([changed.status, changed.json]).toEqual([200, { ...read.json, ...change }]);
  });

  test('a tenant is created, renamed and listed', async () => {
    const created = await api.call('POST /api/tenants', { body: { id: 'third', name: 'Third' } });
    expect([created.status, created.json]).toEqual([201, { id: 'third', name: 'Third' }]);
    const renamed = await api.call('PATCH /api/tenants/third', {
      body: { name: 'The third' },
      headers: { 'if-match': created.etag },
    });
    expect([renamed.status, renamed.json]).toEqual([200, { id: 'third', name: 'The third' }]);
    const { json } = await api.call('GET /api/tenants?limit=2');
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(['other', 'shop']);
    const rest = await api.call(`GET /api/tenants?cursor=${json.next}`);
    expect(rest.json).toEqual({ items: [{ id: 'third', name: 'The third' }], next: null });
    expect((await api.call('POST /api/tenants', { body: { id: 'third', name: 'x' } })).status).toBe(
      409,
    );
  });

  test('a change of a tenant leaves its parts and its id alone', async () => {
    const headers = { 'if-match': '*' };
    const body = { id: 'third', domains: [] };
    const patched = await api.call('PATCH /api/tenants/other', { body, headers });
    const message = 'is not changed by this operation';
    expect([patched.status, patched.json.errors]).toEqual([
      422,
      [
        { path: 'id', message },
        { path: 'domains', message },
      ],
    ]);
  });

  test('an issuer of another tenant is refused', async () => {
    const body = { issuer: 'http://localhost:3', environment: 'test' };
    const taken = await api.call('POST /api/tenants/shop/domains', { body });
    expect([taken.status, taken.json.detail]).toEqual([
      409,
      'Tenant shop: http://localhost:3 belongs to another tenant.',
    ]);
  });
});

function withHost(host: string): Promise<number | undefined> {
  const { port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/api/openapi.json', headers: { host } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
