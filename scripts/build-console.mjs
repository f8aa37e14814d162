// Builds the console with Vite into packages/console/dist, with each text compressed beside it. A build whose sources
// have not changed is kept.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import './console-client.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOME = join(ROOT, 'packages/console');
const DIST = join(HOME, 'dist');
const MADE_FROM = join(DIST, '.made-from');

const digest = digestOf([
  ...filesBelow(join(HOME, 'src')),
  ...filesBelow(join(HOME, 'public')),
  join(HOME, 'index.html'),
  join(HOME, 'package.json'),
  join(HOME, 'vite.config.mjs'),
  join(ROOT, 'package-lock.json'),
  fileURLToPath(import.meta.url),
]);

if (read(MADE_FROM) !== digest) {
  const { resolve } = createRequire(join(HOME, 'package.json'));
  const vite = await import(pathToFileURL(resolve('vite')).href);
  await vite.build({ root: HOME, configFile: join(HOME, 'vite.config.mjs') });
  for (const file of filesBelow(DIST)) if (/\.(?:js|css|html|svg|json)$/.test(file)) compress(file);
  writeFileSync(MADE_FROM, digest);
}

function compress(file) {
  const content = readFileSync(file);
  if (content.length < 1024) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
