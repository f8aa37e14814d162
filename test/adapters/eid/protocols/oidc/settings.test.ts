import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import { fiFtn } from '../../../../../src/adapters/eid/fi-ftn/row.ts';
import { oidcModule } from '../../../../../src/adapters/eid/protocols/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import { timeoutOf } from '../../../../../src/adapters/eid/protocols/oidc/settings.ts';
import { lifetimes } from '../../../../../src/domain/lifetimes.ts';

const module = oidcModule(dkMitId);
const ADDRESS =
  'must be an https address without a query; http is for simulators on the own machine only';
const SECRET = { clientId: 'broker', clientSecret: 'a-client-secret' };
const KEY = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: '1',
  alg: 'ES256',
};
const KEY_TEXT = JSON.stringify(KEY);
const withKey = (changes: object = {}) => ({
  clientId: 'broker',
  privateKey: JSON.stringify({ ...KEY, ...changes }),
});

function faultsOf(settings: unknown, { settings: schema } = module): readonly string[] {
  try {
    schema.validateSync(settings, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as { errors: string[] }).errors;
  }
}

describe('the settings of an eID behind an OpenID Provider', () => {
  test.each([
    SECRET,
    withKey(),
    { ...SECRET, environment: 'test' },
    { ...SECRET, issuer: 'http://localhost:9/mitid', timeoutSeconds: 8 },
    { ...SECRET, issuer: 'http://mitid.localhost:9' },
    { ...SECRET, issuer: 'http://127.0.0.1:9/mitid' },
    { ...SECRET, issuer: 'http://[::1]:9/mitid' },
    { ...SECRET, issuer: 'http://localhost:9/mitid', environment: 'production' },
    { ...SECRET, issuer: 'https://netseidbroker.dk/op', environment: 'production' },
    { ...SECRET, issuer: 'https://pp.netseidbroker.dk/op', environment: 'test' },
    { ...SECRET, issuer: 'https://broker.example/op', environment: 'test' },
  ])('are accepted: %#', (settings) => {
    expect(faultsOf(settings)).toEqual([]);
  });

  test.each<[unknown, readonly string[]]>([
    [undefined, ['this is required']],
    [{ clientId: 'broker' }, ['this must have clientSecret or privateKey, and not both']],
    [{ ...SECRET, ...withKey() }, ['this must have clientSecret or privateKey, and not both']],
    [{ clientSecret: 'a-client-secret' }, ['clientId is required']],
    [{ ...SECRET, clientSecret: 5 }, ['clientSecret must be text']],
    [withKey({ kid: undefined }), ['privateKey must be a private JWK with kid and alg']],
    [withKey({ d: undefined }), ['privateKey must be a private JWK with kid and alg']],
    [withKey({ alg: 'HS256' }), ['privateKey must be a private JWK with kid and alg']],
    [
      { clientId: 'broker', privateKey: '{' },
      ['privateKey must be a private JWK with kid and alg'],
    ],
    [{ ...SECRET, environment: 'staging' }, ['environment must be production or test']],
    [{ ...SECRET, issuer: 'ftp://x' }, [`issuer ${ADDRESS}`]],
    [{ ...SECRET, issuer: 'https://x/?a' }, [`issuer ${ADDRESS}`]],
    [{ ...SECRET, issuer: 'http://broker.example/mitid' }, [`issuer ${ADDRESS}`]],
    [{ ...SECRET, issuer: 'http://10.0.0.1/mitid' }, [`issuer ${ADDRESS}`]],
    [{ ...SECRET, issuer: 'http://localhost.example/mitid' }, [`issuer ${ADDRESS}`]],
    [{ ...SECRET, timeoutSeconds: 9 }, ['timeoutSeconds must be at most 8']],
    [{ ...SECRET, timeoutSeconds: 0 }, ['timeoutSeconds must be more than 0']],
    [
      { ...SECRET, environment: 'test', issuer: 'https://netseidbroker.dk/op' },
      ['environment must be that of the issuer'],
    ],
    [
      { ...SECRET, environment: 'production', issuer: 'https://pp.netseidbroker.dk/op' },
      ['environment must be that of the issuer'],
    ],
    [{ ...SECRET, nonsense: 1 }, ['this has an unknown key: nonsense']],
  ])('have exactly these faults: %#', (settings, faults) => {
    expect(faultsOf(settings)).toEqual(faults);
  });

  test.each([
    ['absent', {}, 8_000],
    ['set', { timeoutSeconds: 2.5 }, 2_500],
  ])('give a step so many milliseconds when the time-out is %s', (_, changes, milliseconds) => {
    const timeout = timeoutOf({ ...SECRET, ...changes });
    expect(timeout).toBe(milliseconds);
    // Another replica may take over the attempt once the lease has ended.
    expect(timeout).toBeLessThan(lifetimes.collectLease * 1000);
  });

  test('must have a key where requests are signed', () => {
    const signed: OidcRow = { ...dkMitId, request: { ...dkMitId.request, sent: 'signed' } };
    expect(faultsOf(SECRET, oidcModule(signed))).toEqual(['privateKey is required']);
    expect(faultsOf(withKey(), oidcModule(signed))).toEqual([]);
  });

  test.each([
    [false, SECRET],
    [false, { ...SECRET, environment: 'production', issuer: 'https://netseidbroker.dk/op' }],
    [true, { ...SECRET, environment: 'test' }],
    [true, { ...SECRET, issuer: 'http://localhost:9/mitid' }],
    [true, { ...SECRET, issuer: 'https://simulator.example/mitid' }],
    [true, { ...SECRET, issuer: 'https://pp.netseidbroker.dk/op' }],
    [true, { ...SECRET, issuer: 'https://pp.netseidbroker.dk/op/', environment: 'production' }],
    [
      true,
      { ...withKey(), broker: 'signicat', issuer: 'https://us.sandbox.signicat.com/auth/open' },
    ],
    [false, { ...withKey(), broker: 'signicat', issuer: 'https://us.app.signicat.com/auth/open' }],
  ])('lead to a simulator: %s', (isSimulated, settings) => {
    expect(module.isSimulated(settings)).toBe(isSimulated);
  });

  describe('with pinned keys and encrypted answers', () => {
    const { module, keys } = pinnedSettings();
    const PINNED = { clientId: 'us', privateKey: KEY_TEXT, decryptionKeys: keys };
    const STATEMENT = { ...PINNED, entityStatement: 'a.b.c' };
    const ENDPOINTS = {
      providerKeys: JSON.stringify({ keys: [publicOf(KEY)] }),
      authorizationEndpoint: 'https://broker.example/authorize',
      tokenEndpoint: 'https://broker.example/token',
    };
    const eitherOr =
      'this must have entityStatement, or providerKeys, authorizationEndpoint and tokenEndpoint';

    test.each([STATEMENT, { ...PINNED, ...ENDPOINTS }, { ...STATEMENT, mobileProvider: 'fi-x' }])(
      'are accepted: %#',
      (settings) => {
        expect(faultsOf(settings, module)).toEqual([]);
      },
    );

    test.each<[object, readonly string[]]>([
      [PINNED, [eitherOr]],
      [{ ...STATEMENT, ...ENDPOINTS }, [eitherOr]],
      [{ ...PINNED, ...ENDPOINTS, tokenEndpoint: undefined }, [eitherOr]],
      [{ ...STATEMENT, entityStatement: 'no jwt' }, ['entityStatement must be a signed JWT']],
      [{ ...STATEMENT, decryptionKeys: undefined }, ['decryptionKeys is required']],
      [
        { ...STATEMENT, decryptionKeys: JSON.stringify({ keys: [KEY] }) },
        ['decryptionKeys must be a JWK Set of private RSA keys with kid'],
      ],
      [
        { ...PINNED, ...ENDPOINTS, providerKeys: JSON.stringify({ keys: [KEY] }) },
        ['providerKeys must be a JWK Set of public keys with kid'],
      ],
      [{ ...STATEMENT, mobileProvider: '<fi>' }, ['mobileProvider is malformed']],
    ])('have exactly these faults: %#', (settings, faults) => {
      expect(faultsOf(settings, module)).toEqual(faults);
    });

    test('lead to a simulator by any address', () => {
      const isSimulated = (settings: object) => oidcModule(fiFtn).isSimulated(settings);
      expect(isSimulated({ ...STATEMENT, environment: 'production' })).toBe(false);
      expect(isSimulated({ ...PINNED, ...ENDPOINTS })).toBe(false);
      const address = 'http://localhost:9/token';
      for (const name of ['tokenEndpoint', 'userinfoEndpoint', 'authorizationEndpoint']) {
        expect(isSimulated({ ...PINNED, ...ENDPOINTS, [name]: address })).toBe(true);
      }
    });

    test('lead to a simulator by the issuer of the row, too', () => {
      const production = 'http://localhost:9/mitid';
      const row = { ...dkMitId, issuers: { production, test: production } };
      expect(oidcModule(row).isSimulated(SECRET)).toBe(true);
    });
  });
});

function pinnedSettings() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'decrypts' };
  return { module: oidcModule(fiFtn), keys: JSON.stringify({ keys: [key] }) };
}

function publicOf({ d: _, ...key }: Readonly<Record<string, unknown>>) {
  return key;
}
