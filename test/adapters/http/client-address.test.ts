import { describe, expect, test } from '@jest/globals';

import {
  makeIsTrusted,
  makeReadClientConnection,
} from '../../../src/adapters/http/client-address.ts';

const readClientConnection = makeReadClientConnection(['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8']);

function connectionOf(forwardedFor: string, peer = '127.0.0.1') {
  const headers = { 'x-forwarded-for': forwardedFor };
  return readClientConnection({ headers, socket: { remoteAddress: peer } });
}

describe('an entry of X-Forwarded-For', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:1', '203.0.113.9'],
  ])('%s is the address %s', (entry, ip) => {
    expect(connectionOf(entry).ip).toBe(ip);
  });

  test.each([
    'unknown',
    '_hidden',
    'garbage',
    '0x7f.1',
    '010.1.1.1',
    '',
    ' , ,',
    '1.2.3.4:5678:9',
    '[1.2.3.4',
    '203.0.113.999',
    '<script>',
  ])('"%s" is not an address: the address of the last known proxy is used', (entry) => {
    expect(connectionOf(entry).ip).toBe('127.0.0.1');
  });
});

test('of a long X-Forwarded-For the end is read, without the entry that is cut', () => {
  const trusted = Array(170).fill('10.200.200.20').join(',');
  expect(connectionOf(`198.51.100.1,${trusted}`).ip).toBe('10.200.200.20');
  expect(connectionOf(`${trusted},198.51.100.1,10.1.2.3`).ip).toBe('198.51.100.1');
});

test.each([
  ['203.0.113.9, unknown, 10.1.2.3', '10.1.2.3'],
  ['unknown, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['198.51.100.1, [fd00::1]:80, 10.1.2.3:80', '198.51.100.1'],
])('of the list %s, the last untrusted address is %s', (list, ip) => {
  expect(connectionOf(list).ip).toBe(ip);
});

test('an untrusted client is known by its own address, whatever its headers contain', () => {
  expect(connectionOf('203.0.113.9', '::ffff:192.0.2.1').ip).toBe('192.0.2.1');
});

test.each([
  ['127.0.0.1', true],
  ['::ffff:10.1.2.3', true],
  ['fd00::1', true],
  ['192.0.2.7', false],
  [undefined, false],
])('a request straight from %s comes from a trusted proxy: %s', (remoteAddress, isTrusted) => {
  const isTrustedProxy = makeIsTrusted(['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8']);
  expect(isTrustedProxy({ socket: { remoteAddress } })).toBe(isTrusted);
});
