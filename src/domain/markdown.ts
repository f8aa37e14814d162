/**
 * One block of a text to sign, in simple markdown: a heading, a bullet list, a rule, a table, or a paragraph with its
 * line breaks. Links, images and HTML are plain characters.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly head: TableRow; readonly rows: readonly TableRow[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] };

/** The cells of one row, each with its text. */
export type TableRow = readonly (readonly Inline[])[];

/** A block, and its number of lines. */
interface Read {
  readonly block: Block;
  readonly count: number;
}

const MARK = /\r\n|[\r\n|*]/g;

/** The most blocks, lines, cells and strong words that a text can have, counted without parsing it. */
export function marksIn(text: string): number {
  return text.match(MARK)?.length ?? 0;
}

const BLANK = /^\s*$/;
const HEADING = /^(#{1,3}) (?=.*\S)/;
const ITEM = '+ ';
const RULE = /^-{3,}\s*$/;
const SEPARATOR = /^\|(?:\s*:?-+:?\s*\|)+$/;

/** Parses a text into blocks, in time linear to its length. Never fails: text without markup is a paragraph. */
export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (BLANK.test(lines[at] ?? '')) {
      at += 1;
      continue;
    }
    const { block, count } = markedBlock(lines, at) ?? paragraph(lines, at);
    blocks.push(block);
    at += count;
  }
  return blocks;
}

/** True when the text has any markup. */
export function usesMarkdown(text: string): boolean {
  return parseMarkdown(text).some(
    (block) => block.kind !== 'paragraph' || block.lines.flat().some(({ strong }) => strong),
  );
}

function markedBlock(lines: readonly string[], at: number): Read | undefined {
  return heading(lines, at) ?? rule(lines, at) ?? list(lines, at) ?? table(lines, at);
}

function heading(lines: readonly string[], at: number): Read | undefined {
  const line = lines[at] ?? '';
  const level = HEADING.exec(line)?.[1]?.length;
  if (level !== 1 && level !== 2 && level !== 3) return undefined;
  const content = parseInline(line.slice(level).trim());
  return { block: { kind: 'heading', level, content }, count: 1 };
}

function rule(lines: readonly string[], at: number): Read | undefined {
  return RULE.test(lines[at] ?? '') ? { block: { kind: 'rule' }, count: 1 } : undefined;
}

function list(lines: readonly string[], at: number): Read | undefined {
  const items = runOf(lines, at, (line) => line.startsWith(ITEM));
  if (items.length === 0) return undefined;
  const texts = items.map((line) => parseInline(line.slice(ITEM.length).trim()));
  return { block: { kind: 'list', items: texts }, count: items.length };
}

/** A row of names, a row of dashes with as many cells, and rows of values. */
function table(lines: readonly string[], at: number): Read | undefined {
  const [names = '', dashes = ''] = lines.slice(at, at + 2);
  if (!isRow(names) || !SEPARATOR.test(dashes.trim())) return undefined;
  const head = row(names);
  if (head.length !== row(dashes).length) return undefined;
  const rows = runOf(lines, at + 2, isRow).map(row);
  return { block: { kind: 'table', head, rows }, count: rows.length + 2 };
}

function isRow(line: string): boolean {
  const text = line.trim();
  return text.length > 2 && text.startsWith('|') && text.endsWith('|');
}

function row(line: string): TableRow {
  const cells = line.trim().slice(1, -1).split('|');
  return cells.map((cell) => parseInline(cell.trim()));
}

/** Up to the next blank line or the next block of another kind. */
function paragraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !BLANK.test(lines[end] ?? '') && !markedBlock(lines, end)) end += 1;
  const texts = lines.slice(at, end).map(parseInline);
  return { block: { kind: 'paragraph', lines: texts }, count: end - at };
}

function runOf(lines: readonly string[], from: number, fits: (line: string) => boolean): string[] {
  let end = from;
  while (end < lines.length && fits(lines[end] ?? '')) end += 1;
  return lines.slice(from, end);
}

/** A span of text within one line, strong (`*so*`) or not. */
export interface Inline {
  /** Never empty. */
  readonly text: string;
  readonly strong: boolean;
}

/**
 * Parses one line. Two asterisks make the text between them strong when they touch it and are at the borders of words:
 * those of `2 * 3 * 4` and of `2*3*4` are plain asterisks.
 */
export function parseInline(line: string): readonly Inline[] {
  if (!line.includes('*')) return line === '' ? [] : [{ text: line, strong: false }];
  const spans: Inline[] = [];
  const pieces = line.split('*');
  let plain = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at += 1) {
    const [before = '', inner = '', after] = pieces.slice(at - 1, at + 2);
    if (isStrong(before, inner, after)) {
      spans.push({ text: plain, strong: false }, { text: inner, strong: true });
      plain = after ?? '';
      at += 1;
    } else {
      plain += `*${inner}`;
    }
  }
  spans.push({ text: plain, strong: false });
  return spans.filter(({ text }) => text !== '');
}

/** `after` is undefined when no second asterisk closes the span. */
function isStrong(before: string, inner: string, after: string | undefined): boolean {
  if (after === undefined || inner === '' || inner !== inner.trim()) return false;
  return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
}
