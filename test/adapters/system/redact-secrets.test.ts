import { describe, expect, test } from '@jest/globals';
import { generateKeyPair, SignJWT } from 'jose';

import { numberShapes } from '../../../src/adapters/eid/national-numbers/national-numbers.ts';
import { makeRedact } from '../../../src/adapters/system/redaction.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';

const redact = makeRedact(numberShapes);

/** Longer than any line of the log. */
const LENGTH = 512 * 1024;

/** In the form of the codes and tokens of the library and of ours. */
const CODE = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const PEM =
  '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\nAgEGCCqGSM49==\n-----END PRIVATE KEY-----';

describe('a secret is redacted', () => {
  test('as a signed token', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const jwt = await new SignJWT({ sub: 'somebody' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey);
    expect(redact(jwt)).toBe('[token]');
    expect(redact(`token_${jwt} of 1.2.3`)).toBe('token_[token] of 1.2.3');
    expect(redact(JSON.stringify({ deep: [`\n${jwt}`] }))).toBe('{"deep":["\\n[token]"]}');
  });

  test('as an encrypted token', () => {
    const jwe = 'eyJhbGciOiJSU0EtT0FFUCJ9.OKOawDo13gRp.48V1_ALb6US0.5eym8TW_c8SuK.XFBoMYUZodet';
    expect(redact(`x ${jwe} y`)).toBe('x [token] y');
  });

  test.each([
    [`Authorization: Bearer ${CODE}`, 'Authorization: Bearer [credential]'],
    [`authorization=bearer%20${CODE}`, 'authorization=bearer [credential]'],
    [`Basic ${btoa('demo-web:demo-web-secret')}`, 'Basic [credential]'],
    ['postgres://broker:pa55word@db.example/broker', 'postgres://[credential]@db.example/broker'],
    [`?code=${CODE}&state=1`, '?code=[credential]&state=1'],
    [`client_secret=demo-web-secret&x=1`, 'client_secret=[credential]&x=1'],
    [`"access_token": "${CODE}"`, '"access_token": "[credential]"'],
    [`{\\"client_secret\\":\\"s3cret-text\\"}`, '{\\"client_secret\\":\\"[credential]\\"}'],
    [`auth_req_id%3D${CODE}`, 'auth_req_id%3D[credential]'],
    [`Set-Cookie: session=${CODE}; Path=/`, 'Set-Cookie: [credential]'],
    [`{"cookie":"a=1; login=${CODE}"}`, '{"cookie":"[credential]"}'],
  ])('in %s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  test('as a key in PEM, whole or cut off, with the line breaks of JSON too', () => {
    expect(redact(PEM)).toBe('[pem]');
    expect(redact(`bad key ${PEM}, sorry`)).toBe('bad key [pem], sorry');
    expect(redact(JSON.stringify({ key: PEM }))).toBe('{"key":"[pem]"}');
    expect(redact(JSON.stringify({ key: PEM.slice(0, 60) }))).toBe('{"key":"[pem]"}');
  });

  test('as a value of our vault', () => {
    const vault = systemVault([Buffer.alloc(32, 1)]);
    const line = `a hash: ${vault.hash('secret', 'a.b:c')}`;
    expect(redact(line)).toBe('a hash: [sealed]');
  });
});

describe('a text without a secret', () => {
  test.each([
    'invalid_request: the client uses Basic authentication',
    'Bearer authentication is required',
    '{"code":"eid-unavailable","at":"grant.error"}',
    'https://login.example.com:3000/oauth2/token?state=eyes.on.you.too',
    'client_secret is wrong',
    'the session cookie is missing',
    'TypeError: x\\n    at file:///app/dist/adapters/oidc/log.js:12:1212',
    '{"version":"v1.20.3.4"}',
  ])('stays unchanged: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('a line of one repeated piece', () => {
  const BEGINNINGS = [
    'eyJ',
    'eyJaaaaaaaaa.',
    'v1.',
    'v1.01234567.',
    '-----BEGIN A-----',
    '-----BEGIN ',
    '-',
    'Bearer ',
    'Bearer',
    'Basic ',
    '+',
    '//',
    '//a:',
    'a:',
    'cookie:',
    'cookie: a',
    'code=',
    'access_token',
    'access_token"',
    'id_token=',
    ' ',
    '\\',
    '"',
    '%22',
    '\\u0012',
    '.',
    'a',
    '1',
    '191212121212 ',
    '1912121212121',
    '121212-',
    '131052A308',
    'MTkx',
    'MTkx+',
    'a1b2c3d4',
  ];

  /** A search in quadratic time would exceed the time limit of the test. */
  test.each(BEGINNINGS)('is redacted quickly: %j', (piece) => {
    const line = piece.repeat(LENGTH / piece.length);
    for (const text of [line, `${line}.`, `//${line}@`, `"cookie: ${line}"`]) {
      expect(typeof redact(text)).toBe('string');
    }
  });
});
