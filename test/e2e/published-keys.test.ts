import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertionFields, type Signing } from '@eid-broker/testing/client-assertion';
import { basic, codeFields, type JsonAnswer, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

/** An authenticated client gets this error, because the code is unknown. */
const AUTHENTICATED = [400, 'invalid_grant'];
const REFUSED = [401, 'invalid_client'];

let broker: SecurityBroker;
let server: Server;
let fetches = 0;
let answer = { status: 200, body: '' };
let old: CryptoKey;
let next: CryptoKey;
let jwks: Readonly<Record<'old' | 'next', object>>;

beforeAll(async () => {
  const pairs = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  [old, next] = [pairs[0].privateKey, pairs[1].privateKey];
  const [first, second] = await Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey)));
  jwks = { old: { ...first, kid: 'old' }, next: { ...second, kid: 'next' } };
  server = createServer((_req, res) => {
    fetches += 1;
    res.writeHead(answer.status, { 'cache-control': 'max-age=31536000' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const variables = () => ({ CLIENT_KEYS_URL: `http://localhost:${port}/jwks` });
  broker = await startSecurityBroker({ variables });
});
afterAll(async () => {
  await broker.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  // All cached keys have expired after an hour.
  broker.advance(3600);
  fetches = 0;
  serve('old');
});

function serve(...names: readonly ('old' | 'next')[]): void {
  answer = { status: 200, body: JSON.stringify({ keys: names.map((name) => jwks[name]) }) };
}

async function outcome(signing: Signing, clientId = 'published-keys'): Promise<readonly unknown[]> {
  const fields = await assertionFields(broker, clientId, signing);
  return outcomeOf(await postToken(broker, { ...codeFields('x'), ...fields }));
}

function outcomeOf({ status, body }: JsonAnswer): readonly unknown[] {
  return [status, body.error];
}

const byOld = () => ({ key: old, header: { alg: 'RS256', kid: 'old' } });
const byNext = () => ({ key: next, header: { alg: 'RS256', kid: 'next' } });

test('a client is authenticated by its published keys, which are fetched once', async () => {
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  expect(fetches).toBe(1);
});

test('a secret causes no fetch', async () => {
  const credentials = basic('published-keys', SECRETS.web);
  expect(outcomeOf(await postToken(broker, codeFields('x'), credentials))).toEqual(AUTHENTICATED);
  expect(fetches).toBe(0);
});

test('a new key works a minute after the last fetch, a removed one for up to five minutes', async () => {
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  serve('next');
  expect(await outcome(byNext())).toEqual(REFUSED);
  expect(fetches).toBe(1);
  broker.advance(60);
  expect(await outcome(byNext())).toEqual(AUTHENTICATED);
  expect(await outcome(byOld())).toEqual(REFUSED);
  expect(fetches).toBe(2);
});

test('a removed key is refused after five minutes without a fetch', async () => {
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  serve('next');
  broker.advance(299);
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  broker.advance(1);
  expect(await outcome(byOld())).toEqual(REFUSED);
});

test('unknown keys cause one fetch per minute at most', async () => {
  const made = Array.from({ length: 20 }, (_, index) => ({
    key: broker.keys.foreign,
    header: { alg: 'RS256', kid: `made-up-${index}` },
  }));
  const answers = await Promise.all(made.map((signing) => outcome(signing)));
  expect(answers).toEqual(made.map(() => REFUSED));
  expect(fetches).toBe(1);
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
});

test('an assertion without kid is verified with every key', async () => {
  serve('old', 'next');
  expect(await outcome({ key: next })).toEqual(AUTHENTICATED);
});

test('cached keys are valid for another ten minutes while the fetch fails', async () => {
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  answer = { status: 500, body: '' };
  broker.advance(899);
  expect(await outcome(byOld())).toEqual(AUTHENTICATED);
  broker.advance(1);
  expect(await outcome(byOld())).toEqual(REFUSED);
});

test.each([
  ['an empty response', 404, ''],
  ['a page', 200, '<html>'],
  ['a redirect', 302, ''],
  ['a body that is too long', 200, `{"keys":[${' '.repeat(70_000)}]}`],
])('%s instead of keys refuses the client without an error in the log', async (_, status, body) => {
  answer = { status, body };
  const errors = broker.logged.filter(({ level }) => level === 'error').length;
  expect(await outcome(byOld())).toEqual(REFUSED);
  expect(broker.logged.filter(({ level }) => level === 'error')).toHaveLength(errors);
  expect(broker.logged.at(-1)?.facts.client ?? 'published-keys').toBe('published-keys');
});

test('an assertion without jti is verified with the keys and counts once', async () => {
  const fields = await assertionFields(broker, 'published-keys-without-jti', {
    ...byOld(),
    claims: { jti: undefined },
  });
  const answers = [
    await postToken(broker, { ...codeFields('x'), ...fields }),
    await postToken(broker, { ...codeFields('x'), ...fields }),
  ];
  expect(answers.map(outcomeOf)).toEqual([AUTHENTICATED, REFUSED]);
});
