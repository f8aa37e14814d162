import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { numberShapes } from '../../../src/adapters/eid/national-numbers/national-numbers.ts';
import { makeRedact } from '../../../src/adapters/system/redaction.ts';
import { anyNumber } from './any-number.ts';

const redact = makeRedact(numberShapes);

describe('a personal number', () => {
  test.each([
    ['191212121212', 'Sweden'],
    ['19121212-1212', 'Sweden'],
    ['19121212+1212', 'Sweden, of a person above a hundred'],
    ['1212121212', 'Sweden, without the century'],
    ['121212-1212', 'Sweden, without the century'],
    ['121212+1212', 'Sweden, without the century, above a hundred'],
    ['19701063-2391', 'Sweden, a coordination number'],
    ['19121212 1212', 'Sweden, with a space'],
    ['19121212–1212', 'Sweden, with a dash'],
    ['0707614285', 'Denmark'],
    ['070761-4285', 'Denmark'],
    ['070761 4285', 'Denmark, with a space'],
    ['670761-4285', 'Denmark, a number that is lent'],
    ['01129955131', 'Norway'],
    ['011299 55131', 'Norway, with a space'],
    ['41129955131', 'Norway, a D-number'],
    ['01529955131', 'Norway, a helping number'],
    ['21839997163', 'Norway, a number for tests'],
    ['131052-308T', 'Finland'],
    ['131052A308T', 'Finland, of this century'],
    ['131052+3082', 'Finland, above a hundred'],
    ['131052Y308t', 'Finland, a sign of the new ones'],
    ['60001019906', 'Estonia'],
    ['38001010101', 'Lithuania'],
    ['010190-12345', 'Latvia'],
    ['32012312345', 'Latvia, without a date of birth'],
    ['85.07.30-033.28', 'Belgium'],
    ['85073003328', 'Belgium, digits alone'],
    ['85.27.30-033 28', 'Belgium, a person who is not registered there'],
    ['999993653', 'the Netherlands'],
    ['9999.93.653', 'the Netherlands, in groups'],
    ['9999 92 570', 'the Netherlands, in groups with spaces'],
  ])('%s (%s) is redacted', (number) => {
    const urlEncoded = number.replace('+', '%2B').replace('-', '%2D').replace(' ', '%20');
    for (const written of [number, urlEncoded]) {
      expect(redact(written)).toBe('[number]');
      expect(redact(`sub:ssn:${written}`)).toBe('sub:ssn:[number]');
      expect(redact(`person_${written} is busy`)).toBe('person_[number] is busy');
      expect(redact(`?hint=%22${written}%22`)).toBe('?hint=%22[number]%22');
      expect(redact(JSON.stringify({ [written]: { deep: [written] } }))).toBe(
        '{"[number]":{"deep":["[number]"]}}',
      );
    }
  });

  test.each([
    ['199006022397', 'sub%3Assn%3A'],
    ['199006022397', 'sub%253Assn%253A'],
    ['60001019906', 'returnTo=%252Fstart%253Flogin_hint%253Dsub%253Assn%253A'],
    ['2712589100', '%25253A'],
    ['15889010069', 'dead%253A'],
  ])('%s is redacted after escapes: %s', (number, before) => {
    expect(redact(`${before}${number}%26x`)).toBe(`${before}[number]%26x`);
  });

  test.each(['base64', 'base64url'] as const)('is redacted in %s', (encoding) => {
    for (const text of [
      '191212121212',
      'x19121212-1212',
      '{"sub":"131052-308T"}',
      'ssn:0112995 5131',
    ]) {
      const hidden = Buffer.from(text).toString(encoding);
      const isNumber = !text.includes(' ');
      expect(redact(`hint ${hidden} end`)).toBe(`hint ${isNumber ? '[number]' : hidden} end`);
      expect(redact(`"hint=${hidden}"`).includes(hidden)).toBe(!isNumber);
    }
  });

  test('is redacted in base64 after any prefix', () => {
    const hidden = Buffer.from('191212121212').toString('base64url');
    for (const before of ['a', 'ab/', 'abc_', 'abcd-']) {
      expect(redact(`${before}${hidden}`)).toBe('[number]');
    }
  });

  test('is redacted at any place of a line', () => {
    const around = fc.string().filter((text) => !/[\dA-Za-z+/_%-]$|^[\dA-Za-z]/.test(text));
    fc.assert(
      fc.property(anyNumber, around, around, (number, before, after) => {
        const line = JSON.stringify({
          event: 'x.y',
          deep: [{ [before]: `${before}${number}${after}` }],
        });
        const redacted = redact(line);
        expect(redacted).not.toContain(number);
        expect(() => JSON.parse(redacted)).not.toThrow();
      }),
    );
  });
});

describe('a text without a personal number', () => {
  test.each([
    ['a reference', '0af7651916cd43dd8448eb211c80319c'],
    ['a reference with a date in it', 'a191212121212bcdef01234567890abc'],
    ['an id', 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
    ['a UUID', '19121212-1212-4121-8121-191212121212'],
    ['a hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['a time', '2026-11-21T19:26:01.123Z'],
    ['a time in milliseconds', '{"time":1795288800123}'],
    ['a time in seconds', '1795288800'],
    ['an address with a port', '127.0.0.1:54321'],
    ['an address of IPv6', '2001:db8:1212:1212::1212'],
    ['a migration', '20261122100000_events'],
    ['an organisation number', '556000-0000'],
    ['a date that does not exist', '19121312-1212'],
    ['a longer number', '1912121212121'],
    ['a shorter number', '121212-121'],
    ['nine digits that fail the eleven-proof', '999993654'],
    ['nine zeros', '000000000'],
    ['ten digits with a passing end', '1999993653'],
    ['a number with a fraction', '123456789.5'],
    ['a fraction', '0.0341203'],
    ['a word in base64', 'authentication_event_started'],
  ])('stays unchanged: %s', (_, text) => {
    expect(redact(text)).toBe(text);
    expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });

  test('stays unchanged when it is an id or a time', () => {
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));
    const id = fc.oneof(
      bytes(16).map((made) => made.toString('hex')),
      bytes(32).map((made) => made.toString('base64url')),
      fc.uuid(),
      fc
        .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    );
    fc.assert(fc.property(id, (text) => redact(`"id":"${text}"`) === `"id":"${text}"`));
  });
});
