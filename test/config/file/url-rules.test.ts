import { describe, expect, test } from '@jest/globals';

import { calledUrlProblem } from '../../../src/config/file/url-rules.ts';

const INTERNAL = 'must not lead to an internal address';
const TEST_ONLY = 'must be https: http is for test domains only';

describe(calledUrlProblem, () => {
  test.each([
    'https://shop.example.com/jwks',
    'https://shop.example.com:8443/jwks?tenant=1',
    'https://203.0.113.7/jwks',
    'https://172.32.0.1/jwks',
    'https://[2001:db8::1]/jwks',
    'https://localhost.example.com/jwks',
  ])('allows %s everywhere', (uri) => {
    expect(calledUrlProblem(uri, 'production')).toBeUndefined();
    expect(calledUrlProblem(uri, 'test')).toBeUndefined();
  });

  test.each([
    ['http://localhost:3020/jwks', TEST_ONLY],
    ['http://127.0.0.1:3020/jwks', TEST_ONLY],
    ['http://[::1]:3020/jwks', TEST_ONLY],
    ['https://localhost:3020/jwks', INTERNAL],
    ['https://127.0.0.1/jwks', INTERNAL],
    ['https://[::1]/jwks', INTERNAL],
  ])('allows %s on test domains only', (uri, problem) => {
    expect(calledUrlProblem(uri, 'test')).toBeUndefined();
    expect(calledUrlProblem(uri, 'production')).toBe(problem);
  });

  test.each([
    ['/jwks', 'must be an absolute URL'],
    ['', 'must be a URL in plain characters'],
    ['https://shöp.example.com/jwks', 'must be a URL in plain characters'],
    ['https://shop.example.com\\@evil.example/', 'must be a URL in plain characters'],
    ['https://shop.example.com/jwks#', 'must not have a fragment'],
    ['https://shop.example.com/jwks#keys', 'must not have a fragment'],
    ['https://me@shop.example.com/jwks', 'must not name a user'],
    ['https://:secret@shop.example.com/jwks', 'must not name a user'],
    ['http://shop.example.com/jwks', 'must be https'],
    ['http://localhost.example.com/jwks', 'must be https'],
    ['http://10.0.0.1/jwks', 'must be https'],
    ['file:///etc/passwd', 'must be https'],
    ['data:application/json,{}', 'must be https'],
    ['com.example.shop:/jwks', 'must be https'],
  ])('refuses %s', (uri, problem) => {
    expect(calledUrlProblem(uri, 'test')).toBe(problem);
    expect(calledUrlProblem(uri, 'production')).toBe(problem);
  });

  test.each([
    ['the unspecified address', '0.0.0.0'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ["a provider's network", '100.64.0.1'],
    ["a cloud's metadata", '169.254.169.254'],
    ['measurements', '198.19.0.1'],
    ['a group', '224.0.0.1'],
    ['a broadcast', '255.255.255.255'],
    ['the own machine, by another of its addresses', '127.0.0.2'],
    ['a private network, written as a number', '167837955'],
    ['a private network, written in hexadecimal', '0xa.0x1.0x2.0x3'],
    ['the unspecified address, in IPv6', '[::]'],
    ['a private network, in IPv6', '[fd00::1]'],
    ['the own link, in IPv6', '[fe80::1]'],
    ['a group, in IPv6', '[ff02::1]'],
    ['a private network, mapped into IPv6', '[::ffff:10.1.2.3]'],
    ['a private network, translated into IPv6', '[64:ff9b::10.1.2.3]'],
    ['the own machine, by a name below localhost', 'keys.localhost'],
    ['the own machine, by its absolute name', 'localhost.'],
  ])('refuses the address of %s: %s', (_whose, host) => {
    expect(calledUrlProblem(`https://${host}/jwks`, 'test')).toBe(INTERNAL);
    expect(calledUrlProblem(`https://${host}/jwks`, 'production')).toBe(INTERNAL);
  });
});
