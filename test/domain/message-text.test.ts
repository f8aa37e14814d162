import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  decodeText,
  encodeText,
  forbiddenCharacterIn,
  isBase64,
  isBlank,
  isStandardBase64,
  longGapIn,
  readMessage,
} from '../../src/domain/message-text.ts';

const WELL_FORMED = fc.string({ unit: 'binary' });

describe('a text in base64', () => {
  test.each([
    ['base64 with padding', 'w6XDpMO2Pz4/Pg==', 'åäö?>?>'],
    ['base64 without padding', 'w6XDpMO2Pz4/Pg', 'åäö?>?>'],
    ['base64url with padding', 'w6XDpMO2Pz4_Pg==', 'åäö?>?>'],
    ['base64url without padding', 'w6XDpMO2Pz4_Pg', 'åäö?>?>'],
    ['three bytes, which need no padding', 'SGVq', 'Hej'],
    ['a byte order mark, which stays', '77u/SGVq', '\uFEFFHej'],
    ['line breaks of both kinds, which stay', 'YQ0KYgpj', 'a\r\nb\nc'],
  ])('is read: %s', (_what, value, text) => {
    const base64 = Buffer.from(text).toString('base64');
    expect(decodeText(value)).toEqual({ text, base64 });
  });

  test.each([
    ['nothing', ''],
    ['padding alone', '=='],
    ['one character', 'S'],
    ['an impossible length', 'SGVqS'],
    ['one padding character too few', 'SGVqIQ='],
    ['padding where none is needed', 'SGVq='],
    ['padding in the middle', 'SG==Vq'],
    ['three padding characters', 'SGVqI==='],
    ['bits left over', 'SGVqIR=='],
    ['both alphabets at once', 'Pz4/Pz4_'],
    ['a space', 'SGVq IQ'],
    ['a line break after', 'SGVq\n'],
    ['a percent sign', 'SGVqIQ%3D%3D'],
    ['bytes that are no UTF-8', '//79'],
    ['an overlong form', 'wIA='],
    ['half a surrogate pair in UTF-8', '7aCA'],
    ['a cut character', 'w6XD'],
  ])('is not %s', (_what, value) => {
    expect(decodeText(value)).toBeUndefined();
  });

  test('is decoded byte for byte, in either alphabet, with or without padding', () => {
    fc.assert(
      fc.property(WELL_FORMED, (text) => {
        fc.pre(text !== '');
        const base64 = Buffer.from(text).toString('base64');
        const url = Buffer.from(text).toString('base64url');
        for (const value of [base64, base64.replace(/=+$/, ''), url]) {
          expect(decodeText(value)).toEqual({ text, base64 });
        }
        expect(encodeText(text)).toEqual({ text, base64 });
      }),
    );
  });

  test('is read unchanged or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (value) => {
        const read = decodeText(value);
        if (read === undefined) return;
        const sent = value.replaceAll('-', '+').replaceAll('_', '/');
        expect(read.base64.replace(/=+$/, '')).toBe(sent.replace(/=+$/, ''));
        expect(Buffer.from(read.text).toString('base64')).toBe(read.base64);
      }),
    );
  });
});

describe('data in base64', () => {
  test.each(['A', 'AAAAA', 'ab+/', 'ab-_', 'YQ=', 'YQ==', 'YR=='])('is %s', (value) => {
    expect(isBase64(value)).toBe(true);
  });

  test.each(['', '=', 'YQ===', 'a b', 'a.b', '+_', 'YQ==\n', 'å'])('is not %j', (value) => {
    expect(isBase64(value)).toBe(false);
  });
});

describe('standard base64', () => {
  test.each(['YQ==', 'YWI=', 'YWJj', 'Pz4/+w=='])('is %s', (value) => {
    expect(isStandardBase64(value)).toBe(true);
  });

  test.each(['', '=', 'YQ', 'YQ=', 'AAAAA', 'YR==', 'Pz4_-w==', 'YQ==\n', ' YWJj', 'å'])(
    'is not %j',
    (value) => {
      expect(isStandardBase64(value)).toBe(false);
    },
  );

  test('is the output of a standard encoder for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(isStandardBase64(Buffer.from(bytes).toString('base64'))).toBe(true);
      }),
    );
  });
});

describe('a text', () => {
  test.each([
    'one line',
    'two\nlines',
    'three\r\nlines\rhere',
    'a\ttab',
    'åäö æøå ß',
    'e\u0301 combining',
    '👩‍👩‍👧 🇸🇪 👍🏽 🏳️‍🌈 1️⃣ ☎️ ❤︎ 🕵🏽‍♂️',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scotland',
    'שלום',
    'می\u200Cخواهم',
    'क्\u200Dष',
  ])('may hold %j', (text) => {
    expect(forbiddenCharacterIn(text)).toBeUndefined();
  });

  test.each([
    ['NUL', 'a\u0000', '0000'],
    ['a backspace', 'a\bb', '0008'],
    ['a vertical tab', 'a\vb', '000B'],
    ['an escape', '\u001B[31m', '001B'],
    ['a delete', 'a\u007F', '007F'],
    ['a C1 control', 'a\u0085b', '0085'],
    ['the first embedding of direction', 'a\u202Ab', '202A'],
    ['an override of direction', 'a\u202Eb', '202E'],
    ['the first isolate', 'a\u2066b', '2066'],
    ['the end of an isolate', 'a\u2069b', '2069'],
    ['a byte order mark', '\uFEFFa', 'FEFF'],
    ['half a surrogate pair', 'a\uD83Db', 'D83D'],
    ['a soft hyphen', 'a\u00ADb', '00AD'],
    ['a space of no width', 'a\u200Bb', '200B'],
    ['a joiner between Latin letters', 'a\u200Db', '200D'],
    ['a non-joiner between digits', '1\u200C0', '200C'],
    ['an Arabic mark of direction', 'a\u061Cb', '061C'],
    ['a mark of direction', 'a\u200Eb', '200E'],
    ['a separator of lines', 'a\u2028b', '2028'],
    ['a separator of paragraphs', 'a\u2029b', '2029'],
    ['an invisible operator', 'a\u2062b', '2062'],
    ['a filler of Hangul', 'a\u3164b', '3164'],
    ['an empty cell of Braille', 'a\u2800b', '2800'],
    ['the first mark of an annotation', 'a\uFFF9b', 'FFF9'],
    ['the last mark of an annotation', 'a\uFFFBb', 'FFFB'],
    ['a variation of a digit', '1\uFE0F', 'FE0F'],
    ['a tag character', 'a\u{E0041}b', 'E0041'],
    ['a tag behind a flag that has none', '🏴\u{E0067}', 'E0067'],
    ['a joiner behind an emoji', '👍\u200D', '200D'],
  ])('may not hold %s', (_what, text, codePoint) => {
    expect(forbiddenCharacterIn(text)).toEqual({
      codePoint,
      position:
        [...text].findIndex((one) => one.codePointAt(0) === Number.parseInt(codePoint, 16)) + 1,
    });
  });

  test('may hold the code points beside the forbidden ones', () => {
    const neighbours = '\u0020\u007E\u00A0\u2010\u2027\u202F\u2070\u3163\u3165\uFF00\uFFFC';
    expect(forbiddenCharacterIn(neighbours)).toBeUndefined();
  });

  test('is refused with the first forbidden character', () => {
    expect(forbiddenCharacterIn('👍a\u202E\u0000')).toEqual({ codePoint: '202E', position: 3 });
  });

  test.each([
    ['ten line breaks', 'a\n\n\r\n\r\n\n\n\n\n\n\nb', undefined],
    ['eleven line breaks', `👍${'\r\n'.repeat(11)}b`, { position: 2 }],
    ['eleven lines of one space', `a${' \n'.repeat(11)}b`, { position: 2 }],
    ['200 spaces', `a${' '.repeat(200)}b`, undefined],
    ['201 spaces of several kinds', `a b${' \t\u00A0'.repeat(67)}`, { position: 4 }],
  ])('may hold a limited amount of white space in a row: %s', (_what, text, place) => {
    expect(longGapIn(text)).toEqual(place);
  });
});

describe('an invisible text', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \t\r\n\u00A0\u2003\u2028'],
    ['spaces of no width', '\u200B\u200C\u200D\u2060'],
    ['soft hyphens', '\u00AD'],
    ['marks of direction', '\u200E\u200F\u061C'],
    ['fillers', '\u115F\u3164\uFFA0\u2800'],
    ['tags', '\u{E0041}\u{E0042}'],
    ['variation selectors', '\uFE0F'],
  ])('is %s', (_what, text) => {
    expect(isBlank(text)).toBe(true);
  });

  test.each(['a', '.', '0', 'å', '—', '✓', '👍', '\u200Ba\u200B'])('is not %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

test('a text for an eID with a charset of its own has the characters of that alone', () => {
  const limit = { limit: 100, measured: 'before base64 encoding', charset: 'ISO 8859-15' } as const;
  const read = (text: string) => readMessage(Buffer.from(text).toString('base64'), limit).text;
  expect(read('Ça coûte 5 €\nŒuvre: ž')).toBe('Ça coûte 5 €\nŒuvre: ž');
  for (const [text, codePoint, position] of [
    ['zicht → spaar', '2192', 7],
    ['a¤', '00A4', 2],
    ['👍', '1F44D', 1],
  ] as const) {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'message-forbidden-character',
        values: { codePoint, position },
        reason: 'message-charset',
      }),
    );
  }
});
