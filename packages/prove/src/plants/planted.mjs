import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// `node --import planted.mjs?NAME,NAME dist/main.js` runs the service with planted bugs: it replaces some words of
// compiled files, in this process alone. The process does not start when a bug cannot be planted.
const names = new URL(import.meta.url).search.slice(1).split(',');
const plants = JSON.parse(readFileSync(new URL('./plants.json', import.meta.url), 'utf8'));
const edits = names.flatMap((name) => {
  const plant = plants.find((one) => one.name === name);
  if (plant === undefined) throw new Error(`unknown bug: ${name}`);
  return plant.edits;
});

if (isMainThread) {
  const program = process.argv[1];
  // The hook matches files by their path in the program's folder.
  const folder = dirname(program ?? '');
  for (const { file, text } of edits) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`a bug cannot be planted: there is no ${path}`);
    if (!readFileSync(path, 'utf8').includes(text)) {
      throw new Error(`a bug cannot be planted: ${file} does not contain "${text}"`);
    }
  }
  register(import.meta.url);
}

/** Module hook: changes the words. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.startsWith('file:')) return loaded;
  const path = fileURLToPath(url);
  const own = edits.filter(({ file }) => path.endsWith(`/${file}`));
  if (own.length === 0) return loaded;
  let source = String(loaded.source);
  for (const { file, text, by } of own) {
    if (!source.includes(text)) throw new Error(`${file} no longer contains "${text}"`);
    source = source.replace(text, () => by);
  }
  return { ...loaded, source };
}
