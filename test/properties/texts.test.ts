import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { markdownHtml } from '../../src/adapters/http/login/pages/text.ts';
import { parseMarkdown } from '../../src/domain/markdown.ts';
import {
  decodeText,
  isStandardBase64,
  readBindingMessage,
  readMessage,
  readNonVisibleData,
} from '../../src/domain/message-text.ts';
import { endless, near } from './near.ts';
import { read } from './read.ts';

const RUNS = { numRuns: 300 };
const LIMIT = { limit: 1500, measured: 'after base64 encoding' } as const;

describe('a text in base64', () => {
  const MESSAGE = /^message-(empty|too-long|malformed|forbidden-character|gap)$/;
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const good = fc
    .tuple(text, fc.constantFrom('base64', 'base64url'))
    .map(([plain, encoding]) => Buffer.from(plain).toString(encoding as BufferEncoding));
  /** The platform's own decoder, without Node's leniency. */
  const platformDecoder = (value: string): string | undefined => {
    try {
      const bare = value
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, '');
      const padded = bare + '='.repeat((4 - (bare.length % 4)) % 4);
      const bytes = Uint8Array.from(atob(padded), (one) => one.charCodeAt(0));
      if (btoa(atob(padded)) !== padded) return undefined;
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };

  test('is read as another decoder reads it, or not at all', () => {
    fc.assert(
      fc.property(near(good, '=-_+/Aa0'), (value) => {
        const decoded = decodeText(value);
        if (decoded !== undefined) expect(decoded.text).toBe(platformDecoder(value));
        const hasBothAlphabets = /[-_]/.test(value) && /[+/]/.test(value);
        const hasOddPadding = /=/.test(value) && value.length % 4 !== 0;
        if (
          decoded === undefined &&
          value !== '' &&
          !hasBothAlphabets &&
          !hasOddPadding &&
          !/\s/.test(value)
        ) {
          expect(platformDecoder(value)).toBeUndefined();
        }
      }),
      RUNS,
    );
  });

  test('is read, or refused with a declared code', () => {
    fc.assert(
      fc.property(near(good, '=-_+/Aa0'), (value) => {
        read(MESSAGE, () => readMessage(value, LIMIT));
        read(/^non-visible-data-(malformed|too-long)$/, () => readNonVisibleData(value, 1500));
        const binding = /^binding-message-(missing|too-long|forbidden-character|gap)$/;
        const encoded = read(binding, () => readBindingMessage(value, LIMIT));
        if (encoded !== undefined) expect(decodeText(encoded.base64)).toEqual(encoded);
      }),
      RUNS,
    );
  });

  test.each(['=', 'A', '-', '/', 'AAA=', '\0'])('of a megabyte of %j is read in time', (unit) => {
    expect([true, false]).toContain(isStandardBase64(endless(unit)));
    decodeText(endless(unit));
    read(MESSAGE, () => readMessage(endless(unit), { ...LIMIT, limit: 2 ** 21 }));
  });
});

describe('markdown', () => {
  const line = fc.constantFrom(
    '# Köp',
    '## a *b* c',
    '+ one',
    '+ two *three*',
    '---',
    '|a|b|',
    '|-|:-:|',
    '| 1 | 2 |',
    'plain',
    '',
    '  ',
    '*',
    '**',
    '2*3*4',
    '<b>&"\'</b>',
    '[x](javascript:1)',
    '![i](//e)',
  );
  const good = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  const MARKUP =
    /<(?:\/?(?:ul|li|p|h[345]|strong|table|thead|tbody|tr|th|td)|hr)(?: (?:class="[a-z\d-]+"|scope="col"))?>/g;

  test('becomes our few elements, and text without markup of its own', () => {
    fc.assert(
      fc.property(near(good, '*#+|-<>&"\n\r'), (text) => {
        const written = String(markdownHtml(parseMarkdown(text)));
        const left = written.replace(MARKUP, '');
        expect(left).not.toMatch(/[<>]/);
        expect(left.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
      { numRuns: 500 },
    );
  });

  test('opens and closes its elements in order', () => {
    fc.assert(
      fc.property(near(good, '*#+|-\n'), (text) => {
        const open: string[] = [];
        const written = String(markdownHtml(parseMarkdown(text)));
        for (const [, close, name] of written.matchAll(/<(\/?)([a-z\d]+)[^>]*>/g)) {
          if (name === 'hr') continue;
          if (close === '') open.push(String(name));
          else expect(open.pop()).toBe(name);
        }
        expect(open).toEqual([]);
      }),
      RUNS,
    );
  });

  test.each(['*', '* ', '|', '|a|\n', '# ', '+ ', '+\n', '-', '|-', ' ', '\r', '*a'])(
    'of a megabyte of %j is read in time',
    (unit) => {
      expect(parseMarkdown(endless(unit))).toBeInstanceOf(Array);
    },
  );
});
