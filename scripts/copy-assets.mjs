// tsc emits only what it compiles; every other file of a program follows it into its dist/.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));

for (const folder of ['.', ...packages]) {
  cpSync(join(root, folder, 'src'), join(root, folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(?:ts|md)$/.test(path),
  });
}
