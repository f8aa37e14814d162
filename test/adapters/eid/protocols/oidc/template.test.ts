import { describe, expect, test } from '@jest/globals';

import {
  filledParameters,
  filledText,
} from '../../../../../src/adapters/eid/protocols/oidc/template.ts';

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

describe('a template with alternatives', () => {
  const hint = '{word:BID}|:{person}';

  test('is the first that has all its values', () => {
    expect(filledParameters({ hint }, { 'word:BID': 'BID:1', person: '2' })).toEqual({
      hint: 'BID:1',
    });
    expect(filledParameters({ hint }, { person: '2' })).toEqual({ hint: ':2' });
  });

  test('is omitted when none has', () => {
    expect(filledParameters({ hint }, {})).toEqual({});
  });
});

describe('a flag', () => {
  const group = { allow: '{flag:directive:optional}' };

  test('is true for a value, also an empty one', () => {
    const filled = filledParameters({ group }, { 'directive:optional': '' });
    expect(filled).toEqual({ group: '{"allow":true}' });
  });

  test('is omitted without a value', () => {
    expect(filledParameters({ group }, {})).toEqual({});
  });
});
