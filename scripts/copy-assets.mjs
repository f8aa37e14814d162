// tsc emits compiled files only; all other files of a program are copied to its dist/.
import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
// Vite builds the console.
const names = readdirSync(join(root, 'packages')).filter((name) => name !== 'console');
const packages = names.map((name) => join('packages', name));

for (const folder of ['.', ...packages]) {
  cpSync(join(root, folder, 'src'), join(root, folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(?:ts|md)$/.test(path),
  });
}

// npm runs the command of this package itself as a program.
chmodSync(join(root, 'dist/cli.js'), 0o755);
