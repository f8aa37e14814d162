import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { accentsOf, contrastOf, refusalOfColour } from '../../src/domain/brand-colour.ts';
import { displayNameIn, mergedBranding } from '../../src/domain/branding.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the narrower branding wins, member by member', () => {
  const tenant = { displayName: { sv: 'Bolaget' }, color: '#0b5cad', helpUrl: 'https://a.example' };
  const domain = { color: '#7a1f5c', helpUrl: undefined };
  expect(mergedBranding(tenant, domain)).toEqual({ ...tenant, color: '#7a1f5c' });
  expect(mergedBranding(tenant, undefined)).toBe(tenant);
  expect(mergedBranding(undefined, domain)).toBe(domain);
  expect(mergedBranding(undefined, undefined)).toBeUndefined();
});

test('a logo does not keep the dark logo of another logo', () => {
  const tenant = { logo: 'one', darkLogo: 'one in the dark' };
  expect(mergedBranding(tenant, { logo: 'two' })).toEqual({ logo: 'two' });
  expect(mergedBranding(tenant, { darkLogo: 'two' })).toEqual({ logo: 'one', darkLogo: 'two' });
});

test('a display name is in the language of the page, in English, or the first', () => {
  const displayName = { fi: 'Yhtiö', en: 'Company' };
  expect(displayNameIn({ displayName }, 'fi')).toBe('Yhtiö');
  expect(displayNameIn({ displayName }, 'sv')).toBe('Company');
  expect(displayNameIn({ displayName: { fi: 'Yhtiö' } }, 'sv')).toBe('Yhtiö');
  expect(displayNameIn(undefined, 'sv')).toBeUndefined();
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0b5cad', '#ffffff', 6.71],
] as const)('the contrast of %s with %s is %d', (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 1);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test('a colour without contrast is refused with the nearest one that passes', () => {
  expect(refusalOfColour('#0b5cad')).toBeUndefined();
  expect(refusalOfColour('#ffd500')).toEqual({
    ratio: expect.closeTo(1.26, 1),
    on: '#eef2f6',
    nearest: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
});

test('every colour is accepted, or its suggestion is; the accents of both can be read', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const accepted = refusalOfColour(colour)?.nearest ?? colour;
      expect(refusalOfColour(accepted)).toBeUndefined();
      const { light, dark } = accentsOf(accepted);
      const pairs = [
        [light.accent, '#ffffff'],
        [light.accent, '#eef2f6'],
        [light.strong, '#ffffff'],
        [dark.accent, '#18202a'],
        [dark.accent, '#0e1318'],
        [dark.accent, '#06203d'],
        [dark.strong, '#06203d'],
        ['#15202b', light.soft],
        ['#eef2f6', dark.soft],
      ] as const;
      for (const [one, other] of pairs) expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 300 },
  );
});
