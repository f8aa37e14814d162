import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';

import { expect, test } from '@jest/globals';

import { connectionFault } from '../../../src/adapters/eid/connection-fault.ts';
import {
  type HttpsServer,
  httpsClient,
} from '../../../src/adapters/eid/protocols/https/https-client.ts';

const CALL = { method: 'GET', path: '/', headers: {} } as const;

/** What a call to the server failed by. */
async function faultAt(server: Partial<HttpsServer> & Pick<HttpsServer, 'origin'>) {
  const client = httpsClient({
    secureContext: createSecureContext(),
    timeoutMs: 500,
    maxResponseBytes: 1000,
    ...server,
  });
  const answer = await client.call(CALL);
  await client.close();
  return connectionFault(answer.statusCode === undefined ? answer.cause : undefined);
}

/** A server that does this with each connection, on a port of its own. */
async function listening(serve: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `https://127.0.0.1:${address.port}`, close: () => server.close() };
}

test('a closed port is an address without an eID', async () => {
  const { origin, close } = await listening(() => undefined);
  close();
  expect(await faultAt({ origin })).toBe('eid-address');
});

test('a server without TLS is not trusted', async () => {
  const { origin, close } = await listening((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  expect(await faultAt({ origin })).toBe('eid-tls');
  close();
});

test('a server that does not answer is slow', async () => {
  const { origin, close } = await listening(() => undefined);
  expect(await faultAt({ origin, timeoutMs: 50 })).toBe('eid-slow');
  close();
});

test.each([
  ['ENOTFOUND', 'eid-address'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'eid-tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'eid-tls'],
  ['CERT_HAS_EXPIRED', 'eid-tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'eid-tls'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'eid-tls'],
  ['UND_ERR_HEADERS_TIMEOUT', 'eid-slow'],
  ['OAUTH_KEY_SELECTION_FAILED', undefined],
  ['ECONNRESET', undefined],
])('%s deep in the chain of causes is %s', (code, fault) => {
  const cause = Object.assign(new Error('of the library'), { code });
  const error = new Error('a call failed', { cause: new Error('wrapped', { cause }) });
  expect(connectionFault(error)).toBe(fault);
});

test('another key than the pinned one is not trusted', () => {
  expect(connectionFault(new Error('the server has another key than the pinned ones'))).toBe(
    'eid-tls',
  );
});
