import { describe, expect, test } from '@jest/globals';

import { issuerProblem } from '../../../src/config/file/rules.ts';

const NOT_AN_ORIGIN =
  'must be an origin alone: lower case, no path, no trailing slash, no default port';

describe(issuerProblem, () => {
  test.each(['https://login.example.com', 'https://login.example.com:8443'])(
    'allows %s on every domain',
    (issuer) => {
      expect(issuerProblem(issuer, 'production')).toBeUndefined();
      expect(issuerProblem(issuer, 'test')).toBeUndefined();
    },
  );

  test.each([
    'http://localhost:3000',
    'http://shop.localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('allows %s on test domains only', (issuer) => {
    expect(issuerProblem(issuer, 'test')).toBeUndefined();
    expect(issuerProblem(issuer, 'production')).toBe('must be https on a production domain');
  });

  test.each([
    ['login.example.com', 'must be an absolute URL'],
    ['ftp://login.example.com', 'must be https'],
    ['http://login.example.com', 'must be https: http is for localhost only'],
    ['http://localhost.example.com', 'must be https: http is for localhost only'],
    ['https://login.example.com/', NOT_AN_ORIGIN],
    ['https://login.example.com/tenant', NOT_AN_ORIGIN],
    ['https://login.example.com?tenant=1', NOT_AN_ORIGIN],
    ['https://login.example.com#top', NOT_AN_ORIGIN],
    ['https://me@login.example.com', NOT_AN_ORIGIN],
    ['https://Login.example.com', NOT_AN_ORIGIN],
    ['https://login.example.com:443', NOT_AN_ORIGIN],
  ])('refuses %s', (issuer, problem) => {
    expect(issuerProblem(issuer, 'test')).toBe(problem);
  });
});
