import { expect, test } from '@jest/globals';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

import { noopAdapter } from '../../../../src/adapters/oidc/storage/artifact-adapter.ts';
import {
  pushedRequestAdapter,
  requestIsUsedUp,
} from '../../../../src/adapters/oidc/storage/pushed-request-adapter.ts';

const NOW = 1_800_000_000;

/** Stores payloads with their lifetimes. */
function recorder() {
  const entries = new Map<string, { payload: AdapterPayload; seconds: number | undefined }>();
  const adapter: Adapter = {
    ...noopAdapter(),
    upsert: async (id, payload, seconds) => void entries.set(id, { payload, seconds }),
    find: async (id) => entries.get(id)?.payload,
  };
  return { entries, adapter };
}

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

function claimsIn(request: unknown): unknown {
  return JSON.parse(Buffer.from(String(request).split('.')[1] ?? '', 'base64url').toString());
}

test('a pushed request and its request object live for two minutes', async () => {
  const { entries, adapter } = recorder();
  const sent = { client_id: 'shop', scope: 'openid é', iat: NOW, exp: NOW + 60 };
  const request = unsigned(sent);
  const pushed = pushedRequestAdapter(adapter);
  await pushed.upsert('id', { kind: 'PushedAuthorizationRequest', request, exp: NOW + 60 }, 60);

  const stored = entries.get('id');
  expect(stored?.seconds).toBe(120);
  expect(stored?.payload).toMatchObject({ kind: 'PushedAuthorizationRequest', exp: NOW + 120 });
  expect(claimsIn(stored?.payload.request)).toEqual({ ...sent, exp: NOW + 120 });
  expect(String(stored?.payload.request)).toMatch(/^[\w-]+\.[\w-]+\.$/);
});

test.each([
  ['without times', {}],
  ['that was made a while ago', { iat: NOW - 300, exp: NOW + 300 }],
  ['that is about to expire', { iat: NOW, exp: NOW + 1 }],
])('a request that the application signed lives for two minutes: %s', async (_what, times) => {
  const { entries, adapter } = recorder();
  const request = `${unsigned({ client_id: 'shop', ...times })}signature`;
  const pushed = pushedRequestAdapter(adapter);
  await pushed.upsert('id', { request, exp: NOW + 7 }, 7);

  const stored = entries.get('id')?.payload;
  expect(stored?.exp).toBe(NOW + 120);
  expect(claimsIn(stored?.request)).toEqual({ client_id: 'shop', ...times, exp: NOW + 120 });
});

test('a pushed request is unknown to other applications', async () => {
  const { adapter } = recorder();
  const pushed = pushedRequestAdapter(adapter);
  await pushed.upsert('id', { request: unsigned({ client_id: 'shop', iat: NOW }) }, 60);
  expect(await pushed.find('id')).toBeUndefined();
  expect(await pushed.find('nobody')).toBeUndefined();
});

test('a used request_uri is refused on a page, with the description of the standard', () => {
  const error = requestIsUsedUp();
  expect(error).toBeInstanceOf(errors.OIDCProviderError);
  expect(error).toMatchObject({
    error: 'invalid_request_uri',
    error_description: 'request_uri was already used',
    allow_redirect: false,
  });
});
