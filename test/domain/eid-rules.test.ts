import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import { rulesOf } from '../../src/domain/eid-rules.ts';

const ENCODED = 'after base64 encoding';
const acr = (eid: string) => `urn:grn:authn:${eid}` as Acr;

describe('the rules of an eID', () => {
  test.each(['se:bankid', 'se:bankid:same-device', 'se:bankid:another-device:qr'])(
    'are the Swedish ones for %s',
    (eid) => {
      expect(rulesOf(acr(eid)).texts).toEqual({
        authentication: { message: { limit: 1500, measured: ENCODED }, nonVisibleData: 1500 },
        signature: { message: { limit: 40_000, measured: ENCODED }, nonVisibleData: 200_000 },
        phone: { message: { limit: 1500, measured: ENCODED }, nonVisibleData: 1500 },
      });
    },
  );

  test.each(['dk:mitid:low', 'dk:mitid:business'])('are the Danish ones for %s', (eid) => {
    expect(rulesOf(acr(eid)).texts).toEqual({
      authentication: {
        message: { limit: 130, measured: 'before base64 encoding' },
        nonVisibleData: undefined,
      },
      signature: undefined,
      phone: undefined,
    });
  });

  test("normalise a person's number for the eID", () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(rulesOf(acr('se:bankid')).person('900602-2397', now)).toBe('199006022397');
    expect(rulesOf(acr('dk:mitid:low')).person('210127-0087', now)).toBe('2101270087');
    expect(rulesOf(acr('xx:some-eid')).person('199006022397', now)).toBeUndefined();
  });

  test.each(['xx:some-eid', 'xx:bankid', 'se:bankid2'])('are empty for %s', (eid) => {
    expect(rulesOf(acr(eid)).texts).toEqual({
      authentication: { message: undefined, nonVisibleData: undefined },
      signature: undefined,
      phone: undefined,
    });
  });
});
