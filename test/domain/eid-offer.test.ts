import { sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import { COMMON_DIRECTIVES, later, pattern } from '../../src/domain/directives.ts';
import { eidCatalogue } from '../../src/domain/eid-offer.ts';

const TEXT = pattern('text', /./);
const PAPER = sampleOffer({
  name: 'xx-paper',
  variants: [sampleVariant('urn:grn:authn:xx:paper'), sampleVariant('urn:grn:authn:xx:paper:a')],
  directives: [later('fold', TEXT), later('fold:twice', TEXT)],
});
const STONE = sampleOffer({
  name: 'xx-stone',
  variants: [sampleVariant('urn:grn:authn:xx:stone')],
  directives: [later('fold', TEXT)],
});

describe('the catalogue of eIDs', () => {
  const catalogue = eidCatalogue([PAPER, STONE], [later('weight', TEXT)]);

  test.each([
    ['urn:grn:authn:xx:paper', PAPER],
    ['urn:grn:authn:xx:paper:a', PAPER],
    ['urn:grn:authn:xx:stone', STONE],
    ['urn:grn:authn:xx:paper:b', undefined],
  ])('finds the offer of exactly the acr value %s', (acr, offer) => {
    expect(catalogue.offerOf(acr as Acr)).toBe(offer);
  });

  test('lists each directive once, longer names first', () => {
    const names = catalogue.directives.map(({ name }) => name);
    const all = [...COMMON_DIRECTIVES.map(({ name }) => name), 'fold', 'fold:twice', 'weight'];
    expect([...names].sort()).toEqual(all.sort());
    expect(names.map(({ length }) => length)).toEqual(
      names.map(({ length }) => length).sort((a, b) => b - a),
    );
  });
});
