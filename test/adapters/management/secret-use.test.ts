import { request } from 'node:http';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Listening, listen } from '../../../src/adapters/http/listen.ts';
import { FILE_VARIABLES, type ManagementApi, startManagement } from '../../support/management.ts';

const SECRETS = '/api/tenants/shop/applications/web/secrets';

let api: ManagementApi;
let server: Listening;
beforeAll(async () => {
  api = await startManagement();
  server = await listen(api.service.handle, { port: 0, address: '127.0.0.1' });
});
afterAll(async () => {
  await server?.close(0);
  await api?.close();
});

test('the last use of each secret is shown about a minute later', async () => {
  const added = await api.call(`POST ${SECRETS}`, { body: { expiresAt: '2049-01-01T00:00:00Z' } });
  expect(await uses()).toEqual([null, null]);

  const before = Date.now();
  expect(await authenticate('a-wrong-secret')).toBe('invalid_client');
  expect(await authenticate(FILE_VARIABLES.WEB_SECRET)).toBe('invalid_grant');
  expect(await authenticate(FILE_VARIABLES.WEB_SECRET)).toBe('invalid_grant');
  expect(await uses()).toEqual([null, null]);
  await api.service.jobs.run('secret_uses');
  const [old, next] = await uses();
  expect([Date.parse(String(old)) >= before, next]).toEqual([true, null]);

  expect(await authenticate(added.json.value)).toBe('invalid_grant');
  await api.service.jobs.run('secret_uses');
  const [same, used] = await uses();
  expect([same, Date.parse(String(used)) >= before]).toEqual([old, true]);
  const { json } = await api.call('GET /api/tenants/shop/expiry');
  const listed = json.items.find(({ kind }: { kind: string }) => kind === 'client-secret');
  expect(listed.lastUsedAt).toBe(used);
});

async function uses(): Promise<readonly unknown[]> {
  const { json } = await api.call(`GET ${SECRETS}`);
  return json.items.map(({ lastUsedAt }: { lastUsedAt: unknown }) => lastUsedAt);
}

/** The error of a request for tokens with an unknown code. */
function authenticate(secret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'unknown',
    redirect_uri: 'https://app.example.com/cb',
  }).toString();
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: server.port,
        host: '127.0.0.1',
        path: '/oauth2/token',
        method: 'POST',
        headers: {
          host: 'localhost:1',
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`web:${secret}`).toString('base64')}`,
        },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(JSON.parse(text).error);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
