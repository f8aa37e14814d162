import { expect, test } from '@jest/globals';

import { ACTIONS } from '../../src/domain/intent.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import { purposeOf } from '../../src/domain/purpose.ts';

test.each(LANGUAGES)('each action has its own text with the application in %s', (language) => {
  const purposes = ACTIONS.map((action) => purposeOf(action, 'Demo shop', language));
  expect(new Set(purposes).size).toBe(ACTIONS.length);
  for (const purpose of purposes) expect(purpose).toMatch(/^\p{Lu}[\p{Ll} ]+ Demo shop$/u);
});
