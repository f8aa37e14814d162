import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { parseAcr } from '../../src/domain/acr.ts';

describe('an acr value', () => {
  test.each([
    'urn:grn:authn:xx:some-eid',
    'urn:grn:authn:xx:some-eid:same-device',
    'urn:grn:authn:xx:some-eid:another-device:qr',
    'urn:grn:authn:xy:e1',
    'urn:grn:authn:mock',
    'urn:age-verification',
  ])('is read: %s', (text) => {
    expect(parseAcr(text)).toBe(text);
  });

  test.each([
    ['nothing', ''],
    ['no eID', 'urn:grn:authn:xx'],
    ['a variant of the mock', 'urn:grn:authn:mock:low'],
    ['another service without a country', 'urn:identity-verification'],
    ['an empty eID', 'urn:grn:authn:xx:'],
    ['an empty variant', 'urn:grn:authn:xx:some-eid:'],
    ['capitals', 'URN:GRN:AUTHN:XX:SOME-EID'],
    ['a long country', 'urn:grn:authn:xxx:some-eid'],
    ['another namespace', 'urn:oid:authn:xx:some-eid'],
    ['two values', 'urn:grn:authn:xx:some-eid urn:grn:authn:xx:other-eid'],
    ['a space before', ' urn:grn:authn:xx:some-eid'],
    ['a line break after', 'urn:grn:authn:xx:some-eid\n'],
    ['a control character', 'urn:grn:authn:xx:some-eid\u0000'],
    ['a letter that only looks right', 'urn:grn:authn:xx:sоme-eid'],
  ])('is not %s', (_what, text) => {
    expect(parseAcr(text)).toBeUndefined();
  });

  test('has at most 128 characters', () => {
    const start = 'urn:grn:authn:xx:';
    expect(parseAcr(start + 'a'.repeat(128 - start.length))).toBeDefined();
    expect(parseAcr(start + 'a'.repeat(129 - start.length))).toBeUndefined();
  });

  test('is read unchanged or not at all', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([text, undefined]).toContain(parseAcr(text));
      }),
    );
  });
});
