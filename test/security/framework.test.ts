import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { filesBelow } from '../support/source-facts.ts';

/** Properties that koa reads from client headers; `adapters/http/client-address.ts` trusts only configured proxies. */
const BELIEVED = /\bctx\.(?:request\.)?(?:back|host|hostname|href|origin|protocol|secure)\b/;

test("no adapter uses the framework's properties for the host, the protocol or the way back", () => {
  const files = filesBelow('src/adapters').map((file) => join('src/adapters', file));
  expect(files.filter((file) => BELIEVED.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(files).toContain('src/adapters/http/client-address.ts');
});
