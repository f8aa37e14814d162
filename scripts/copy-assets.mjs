// tsc emits only what it compiles; the files a browser gets as they are follow it into dist/.
import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
  if (!entry.isDirectory() || entry.name !== 'assets') continue;
  const from = join(entry.parentPath, entry.name);
  cpSync(from, join(root, 'dist', relative(join(root, 'src'), from)), { recursive: true });
}
