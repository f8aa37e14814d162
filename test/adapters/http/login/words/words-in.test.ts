import { describe, expect, test } from '@jest/globals';

import { wordsIn } from '../../../../../src/adapters/http/login/words/words-in.ts';

const LANGUAGES = ['sv', 'da', 'nb', 'fi', 'en'] as const;

/** Every text of a catalogue with its path; functions are told who asks and with what. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const names = value.length === 2 ? ['Demo shop', 'BankID'] : ['BankID'];
    return texts(value(...names), path);
  }
  return Object.entries(value as object).flatMap(([key, one]) => texts(one, `${path}.${key}`));
}

describe('wordsIn', () => {
  test.each(LANGUAGES)('has a text for everything in %s', (language) => {
    const all = texts(wordsIn(language));
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('says the same things in all of them, each in its own words', () => {
    const paths = LANGUAGES.map((language) => texts(wordsIn(language)).map(([path]) => path));
    expect(new Set(paths.map(String)).size).toBe(1);
    const questions = LANGUAGES.map(
      (language) => wordsIn(language).errors['login-not-found'].title,
    );
    expect(new Set(questions).size).toBe(LANGUAGES.length);
  });

  test.each(LANGUAGES)('names who asks, and the eID, in %s', (language) => {
    const asks = wordsIn(language).asks('Demo shop', 'BankID');
    expect(asks).toContain('Demo shop');
    expect(asks).toContain('BankID');
  });
});
