import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { type Block, type Inline, parseMarkdown, usesMarkdown } from '../../src/domain/markdown.ts';

const plain = (text: string): Inline => ({ text, strong: false });
const strong = (text: string): Inline => ({ text, strong: true });
const paragraph = (...lines: string[]): Block => ({
  kind: 'paragraph',
  lines: lines.map((line) => [plain(line)]),
});

describe('markdown', () => {
  test('is read block by block', () => {
    const text = [
      '# Agreement',
      'between',
      'you and us',
      '',
      '### Terms',
      '+ one',
      '+ *two*',
      '---',
      '| Name | Sum |',
      '|------|----:|',
      '| Rent | *1 000* |',
      'I agree.',
    ].join('\n');
    expect(parseMarkdown(text)).toEqual([
      { kind: 'heading', level: 1, content: [plain('Agreement')] },
      paragraph('between', 'you and us'),
      { kind: 'heading', level: 3, content: [plain('Terms')] },
      { kind: 'list', items: [[plain('one')], [strong('two')]] },
      { kind: 'rule' },
      {
        kind: 'table',
        head: [[plain('Name')], [plain('Sum')]],
        rows: [[[plain('Rent')], [strong('1 000')]]],
      },
      paragraph('I agree.'),
    ]);
  });

  test('is read the same with every kind of line break', () => {
    const lines = ['## Head', '', 'one', 'two', '', '+ a', '+ b'];
    const expected = parseMarkdown(lines.join('\n'));
    expect(expected).toHaveLength(3);
    expect(parseMarkdown(lines.join('\r\n'))).toEqual(expected);
    expect(parseMarkdown(lines.join('\r'))).toEqual(expected);
  });

  test('with blank lines alone has no blocks', () => {
    expect(parseMarkdown('')).toEqual([]);
    expect(parseMarkdown(' \n\n\t\n')).toEqual([]);
  });

  test.each([
    ['a heading without a space', '#one'],
    ['a heading of level 4', '#### one'],
    ['a heading of nothing', '## '],
    ['an indented heading', ' # one'],
    ['a bullet with a minus', '- one'],
    ['a bullet with an asterisk', '* one'],
    ['a plus without a space', '+46 8 123'],
    ['two dashes', '--'],
    ['dashes with text', '--- one'],
    ['a row without a row of dashes', '| a | b |'],
    ['a row of dashes alone', '|---|---|'],
    ['a link', '[one](https://x.example)'],
    ['an image', '![one](https://x.example/a.png)'],
    ['HTML', '<b onclick="x()">one</b>'],
    ['an address', 'javascript:alert(1)'],
    ['code', '`one`'],
    ['underscores', '_one_ __two__'],
    ['asterisks with spaces', '2 * 3 * 4'],
    ['asterisks within a word', '2*3*4'],
    ['one asterisk', 'one*'],
    ['asterisks around nothing', '** ***'],
    ['asterisks over two lines', '*one'],
    ['a backslash', '\\one'],
  ])('treats %s as text', (_what, text) => {
    expect(parseMarkdown(text)).toEqual([paragraph(text)]);
    expect(usesMarkdown(text)).toBe(false);
  });

  test.each([
    ['# one'],
    ['one\n---'],
    ['+ one'],
    ['one *two* three'],
    ['| a |\n|---|'],
    ['text\n\n### three'],
  ])('is recognised in %j', (text) => {
    expect(usesMarkdown(text)).toBe(true);
  });

  test('marks strong text within a line', () => {
    expect(parseMarkdown('a *b c*, *d*! *e *f* g*')).toEqual([
      {
        kind: 'paragraph',
        lines: [
          [
            plain('a '),
            strong('b c'),
            plain(', '),
            strong('d'),
            plain('! *e '),
            strong('f'),
            plain(' g*'),
          ],
        ],
      },
    ]);
  });

  test('has no table when the dashes do not match the heads', () => {
    expect(parseMarkdown('| a | b |\n|---|')).toEqual([paragraph('| a | b |', '|---|')]);
  });

  test('keeps empty cells in their places', () => {
    expect(parseMarkdown('| a | b |\n|---|---|\n|  | c |')).toEqual([
      { kind: 'table', head: [[plain('a')], [plain('b')]], rows: [[[], [plain('c')]]] },
    ]);
  });

  test('keeps every letter of the text, in order', () => {
    const piece = fc.constantFrom(
      '# ',
      '## ',
      '+ ',
      '*',
      '---',
      '|',
      '|---|',
      '\n',
      '\r\n',
      ' ',
      'a',
      'B7',
      '<i>',
      'å',
      '👋',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(lettersOf(textsIn(parseMarkdown(any)).join(''))).toBe(lettersOf(any));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['asterisks', '*'],
    ['asterisks and letters', '*a'],
    ['asterisks and spaces', '* '],
    ['pipes', '|'],
    ['rows', '|a|\n'],
    ['dashes', '-'],
    ['hashes', '# '],
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['cells of dashes', '|-'],
  ])('of full size with %s is read to its end', (_what, unit) => {
    const text = `${unit.repeat(Math.floor(30_000 / unit.length))}!`;
    expect(textsIn(parseMarkdown(text)).join('').endsWith('!')).toBe(true);
  });
});

function textsIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(inlinesOf).map(({ text }) => text);
}

function inlinesOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case 'heading':
      return block.content;
    case 'list':
      return block.items.flat();
    case 'rule':
      return [];
    case 'table':
      return [...block.head.flat(), ...block.rows.flat(2)];
    case 'paragraph':
      return block.lines.flat();
  }
}

/** Characters that are not markup. */
function lettersOf(text: string): string {
  return text.replace(/[\s#*+|:-]/g, '');
}
