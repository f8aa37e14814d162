import { basic, basicOf } from '@eid-broker/testing/token-endpoint';
import { describe, expect, test } from '@jest/globals';
import { makeEncodeRawBasic } from '../../../../src/adapters/oidc/clients/basic-credentials.ts';
import { clientSecrets } from '../../../../src/adapters/oidc/clients/client-credentials.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import { clientSecretContext } from '../../../../src/domain/configuration.ts';
import type { Domain } from '../../../../src/domain/tenant.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { configurationWith, DOMAIN } from './known-applications.ts';

const URN = 'urn:my:application:identifier:1234';
const BASE64 = 'b+f/Qw0RkD3yq1HZ2nTz+A4sVxY/7uM8cN9eLpKjW5o=';
const PERCENT = '100%+safe%41';

const vault = systemVault([Buffer.alloc(32, 7)]);
const clock = () => new Date('2026-11-21T00:00:00Z');

function application(clientId: string, ...secrets: readonly string[]) {
  const context = clientSecretContext(DOMAIN.tenantId, clientId);
  const hashes = secrets.map((secret) => ({
    hash: vault.hash(secret, context),
    expiresAt: undefined,
  }));
  return sampleApplication({ clientId, secrets: hashes });
}

const configuration = configurationWith(
  application('web', BASE64, PERCENT),
  application(URN, BASE64),
  application('a+b%2F', 'plain'),
  application('x', 'y:z'),
  application('x:y', 'z', 'other', 'v:+'),
  application('x:y:v', '+'),
  application('urn'),
);
const secrets = clientSecrets({ domain: DOMAIN, configuration, vault, clock });
const encodeRawBasic = makeEncodeRawBasic({ domain: DOMAIN, configuration, secrets });

/** The header that the library sees. */
function headerAfter(authorization: string | undefined): string | undefined {
  const headers = { authorization };
  encodeRawBasic(headers);
  return headers.authorization;
}

describe('a header as specified stays unchanged', () => {
  test.each<[string, string]>([
    ['with a right secret', basic('web', BASE64).authorization],
    ['with a client id of colons', basic(URN, BASE64).authorization],
    ['with the first of two right readings', basicOf('x:y:z').authorization],
  ])('%s', (_, header) => {
    expect(headerAfter(header)).toBe(header);
  });
});

describe('a raw pair becomes the specified header', () => {
  test.each<[string, string, string, string]>([
    ['a client id of colons', `${URN}:${BASE64}`, URN, BASE64],
    ['an encoded id with a raw secret', `${encodeURIComponent(URN)}:${BASE64}`, URN, BASE64],
    ['a raw id with an encoded secret', `${URN}:${encodeURIComponent(BASE64)}`, URN, BASE64],
    ['a secret with a plus sign', `web:${BASE64}`, 'web', BASE64],
    ['a secret with percent signs', `web:${PERCENT}`, 'web', PERCENT],
    ['an id that could be decoded', 'a+b%2F:plain', 'a+b%2F', 'plain'],
    ['an id that begins like two others', 'x:y:other', 'x:y', 'other'],
  ])('with %s', (_, text, clientId, secret) => {
    const header = headerAfter(basicOf(text).authorization);
    const [id = '', decodedSecret = ''] = Buffer.from(header?.slice(6) ?? '', 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent);
    expect([id, decodedSecret]).toEqual([clientId, secret]);
  });

  test('also with the scheme in mixed case', () => {
    const header = basicOf(`${URN}:${BASE64}`).authorization.replace('Basic', 'bAsIc');
    expect(headerAfter(header)).toBe(headerAfter(basicOf(`${URN}:${BASE64}`).authorization));
  });
});

describe('any other header stays unchanged, and the library refuses it', () => {
  test.each<[string, string | undefined]>([
    ['no header', undefined],
    ['another scheme', `Bearer ${Buffer.from(`${URN}:${BASE64}`).toString('base64')}`],
    ['no Base64', 'Basic !!!'],
    ['no colon', basicOf('web').authorization],
    ['an unknown client', basicOf(`urn:nobody:${BASE64}`).authorization],
    ['a wrong secret', basicOf(`${URN}:${BASE64}x`).authorization],
    ['a secret of another client', basicOf(`x:y:${BASE64}`).authorization],
    ['a percent sign that is no encoding', basicOf('web:100%').authorization],
    ['a NUL', basicOf('web:\0').authorization],
    ['bytes that are no UTF-8', `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`],
    ['nothing but a colon', basicOf(':').authorization],
    ['a right secret of two clients', basicOf('x:y:v:+').authorization],
  ])('with %s', (_, header) => {
    expect(headerAfter(header)).toBe(header);
  });

  test('a header of a thousand colons causes no more lookups than the longest client id', () => {
    const lookedUp: string[] = [];
    const counting = {
      ...configuration,
      application(domain: Domain, clientId: string) {
        lookedUp.push(clientId);
        return configuration.application(domain, clientId);
      },
    };
    const encode = makeEncodeRawBasic({ domain: DOMAIN, configuration: counting, secrets });
    encode(basicOf(':'.repeat(12_000)));
    expect(lookedUp.length).toBeLessThanOrEqual(3 * 255 + 1);
  });
});
