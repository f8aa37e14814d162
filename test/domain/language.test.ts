import { expect, test } from '@jest/globals';

import { languageOf } from '../../src/domain/language.ts';

test.each([
  [{ uiLocales: ['tlh', 'nn-NO'], browserTag: 'de', languages: ['sv'] }, 'nb'],
  [{ uiLocales: ['tlh'], browserTag: 'de', languages: ['sv'] }, 'de'],
  [{ browserTag: 'und', languages: ['sv', 'en'] }, 'sv'],
  [{ browserTag: false, languages: ['et', 'en'] }, 'et'],
  [{ browserTag: false, languages: [] }, 'en'],
  [{ browserTag: 'und' }, 'en'],
] as const)('the language of %j is %s', (preferences, language) => {
  expect(languageOf(preferences)).toBe(language);
});
