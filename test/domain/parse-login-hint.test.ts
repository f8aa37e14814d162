import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { catalogue } from '../../src/adapters/eid/registry.ts';
import { NO_LOGIN_HINT, parseLoginHint as parse } from '../../src/domain/login-hint.ts';
import { outcomeOf } from '../support/outcome-of.ts';

const { directives: DIRECTIVES } = catalogue;
const parseLoginHint = (text: string) => parse(text, DIRECTIVES);
const refusalOf = (text: string) => outcomeOf(() => parseLoginHint(text));

describe('a login_hint', () => {
  test.each([
    ['scope:ssn', { scope: ['ssn'] }],
    ['scope:ssn scope:address scope:ssn', { scope: ['ssn', 'address'] }],
    ['acr_values:urn:grn:authn:xx:e:qr', { acrValues: 'urn:grn:authn:xx:e:qr' }],
    ['action:login', { action: 'login' }],
    ['action:confirm', { action: 'confirm' }],
    ['action:accept', { action: 'accept' }],
    ['action:approve', { action: 'approve' }],
    ['action:sign', { action: 'sign' }],
    ['message:SGVq', { message: 'SGVq' }],
    ['message:', { message: '' }],
    ['message:not.base64', { message: 'not.base64' }],
    ['nonVisibleData:YQ==', { nonVisibleData: 'YQ==' }],
    ['sub:ssn:199006022397', { person: '199006022397' }],
    ['sub:199006022397', { person: '199006022397' }],
    ['sub:ssn:1 sub:1', { person: '1' }],
    ['action:sign action:sign', { action: 'sign' }],
  ])('is read: %s', (text, members) => {
    expect(parseLoginHint(text)).toEqual({ ...NO_LOGIN_HINT, ...members });
  });

  test('has at most 200 words', () => {
    const texts = ['action:sign', ...Array(199).fill('word')];
    expect(parseLoginHint(texts.join(' '))).toEqual({ ...NO_LOGIN_HINT, action: 'sign' });
    const { code, values } = refusalOf([...texts, 'word'].join(' '));
    expect({ code, values }).toEqual({ code: 'hint-too-many-words', values: { limit: 200 } });
  });

  test('is read with all its directives, in any order, among other words', () => {
    const texts = [
      'buffy@example.com',
      'message:SGVq',
      'x:y',
      'action:sign',
      'scope:evidence',
      'Scope:ssn',
      'scope',
      'sub:ssn:1',
      'nonVisibleData:YQ',
      'acr_values:urn:grn:authn:xx:e',
    ];
    const expected = {
      scope: ['evidence'],
      acrValues: 'urn:grn:authn:xx:e',
      action: 'sign',
      message: 'SGVq',
      nonVisibleData: 'YQ',
      person: '1',
      others: [],
    };
    expect(parseLoginHint(texts.join(' '))).toEqual(expected);
    expect(parseLoginHint(texts.reverse().join(' '))).toEqual(expected);
  });

  test('keeps the directives of single eIDs and SDKs unchanged', () => {
    const text =
      'mobile:continue_button:never appswitch:resumeUrl:https://x.example/a?b appswitch:ios';
    expect(parseLoginHint(`${text} business BID BIM:12345678:010190 dk:mitid:ct`).others).toEqual([
      { name: 'mobile:continue_button', value: 'never' },
      { name: 'appswitch:resumeUrl', value: 'https://x.example/a?b' },
      { name: 'appswitch', value: 'ios' },
      { name: 'business', value: '' },
      { name: 'BID', value: '' },
      { name: 'BIM', value: '12345678:010190' },
      { name: 'dk:mitid:ct', value: '' },
    ]);
  });

  test.each(['sub:email:a@b.example', 'sub:phone:+4670000000', 'sub:ssncountry:SE'])(
    'names no person by national id: %s',
    (text) => {
      expect(parseLoginHint(text).person).toBeUndefined();
    },
  );

  test.each([
    '',
    ' ',
    'buffy@example.com',
    'Buffy  Summers ',
    'scopes:ssn',
    'ACTION:sign',
    'action',
    'foo\taction:sign',
    'login:action:sign',
  ])('without a known directive is empty: %j', (text) => {
    expect(parseLoginHint(text)).toEqual(NO_LOGIN_HINT);
  });

  test.each([
    ['two spaces', 'scope:ssn  action:sign'],
    ['a space before', ' scope:ssn'],
    ['a space after', 'scope:ssn '],
    ['two spaces between other words', 'a  b action:login'],
  ])('with a directive is refused for %s', (_what, text) => {
    expect(refusalOf(text)).toEqual({ code: 'hint-separator', values: {} });
  });

  test.each([
    ['scope', 'scope:'],
    ['scope', 'scope:"ssn"'],
    ['scope', 'scope:ssn\taction:sign'],
    ['acr_values', 'acr_values:'],
    ['acr_values', 'acr_values:urn:grn:authn:xx'],
    ['acr_values', 'acr_values:urn:grn:authn:xx:e,urn:grn:authn:xx:f'],
    ['action', 'action:'],
    ['action', 'action:Sign'],
    ['action', 'action:pay'],
    ['action', 'action:sign\n'],
    ['mobile:continue_button', 'mobile:continue_button:always'],
  ])('is refused for a bad value of %s: %j', (directive, text) => {
    expect(refusalOf(text)).toEqual({ code: 'hint-malformed', values: { directive } });
  });

  test.each([
    ['acr_values', 'acr_values:urn:grn:authn:xx:e acr_values:urn:grn:authn:xx:f'],
    ['action', 'action:sign action:login'],
    ['message', 'message:SGVq message:SGVr'],
    ['nonVisibleData', 'nonVisibleData:YQ nonVisibleData:YQ=='],
    ['sub:ssn', 'sub:ssn:1 sub:ssn:2'],
    ['sub', 'sub:ssn:1 sub:2'],
  ])('is refused for two values of %s', (directive, text) => {
    const named = directive === 'sub:ssn' ? 'sub' : directive;
    expect(refusalOf(text)).toEqual({ code: 'hint-contradiction', values: { directive: named } });
  });

  test.each([
    ['message', 'message:Pz8 Pz4=', '+ inside'],
    ['message', 'action:sign message:Pz8  Pz4', 'two of them'],
    ['nonVisibleData', 'nonVisibleData:Pz8 Pz4', 'in the data'],
  ])('is refused when a + of %s may have become a space: %s', (directive, text) => {
    expect(refusalOf(text)).toEqual({ code: 'hint-malformed', values: { directive } });
  });

  test('is accepted when a directive or a dotted word follows the message', () => {
    expect(parseLoginHint('message:SGVq business').message).toBe('SGVq');
    expect(parseLoginHint('message:SGVq buffy@example.com').message).toBe('SGVq');
    expect(parseLoginHint('buffy message:SGVq').message).toBe('SGVq');
  });

  test('returns every value unchanged, in any order of its directives', () => {
    const scope = fc.stringMatching(/^[!#-[\]-~]{1,20}$/);
    const base64 = fc.base64String({ minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(scope, base64, base64, fc.boolean(), (one, message, data, turned) => {
        const texts = [`scope:${one}`, `message:${message}`, `nonVisibleData:${data}`];
        const text = (turned ? texts.reverse() : texts).join(' ');
        expect(parseLoginHint(text)).toEqual({
          ...NO_LOGIN_HINT,
          scope: [one],
          message,
          nonVisibleData: data,
        });
      }),
    );
  });

  test('is read or refused for any input', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(...DIRECTIVES.map(({ name }) => name)),
      fc
        .tuple(fc.constantFrom(...DIRECTIVES.map(({ name }) => name)), fc.string())
        .map(([name, value]) => `${name}:${value}`),
    );
    const codes = ['read', 'hint-separator', 'hint-malformed', 'hint-contradiction'];
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(codes).toContain(refusalOf(texts.join(' ')).code);
      }),
    );
  });

  test.each([
    ['spaces', ' '],
    ['colons', ':'],
    ['directives', 'scope:a '],
    ['words', 'a '],
    ['names', 'message:'],
  ])('of the longest size, full of %s, is read or refused', (_what, unit) => {
    const text = unit.repeat(Math.floor((56 * 1024) / unit.length));
    const outcomes = ['read', 'hint-separator', 'hint-malformed', 'hint-too-many-words'];
    expect(outcomes).toContain(refusalOf(text).code);
  });
});
