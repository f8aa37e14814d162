import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { filesBelow } from '../support/source-facts.ts';

/** What koa reads from headers that anybody may send; `adapters/http/client-address.ts` knows whom to believe. */
const BELIEVED = /\bctx\.(?:request\.)?(?:back|host|hostname|href|origin|protocol|secure)\b/;

test('nobody asks the framework where a request came from, or whither it goes back', () => {
  const files = filesBelow('src/adapters').map((file) => join('src/adapters', file));
  expect(files.filter((file) => BELIEVED.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(files).toContain('src/adapters/http/client-address.ts');
});
