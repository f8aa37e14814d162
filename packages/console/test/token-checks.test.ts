import { generateKeyPairSync, sign } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { tokenChecks } from '../src/screens/try/token-checks.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEYS = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }];
const NOW = Date.parse('2026-11-22T12:00:00Z');
const CLAIMS = {
  iss: 'https://login.example',
  aud: 'shop',
  nonce: 'n',
  iat: NOW / 1000,
  exp: NOW / 1000 + 60,
};
const DEMANDS = { issuer: CLAIMS.iss, clientId: 'shop', nonce: 'n', keys: KEYS, now: NOW };

test('a token of the issuer holds in every check', async () => {
  const checks = await tokenChecks(signed(CLAIMS), DEMANDS);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.length).toBe(6);
});

test.each([
  ['iss', { iss: 'https://evil.example' }],
  ['aud', { aud: ['other'] }],
  ['nonce', { nonce: 'another' }],
  ['exp', { exp: NOW / 1000 }],
  ['iat', { iat: NOW / 1000 + 600 }],
])('a wrong %s fails in that check alone', async (name, wrong) => {
  const checks = await tokenChecks(signed({ ...CLAIMS, ...wrong }), DEMANDS);
  const failed = checks.filter(({ ok }) => !ok).map(({ what }) => what.split(' ')[0]);
  expect(failed).toEqual([name]);
});

test('a changed payload, an unknown key and alg none fail in the signature', async () => {
  const [header, , signature] = signed(CLAIMS).split('.');
  const changed = `${header}.${part({ ...CLAIMS, sub: 'x' })}.${signature}`;
  const unsigned = `${part({ alg: 'none' })}.${part(CLAIMS)}.x`;
  for (const [token, keys] of [
    [changed, KEYS],
    [signed(CLAIMS), []],
    [unsigned, KEYS],
  ] as const) {
    const checks = await tokenChecks(token, { ...DEMANDS, keys });
    expect(checks.filter(({ ok }) => !ok).map(({ what }) => what)).toEqual([
      'The signature is of a published key of the issuer.',
    ]);
  }
});

function signed(claims: object): string {
  const content = `${part({ alg: 'ES256', kid: 'one' })}.${part(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
