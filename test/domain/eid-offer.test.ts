import { sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import { COMMON_DIRECTIVES, later, pattern } from '../../src/domain/directives.ts';
import {
  attemptEnd,
  eidCatalogue,
  mayServeProduction,
  variantOn,
} from '../../src/domain/eid-offer.ts';

const TEXT = pattern('text', /./);
const PAPER = sampleOffer({
  name: 'xx-paper',
  variants: [sampleVariant('urn:grn:authn:xx:paper'), sampleVariant('urn:grn:authn:xx:paper:a')],
  aliases: { 'urn:grn:authn:xx:papyrus': 'urn:grn:authn:xx:paper' as Acr },
  retired: { 'urn:grn:authn:xx:parchment': 'urn:grn:authn:xx:paper:a' as Acr },
  directives: [later('fold', TEXT), later('fold:twice', TEXT)],
  scopes: ['ssn', 'paper:weight'],
  longScopes: ['paper:weight'],
});
const STONE = sampleOffer({
  name: 'xx-stone',
  variants: [sampleVariant('urn:grn:authn:xx:stone')],
  directives: [later('fold', TEXT)],
});

test('an acr value has a variant on its channels alone', () => {
  const acr = 'urn:grn:authn:xx:glass' as Acr;
  const variant = sampleVariant(acr, { channels: { browser: 'redirect', ciba: 'order' } });
  const glass = sampleOffer({ variants: [variant] });
  expect(variantOn(glass, acr, 'ciba')).toBe(variant);
  for (const channel of ['headless', 'embedded'] as const) {
    const refused = expect.objectContaining({ code: 'channel-not-offered', detail: acr });
    expect(() => variantOn(glass, acr, channel)).toThrow(refused);
  }
  const unknown = expect.objectContaining({ code: 'eid-not-offered' });
  expect(() => variantOn(PAPER, acr, 'browser')).toThrow(unknown);
});

test.each([
  ['an order', 'order', {}, '12:07'],
  ['a visit to the pages of an eID', 'redirect', {}, '12:15'],
  ['an eID with another lifetime', 'order', { lifetime: 600 }, '12:10'],
  ['an eID with a longer lifetime than a login', 'redirect', { lifetime: 7200 }, '12:19'],
] as const)('an attempt of %s ends in time', (_, kind, changes, end) => {
  const began = new Date('2026-01-15T12:00:00Z');
  expect(attemptEnd(sampleOffer(changes), kind, began)).toEqual(new Date(`2026-01-15T${end}:00Z`));
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

  test.each([
    ['urn:grn:authn:xx:papyrus', 'urn:grn:authn:xx:paper'],
    ['urn:grn:authn:xx:paper', 'urn:grn:authn:xx:paper'],
    ['urn:grn:authn:xx:parchment', 'urn:grn:authn:xx:parchment'],
    ['no acr value', 'no acr value'],
  ])('reads %s as %s', (text, acr) => {
    expect(catalogue.withoutAlias(text)).toBe(acr);
  });

  test('names the acr value that replaces a discontinued one', () => {
    const replacement = (acr: string) => catalogue.replacementOf(acr as Acr);
    expect(replacement('urn:grn:authn:xx:parchment')).toBe('urn:grn:authn:xx:paper:a');
    expect(replacement('urn:grn:authn:xx:papyrus')).toBeUndefined();
    expect(replacement('urn:grn:authn:xx:paper')).toBeUndefined();
  });

  test('has the scopes of all eIDs, those that any may have first', () => {
    expect(catalogue.scopes).toEqual([
      'openid',
      'address',
      'email',
      'phone',
      'birthdate',
      'ssn',
      'evidence',
      'risk',
      'paper:weight',
    ]);
  });

  test('has the scopes that are too long for a URL', () => {
    expect(catalogue.longScopes).toEqual(['evidence', 'paper:weight']);
    expect(eidCatalogue([STONE]).longScopes).toEqual(['evidence']);
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

describe('an eID on production domains', () => {
  test.each([
    [true, undefined, {}],
    [false, 'test-domains', { acceptUnverified: true }],
    [false, 'unverified', {}],
    [false, 'unverified', { acceptUnverified: 'true' }],
    [false, 'unverified', undefined],
    [true, 'unverified', { acceptUnverified: true }],
  ] as const)('is admitted: %s (%s, %j)', (isAdmitted, restriction, settings) => {
    const offer = restriction === undefined ? {} : { restriction };
    expect(mayServeProduction(offer, settings)).toBe(isAdmitted);
  });
});
