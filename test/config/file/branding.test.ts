import { describe, expect, test } from '@jest/globals';

import { problemsOf } from '../../../src/config/configuration-problems.ts';
import { brandingOf, brandingProblems } from '../../../src/config/file/branding.ts';
import { fileSchema } from '../../../src/config/file/schema.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

function problemsWith(branding: unknown): readonly string[] {
  const tenant = { id: 'a', name: 'A', domains: [], eids: [], applications: [] };
  try {
    fileSchema.validateSync(
      { tenants: [{ ...tenant, branding }] },
      { strict: true, abortEarly: false },
    );
    return [];
  } catch (error) {
    return problemsOf(error).map(({ path, message }) => `${path}: ${message}`);
  }
}

const AT = 'tenants[0].branding';

describe('a branding', () => {
  test('may have every member, or none', () => {
    const all = {
      displayName: { sv: 'Bolaget', en: 'The company' },
      logo: LOGO,
      darkLogo: Buffer.from(LOGO).toString('base64'),
      color: '#0B5CAD',
      helpUrl: 'https://www.example.com/help',
      privacyUrl: 'https://www.example.com/privacy',
      accessibilityUrl: 'https://www.example.com/accessibility',
      supportPhone: '+46 (0)8-123 45 67',
    };
    expect(problemsWith(all)).toEqual([]);
    expect(problemsWith({})).toEqual([]);
    expect(problemsWith(undefined)).toEqual([]);
    expect(brandingOf(all)).toEqual({
      ...all,
      logo: Buffer.from(LOGO).toString('base64'),
      color: '#0b5cad',
    });
    expect(brandingOf(undefined)).toBeUndefined();
  });

  test.each([
    [{ color: 'blue' }, `${AT}.color: must be a colour such as #0b5cad`],
    [
      { color: '#ffd500' },
      `${AT}.color: has a contrast of 1.26 with #eef2f6, and needs 4.5: the nearest that passes is #826d00`,
    ],
    [{ logo: 'logo.png' }, `${AT}.logo: must be { base64File: path }, or the image in base64`],
    [{ displayName: {} }, `${AT}.displayName: must have a name by language, such as { sv: … }`],
    [{ displayName: 'A' }, `${AT}.displayName: must have a name by language, such as { sv: … }`],
    [
      { displayName: { tlh: 'A' } },
      `${AT}.displayName.tlh: is not one of sv, da, nb, fi, nl, de, fr, et, lv, lt, en`,
    ],
    [{ displayName: { sv: ' ' } }, `${AT}.displayName.sv: must be a text of at most 60 characters`],
    [
      { supportPhone: 'call us' },
      `${AT}.supportPhone: must be a phone number such as +46 8 123 45 67`,
    ],
  ])('may not be %j', (branding, problem) => {
    expect(problemsWith(branding)).toEqual([problem]);
  });

  test.each([
    ['https://www.example.com/a?b#c', 'production', undefined],
    ['http://www.example.com/', 'test', undefined],
    ['http://www.example.com/', 'production', 'must be https: http is for test domains only'],
    ['javascript:alert(1)', 'test', 'must be https'],
    ['https://user@example.com/', 'test', 'must not name a user'],
    ['/help', 'test', 'must be an absolute URL of at most 500 characters'],
    [
      `https://a.example/${'x'.repeat(500)}`,
      'test',
      'must be an absolute URL of at most 500 characters',
    ],
  ] as const)('links to %s on a %s domain: %s', (helpUrl, environment, message) => {
    const expected = message === undefined ? [] : [{ path: 'branding.helpUrl', message }];
    expect(brandingProblems({ branding: { helpUrl } }, environment)).toEqual(expected);
  });
});
