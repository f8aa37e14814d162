import { describe, expect, test } from '@jest/globals';

import { textsIn } from '../../../../../src/adapters/http/login/i18n/language.ts';
import { ACTIONS } from '../../../../../src/domain/intent.ts';
import { LANGUAGES } from '../../../../../src/domain/language.ts';

/** Every text of a catalogue with its path; functions get an application and an eID. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const names = value.length === 2 ? ['Demo shop', 'BankID'] : ['BankID'];
    return texts(value(...names), path);
  }
  return Object.entries(value as object).flatMap(([key, one]) => texts(one, `${path}.${key}`));
}

describe('textsIn', () => {
  test.each(LANGUAGES)('has a text for everything in %s', (language) => {
    const all = texts(textsIn(language));
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has the same entries in all languages, with different texts', () => {
    const paths = LANGUAGES.map((language) => texts(textsIn(language)).map(([path]) => path));
    expect(new Set(paths.map(String)).size).toBe(1);
    const questions = LANGUAGES.map(
      (language) => textsIn(language).errors['login-not-found'].title,
    );
    expect(new Set(questions).size).toBe(LANGUAGES.length);
  });

  test.each(LANGUAGES)('names the application and the eID in %s', (language) => {
    for (const action of ACTIONS) {
      const { request, withEid } = textsIn(language).actions[action];
      expect(request('Demo shop', 'BankID')).toContain('Demo shop');
      expect(request('Demo shop', 'BankID')).toContain('BankID');
      expect(withEid('BankID')).toContain('BankID');
    }
  });

  test.each(LANGUAGES)('has different texts for each action in %s', (language) => {
    const { actions } = textsIn(language);
    const sentences = ACTIONS.map((action) => texts(actions[action]).map(([, text]) => text));
    expect(new Set(sentences.flat()).size).toBe(2 * ACTIONS.length);
  });
});
