import { readFileSync, writeFileSync } from 'node:fs';

import { expect } from '@jest/globals';

/** Checks that a document is what it is made from; `UPDATE_DOCS=1` writes it anew. */
export function expectGenerated(document: URL, text: string): void {
  if (process.env.UPDATE_DOCS === '1') writeFileSync(document, text);
  expect(readFileSync(document, 'utf8')).toBe(text);
}
