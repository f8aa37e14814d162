// Writes what the console takes from the description of the management API: the types of its client, and the schemas
// that its forms are drawn from. Nothing is written while the description is the same.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = fileURLToPath(new URL('../packages/console', import.meta.url));
const DESCRIPTION = join(HOME, 'test/contract.openapi.json');
const GENERATED = join(HOME, 'src/generated');
const MADE_FROM = join(GENERATED, 'made-from.txt');

const description = readFileSync(DESCRIPTION);
const digest = createHash('sha256')
  .update(description)
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');

if (textOf(MADE_FROM) !== digest) {
  // The generator and the compiler that it needs belong to the package.
  const require = createRequire(join(HOME, 'package.json'));
  const { default: generate, astToString } = require('openapi-typescript');
  const types = astToString(await generate(description));
  const { schemas } = JSON.parse(description).components;
  mkdirSync(GENERATED, { recursive: true });
  writeFileSync(join(GENERATED, 'api-schema.d.ts'), types);
  writeFileSync(join(GENERATED, 'schemas.json'), JSON.stringify(schemas));
  writeFileSync(MADE_FROM, digest);
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
