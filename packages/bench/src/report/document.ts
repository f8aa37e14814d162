import { mkdir, readFile, writeFile } from 'node:fs/promises';

import type { Result } from '../result.ts';
import { plotsOf } from './plots.ts';
import { markdownText } from './table.ts';
import { tablesOf } from './tables.ts';

const IMAGES = 'docs/images';

/** Writes the tables into their sections of the documents, and the plots beside them. */
export async function writeDocuments(result: Result): Promise<void> {
  for (const { document, name, table } of tablesOf(result)) {
    await writePart(document, name, [markdownText(table)]);
  }
  await mkdir(IMAGES, { recursive: true });
  for (const { name, svg } of plotsOf(result)) await writeFile(`${IMAGES}/${name}.svg`, svg);
}

/** Replaces one part of a document by these paragraphs. */
export async function writePart(
  document: string,
  name: string,
  paragraphs: readonly string[],
): Promise<void> {
  const text = await readFile(document, 'utf8');
  await writeFile(document, withPart(text, name, paragraphs.join('\n\n')));
}

/** The document with another text between the two marks of a part. @throws when it has no such part */
export function withPart(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- /bench: ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no part ${name}`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}
