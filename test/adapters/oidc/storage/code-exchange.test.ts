import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryIssuance } from '@eid-broker/testing/memory/issuance';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Provider, { type Account, type Adapter } from 'oidc-provider';

import {
  artifactAdapter,
  noopAdapter,
} from '../../../../src/adapters/oidc/storage/artifact-adapter.ts';
import {
  accessTokenAdapter,
  codeAdapter,
  consumePendingExchange,
} from '../../../../src/adapters/oidc/storage/code-exchange.ts';
import { ServiceUnavailable } from '../../../../src/domain/failure.ts';
import type { Artifact, Issuance } from '../../../../src/ports/artifacts.ts';

const CALLBACK = 'https://shop.example/cb';
const CLIENT = {
  client_id: 'shop',
  token_endpoint_auth_method: 'none',
  redirect_uris: [CALLBACK],
  grant_types: ['authorization_code'],
} as const;
const ACCOUNT: Account = { accountId: 'person', claims: async () => ({ sub: 'person' }) };
const UNUSED = { consumeLogin: async () => undefined };

/** The library's token endpoint on our adapters of codes and access tokens. */
let server: Server;
let provider: Provider;
let consumptions: string[];
let exchange: Issuance['exchange'];
let isKnown: boolean;
let artifacts: ReturnType<typeof memoryArtifacts>;

const clock = () => new Date();

beforeEach(async () => {
  consumptions = [];
  isKnown = true;
  artifacts = memoryArtifacts({ clock });
  const store = memoryIssuance({ authentications: memoryAuthentications(), artifacts });
  exchange = store.exchange;
  server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  provider = new Provider(`http://127.0.0.1:${port}`, {
    adapter: (kind) => adapterOf(kind),
    clients: [CLIENT],
    jwks: { keys: [await testSigningKey('RS256')] },
    pkce: { required: () => false },
    ttl: { AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    findAccount: () => (isKnown ? ACCOUNT : undefined),
  });
  provider.use(consumePendingExchange);
  server.on('request', provider.callback());
});
afterEach(() => void server.close());

function adapterOf(kind: string): Adapter {
  const adapter = artifactAdapter(kind, { artifacts, clock });
  const deps = { ...UNUSED, kind, clock };
  switch (kind) {
    case 'AuthorizationCode':
      return codeAdapter({
        ...deps,
        codes: adapter,
        artifacts: {
          consume(...name) {
            consumptions.push('consumed by itself');
            return artifacts.consume(...name);
          },
        },
        issuance: {
          exchange(used, at, token) {
            consumptions.push(`${used.id} for ${token.kind}`);
            return exchange(used, at, token);
          },
        },
      });
    case 'AccessToken':
      return accessTokenAdapter({ ...deps, tokens: adapter });
    case 'Grant':
      return { ...noopAdapter(), find: async (id) => grant(id) };
    default:
      return noopAdapter();
  }
}

function grant(jti: string) {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const openid = { scope: 'openid' };
  return { kind: 'Grant', jti, accountId: 'person', clientId: 'shop', openid, exp, iat: exp - 60 };
}

/** A code of the shop, not yet used. */
async function storeCode(id: string): Promise<void> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const about = { accountId: 'person', clientId: 'shop', grantId: 'attempt-1', scope: 'openid' };
  const payload = {
    ...about,
    kind: 'AuthorizationCode',
    redirectUri: CALLBACK,
    exp,
    iat: exp - 60,
  };
  const expiresAt = new Date(exp * 1000);
  await artifacts.put({ kind: 'AuthorizationCode', id, grantId: 'attempt-1', expiresAt, payload });
}

async function exchangeCode(code: string) {
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: 'shop',
    }),
  });
  const body = (await answer.json()) as Readonly<Record<string, string>>;
  return { status: answer.status, body };
}

async function isUsed(code: string): Promise<boolean> {
  return (await artifacts.find('AuthorizationCode', code))?.consumedAt !== undefined;
}

test('storing a code consumes the result of its login', async () => {
  const given: unknown[] = [];
  const codes = codeAdapter({
    kind: 'AuthorizationCode',
    codes: noopAdapter(),
    artifacts,
    issuance: { exchange },
    clock: () => new Date(0),
    consumeLogin: async (...what) => void given.push(what),
  });
  await codes.upsert('code-1', { grantId: 'attempt-1', clientId: 'shop', jti: 'code-1' }, 60);
  const code: Artifact = {
    kind: 'AuthorizationCode',
    id: 'code-1',
    grantId: 'attempt-1',
    expiresAt: new Date(60_000),
    payload: { grantId: 'attempt-1', clientId: 'shop' },
  };
  expect(given).toEqual([['attempt-1', 'shop', code]]);
});

test('the library consumes a code before it stores the token: both are one exchange', async () => {
  await storeCode('code-1');
  const { status, body } = await exchangeCode('code-1');
  expect(status).toBe(200);
  expect(consumptions).toEqual(['code-1 for AccessToken']);
  expect(await isUsed('code-1')).toBe(true);
  const token = await artifacts.find('AccessToken', body.access_token ?? '');
  expect(token?.payload).toEqual({
    accountId: 'person',
    clientId: 'shop',
    grantId: 'attempt-1',
    scope: 'openid',
    exp: expect.any(Number),
  });
});

test('the second of two exchanges gets no token', async () => {
  await storeCode('code-1');
  exchange = async () => false;
  expect(await exchangeCode('code-1')).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
});

test('a code is not consumed outside an exchange', async () => {
  await storeCode('code-1');
  const consumed = adapterOf('AuthorizationCode').consume('code-1');
  await expect(consumed).rejects.toThrow('a code is consumed outside a request');
  expect(await isUsed('code-1')).toBe(false);
});

test('a repeated code revokes the tokens that it yielded', async () => {
  await storeCode('code-1');
  const { body } = await exchangeCode('code-1');
  expect((await exchangeCode('code-1')).body.error).toBe('invalid_grant');
  expect(await artifacts.find('AccessToken', body.access_token ?? '')).toBeUndefined();
  expect(consumptions).toEqual(['code-1 for AccessToken']);
});

test('a valid code is used up also when a later check refuses the request', async () => {
  await storeCode('code-1');
  isKnown = false;
  expect((await exchangeCode('code-1')).body.error).toBe('invalid_grant');
  expect(consumptions).toEqual(['consumed by itself']);
  expect(await isUsed('code-1')).toBe(true);
});

test('a code is still valid when its token could not be stored', async () => {
  await storeCode('code-1');
  const works = exchange;
  exchange = () => Promise.reject(new ServiceUnavailable('the database does not answer'));
  expect((await exchangeCode('code-1')).status).toBe(500);
  expect(await isUsed('code-1')).toBe(false);
  exchange = works;
  expect((await exchangeCode('code-1')).status).toBe(200);
});

test('a token without an exchange is not stored', async () => {
  const tokens = accessTokenAdapter({
    kind: 'AccessToken',
    tokens: noopAdapter(),
    clock,
  });
  await expect(tokens.upsert('token-1', {}, 60)).rejects.toThrow('without a pending exchange');
});
