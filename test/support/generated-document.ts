import { readFileSync, writeFileSync } from 'node:fs';

import { expect } from '@jest/globals';

/** Checks that a document equals the generated text; `UPDATE_DOCS=1` writes it. */
export function expectGenerated(document: URL, text: string): void {
  if (process.env.UPDATE_DOCS === '1') writeFileSync(document, text);
  expect(readFileSync(document, 'utf8')).toBe(text);
}
