import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import {
  guardedFetch,
  type ResolvedAddress,
} from '../../../src/adapters/outbound/guarded-request.ts';

const OWN = { ownMachine: true };
const PUBLIC = { ownMachine: false };

let received: IncomingMessage[];
let answer: (res: ServerResponse) => void;
let port: number;
let close: () => Promise<void>;

beforeEach(async () => {
  received = [];
  answer = (res) => res.end('{"keys":[]}');
  const server = createServer((req, res) => {
    received.push(req);
    answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
});
afterEach(() => close());

/** A resolver that returns each of these answers once, and the hosts that it resolved. */
function resolver(...answers: readonly (readonly string[])[]) {
  const hosts: string[] = [];
  const resolve = async (host: string): Promise<readonly ResolvedAddress[]> => {
    const addresses = answers[hosts.length] ?? [];
    hosts.push(host);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { hosts, resolve };
}

describe('an answer', () => {
  test('is the text of the body; the request has no header of ours', async () => {
    const fetchText = guardedFetch();
    expect(await fetchText(`http://127.0.0.1:${port}/keys?a=b`, OWN)).toBe('{"keys":[]}');
    expect(received.map(({ method, url }) => [method, url])).toEqual([['GET', '/keys?a=b']]);
    expect(received[0]?.headers).toEqual({
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      accept: 'application/jwk-set+json, application/json',
    });
  });

  test('of exactly 64 KiB is read, one byte more is refused', async () => {
    answer = (res) => res.end('x'.repeat(65_536));
    const fetchText = guardedFetch();
    expect(await fetchText(`http://localhost:${port}/`, OWN)).toHaveLength(65_536);
    answer = (res) => res.end('x'.repeat(65_537));
    await expect(fetchText(`http://localhost:${port}/`, OWN)).rejects.toThrow();
  });

  test('without an end is cut off at the same size', async () => {
    answer = (res) => {
      const more = () => {
        if (!res.destroyed) res.write('x'.repeat(16_384), () => setImmediate(more));
      };
      more();
    };
    await expect(guardedFetch()(`http://localhost:${port}/`, OWN)).rejects.toThrow();
  });

  test('that arrives too slowly is given up in time', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (res) => {
      timer = setInterval(() => res.write(' '), 50);
    };
    const fetchText = guardedFetch({ timeoutMs: 400 });
    await expect(fetchText(`http://localhost:${port}/`, OWN)).rejects.toThrow(/abort|timeout/i);
    clearInterval(timer);
  });

  test.each([201, 204, 301, 302, 307, 308, 404, 500])(
    'with status %i is refused',
    async (status) => {
      answer = (res) => res.writeHead(status, { location: `http://localhost:${port}/next` }).end();
      await expect(guardedFetch()(`http://localhost:${port}/`, OWN)).rejects.toThrow(
        `status ${status}`,
      );
      expect(received).toHaveLength(1);
    },
  );
});

describe('without permission the own machine is not reached', () => {
  test.each([
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://0x7f.1',
    'https://2130706433',
    'https://127.1',
    'https://0.0.0.0',
    'https://[::]',
    'https://localhost.',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'http://127.0.0.1',
    'http://localhost',
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:application/json,{}',
    'no URL',
  ])('by %s', async (url) => {
    const withPort = url.includes('://') && !url.startsWith('file') ? `${url}:${port}/` : url;
    await expect(guardedFetch()(withPort, PUBLIC)).rejects.toThrow();
    expect(received).toEqual([]);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fd00:ec2::254',
    'fe80::1',
  ])('by a name that resolves to %s', async (address) => {
    const { hosts, resolve } = resolver([address]);
    const fetchText = guardedFetch({ resolve });
    await expect(fetchText(`https://keys.example:${port}/`, PUBLIC)).rejects.toThrow(
      'no public address',
    );
    expect([hosts, received]).toEqual([['keys.example'], []]);
  });

  test('by a name that resolves to nothing', async () => {
    const fetchText = guardedFetch({ resolve: resolver([]).resolve });
    await expect(fetchText('https://keys.example/', PUBLIC)).rejects.toThrow('no public address');
  });
});

describe('with permission for the own machine', () => {
  test.each(['http://keys.example', 'http://10.0.0.1', 'http://169.254.169.254'])(
    'http to elsewhere is refused: %s',
    async (url) => {
      await expect(guardedFetch()(url, OWN)).rejects.toThrow('not https');
    },
  );

  test('a public name may still not resolve to it', async () => {
    const { resolve } = resolver(['127.0.0.1']);
    await expect(guardedFetch({ resolve })(`https://keys.example:${port}/`, OWN)).rejects.toThrow(
      'no public address',
    );
    expect(received).toEqual([]);
  });

  test('its own name may not resolve to another machine', async () => {
    const { resolve } = resolver(['1.1.1.1', '10.0.0.1']);
    await expect(guardedFetch({ resolve })(`http://localhost:${port}/`, OWN)).rejects.toThrow(
      'no public address',
    );
  });
});

test('a second DNS answer changes nothing: the connection goes to the checked address', async () => {
  const { hosts, resolve } = resolver(['10.0.0.1', '127.0.0.1'], ['10.0.0.1']);
  const fetchText = guardedFetch({ resolve });
  expect(await fetchText(`http://localhost:${port}/`, OWN)).toBe('{"keys":[]}');
  expect(hosts).toEqual(['localhost']);
});
