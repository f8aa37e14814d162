import { describe, expect, test } from '@jest/globals';

import { FRAME_TEXTS } from '../../../../../src/adapters/http/login/i18n/frame-texts.ts';
import { textsIn } from '../../../../../src/adapters/http/login/i18n/language.ts';
import { timeLeftIn } from '../../../../../src/adapters/http/login/i18n/time-left.ts';
import { ACTIONS } from '../../../../../src/domain/intent.ts';
import { LANGUAGES } from '../../../../../src/domain/language.ts';
import { purposeOf } from '../../../../../src/domain/purpose.ts';

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
      expect(textsIn(language).actions[action]('BankID')).toContain('BankID');
      expect(purposeOf(action, 'Demo shop', language)).toContain('Demo shop');
    }
  });

  test.each(LANGUAGES)('has different texts for each action in %s', (language) => {
    const { actions } = textsIn(language);
    const headings = ACTIONS.map((action) => actions[action]('BankID'));
    expect(new Set(headings).size).toBe(ACTIONS.length);
  });
});

describe('the texts around a page', () => {
  test('differ in all languages', () => {
    for (const key of ['name', 'testDomain', 'qrOutOfView'] as const) {
      const all = LANGUAGES.map((language) => FRAME_TEXTS[language][key]);
      expect(new Set(all).size).toBe(LANGUAGES.length);
    }
  });

  test.each([
    ['en', 180, 'Time left: 3 minutes'],
    ['en', 121, 'Time left: 3 minutes'],
    ['en', 61, 'Time left: 2 minutes'],
    ['en', 60, 'Time left: 60 seconds'],
    ['sv', 41, 'Tid kvar: 50 sekunder'],
    ['lt', 21, 'Liko laiko: 30 sekundžių'],
    ['en', 1, 'Time left: 10 seconds'],
  ] as const)('show the time that is left in %s: %d s are "%s"', (language, seconds, expected) => {
    expect(timeLeftIn(language, seconds)).toBe(expected);
  });
});
