import type { ServerResponse } from 'node:http';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Listening, listen } from '../../../src/adapters/http/listen.ts';
import { type ManagementApi, startManagement } from '../../support/management.ts';

const TRY = 'POST /api/tenants/shop/applications/web/try';

let api: ManagementApi;
let server: Listening;
let issuer: string;

beforeAll(async () => {
  const port = await findFreePort();
  api = await startManagement(undefined, { PORT: String(port) });
  issuer = `http://localhost:${port}`;
  server = await listen(api.service.handle, { port, address: '127.0.0.1' });
  const made = await api.call('POST /api/tenants/shop/domains', {
    body: { issuer, environment: 'test' },
  });
  expect(made.status).toBe(201);
  await served();
});
afterAll(async () => {
  await server?.close(0);
  await api?.close();
});

describe('a login to try', () => {
  test('has the published keys of its issuer', async () => {
    const { status, json } = await api.call(TRY, { body: { issuer } });
    expect([status, json.status, json.answer]).toEqual([200, null, null]);
    expect(json.keys.map(({ kty }: { kty: string }) => kty).sort()).toEqual(
      expect.arrayContaining(['EC', 'RSA']),
    );
    expect(JSON.stringify(json.keys)).not.toContain('"d"');
  });

  test('has the answer of the token endpoint, an error too', async () => {
    const parameters = {
      grant_type: 'authorization_code',
      code: 'no-such-code',
      redirect_uri: 'https://app.example.com/cb',
      // The application is that of the path.
      client_id: 'another',
    };
    const clientSecret = 'a-secret-of-the-web-application';
    const body = { issuer, endpoint: 'token', parameters, clientSecret };
    const { status, json } = await api.call(TRY, { body });
    expect([status, json.status, json.answer.error]).toEqual([200, 400, 'invalid_grant']);
    const wrong = await api.call(TRY, { body: { ...body, clientSecret: 'another-secret' } });
    expect([wrong.json.status, wrong.json.answer.error]).toEqual([401, 'invalid_client']);
  });

  test.each([
    ['ciba', 400, 'unauthorized_client'],
    ['headless', 400, 'unauthorized_client'],
    ['par', 400, 'invalid_request'],
    ['userinfo', 401, 'invalid_token'],
  ])('sends a request to %s', async (endpoint, expected, error) => {
    const body = { issuer, endpoint, clientSecret: 'a-secret-of-the-web-application' };
    const { status, json } = await api.call(TRY, { body: { ...body, accessToken: 'none' } });
    expect([status, json.status, json.answer.error]).toEqual([200, expected, error]);
  });

  test('has parameters that are texts', async () => {
    const body = { issuer, endpoint: 'token', parameters: { code: 1 } };
    const { status, json } = await api.call(TRY, { body });
    expect([status, json.errors]).toEqual([
      422,
      [{ path: 'parameters.code', message: 'must be a text' }],
    ]);
  });

  test('has an access token without blanks and line breaks', async () => {
    const body = { issuer, endpoint: 'userinfo', accessToken: 'a\nb' };
    const { status, json } = await api.call(TRY, { body });
    expect([status, json.errors[0].path]).toEqual([422, 'accessToken']);
  });

  test.each([
    ['another tenant', 'http://localhost:3'],
    ['the cloud', 'http://169.254.169.254'],
    ['nobody', 'https://evil.example'],
  ])('asks no host of %s', async (_, foreign) => {
    const { status, json } = await api.call(TRY, { body: { issuer: foreign } });
    expect([status, json.errors]).toEqual([
      422,
      [{ path: 'issuer', message: 'is not a domain of this tenant' }],
    ]);
  });

  test('says that an issuer cannot be reached', async () => {
    const { status, json } = await api.call(TRY, { body: { issuer: 'http://localhost:1' } });
    expect([status, json.errors]).toEqual([
      422,
      [{ path: 'issuer', message: 'cannot be reached from the service' }],
    ]);
  });

  test('reaches no other port of this machine, such as that of its state', async () => {
    let reached = 0;
    const count = async (_: unknown, res: ServerResponse) => {
      reached += 1;
      res.end('{}');
    };
    const other = await listen(count, { port: 0, address: '127.0.0.1' });
    const body = { issuer: `http://localhost:${other.port}`, environment: 'test' };
    await api.call('POST /api/tenants/shop/domains', { body });
    const { status } = await api.call(TRY, { body: { issuer: body.issuer, endpoint: 'token' } });
    await other.close(0);
    expect([status, reached]).toEqual([422, 0]);
  });

  test('needs an application of the tenant', async () => {
    const request = 'POST /api/tenants/other/applications/web/try';
    expect((await api.call(request, { body: { issuer } })).status).toBe(404);
  });
});

/** A new domain is served within two seconds. */
async function served(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${issuer}/.well-known/jwks`);
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
