// Writes what the console takes from the description of the management API: the types of its client, the schemas that
// its forms are drawn from, and the paths that exist. Nothing is written while the description is the same. Paths that
// the API lacks have their types from the contract; screens that need them are not listed.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import './console-snippets.mjs';

const HOME = fileURLToPath(new URL('../packages/console', import.meta.url));
const DESCRIPTION = fileURLToPath(new URL('../docs/management-api.openapi.json', import.meta.url));
const CONTRACT = join(HOME, 'test/contract.openapi.json');
const GENERATED = join(HOME, 'src/generated');
const MADE_FROM = join(GENERATED, 'made-from.txt');

const description = JSON.parse(readFileSync(DESCRIPTION));
const contract = JSON.parse(readFileSync(CONTRACT));
const merged = {
  ...description,
  paths: { ...contract.paths, ...description.paths },
  components: {
    ...description.components,
    schemas: { ...contract.components.schemas, ...description.components.schemas },
  },
};
const digest = createHash('sha256')
  .update(JSON.stringify([merged, Object.keys(description.paths)]))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');

if (textOf(MADE_FROM) !== digest) {
  // The generator and the compiler that it needs belong to the package.
  const require = createRequire(join(HOME, 'package.json'));
  const { default: generate, astToString } = require('openapi-typescript');
  const types = astToString(await generate(JSON.stringify(merged)));
  mkdirSync(GENERATED, { recursive: true });
  writeFileSync(join(GENERATED, 'api-schema.d.ts'), types);
  writeFileSync(join(GENERATED, 'schemas.json'), JSON.stringify(formSchemas(description)));
  writeFileSync(join(GENERATED, 'paths.json'), JSON.stringify(Object.keys(description.paths)));
  writeFileSync(MADE_FROM, digest);
}

/** Without those of merge patches, which no form uses. */
function formSchemas({ components: { schemas } }) {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.endsWith('Patch')));
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
