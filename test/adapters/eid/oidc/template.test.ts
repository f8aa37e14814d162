import { describe, expect, test } from '@jest/globals';

import { filledParameters, filledText } from '../../../../src/adapters/eid/oidc/template.ts';

describe(filledParameters, () => {
  test('fills texts, and sends groups as JSON', () => {
    const parameters = { plain: 'always', language: '{language}', group: { inner: { a: '{a}' } } };
    expect(filledParameters(parameters, { language: 'da', a: '"1"' })).toEqual({
      plain: 'always',
      language: 'da',
      group: '{"inner":{"a":"\\"1\\""}}',
    });
  });

  test('omits a text without a value, and an empty group', () => {
    const parameters = { hint: 'BID:{person}', group: { a: '{a}', b: '{b}' }, none: { a: '{a}' } };
    expect(filledParameters(parameters, { person: undefined, b: '2' })).toEqual({
      group: '{"b":"2"}',
    });
  });
});

describe(filledText, () => {
  test('never fills a value that looks like a placeholder', () => {
    expect(filledText('{a} {b}', { a: '{b}', b: '$&' })).toBe('{b} $&');
  });
});
