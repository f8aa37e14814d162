import { expect, test } from '@jest/globals';

import {
  isLoopbackAddress,
  isPublicAddress,
} from '../../../src/adapters/outbound/guarded-request.ts';

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2001:200::1',
  '3ffe::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
])('the IPv4 address %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2620:4f:8000::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700:4700::1111%eth0',
])('the IPv6 address %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['', 'localhost', '1.1.1', '0x7f.1', '2130706433', '1.1.1.1:80', '[::1]'])(
  '%j is not an address',
  (text) => {
    expect([isPublicAddress(text), isLoopbackAddress(text)]).toEqual([false, false]);
  },
);

test('the own machine is 127.0.0.0/8 and ::1 only', () => {
  const own = ['127.0.0.1', '127.1.2.3', '::1'];
  const others = ['126.0.0.1', '10.0.0.1', '169.254.169.254', '::', '::ffff:127.0.0.1', '::2'];
  expect(own.filter(isLoopbackAddress)).toEqual(own);
  expect(others.filter(isLoopbackAddress)).toEqual([]);
});
