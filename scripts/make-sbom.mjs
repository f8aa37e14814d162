// Prints the image's bill of materials (CycloneDX) from the lock file alone, the same each time. `npm sbom --omit=dev` would
// omit packages that a development tool needs too. Packages of this repository belong to the product: only their
// dependencies are listed. Those of the console are in its static files, though npm installs them for its build alone.
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const own = lock.packages[''];

const CONSOLE = 'packages/console';
/** What builds the console and leaves nothing in its files; types are in no delivered file at all. */
const BUILDS = /^(?:@types\/.+|openapi-typescript|typescript|vite)$/;
const bundled = Object.keys(lock.packages[CONSOLE].devDependencies)
  .filter((name) => !BUILDS.test(name))
  .map((name) => placeOf(name, CONSOLE));

const components = delivered(['', ...bundled])
  .filter((path) => path.startsWith('node_modules/'))
  .map((path) => componentOf(nameIn(path), lock.packages[path]));
const unique = new Map(components.map((component) => [component.purl, component]));

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name: own.name, version: own.version } },
  components: [...unique.values()],
};
process.stdout.write(`${JSON.stringify(bill, undefined, 2)}\n`);

function componentOf(name, { version, integrity, license }) {
  const [algorithm, digest] = integrity.split('-');
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}

/** The lock's entries that some packages are and depend on, in the lock's order. */
function delivered(from) {
  const reached = new Set(from);
  for (const path of reached) {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path];
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const found = placeOf(name, path);
      if (found !== undefined && !BUILDS.test(name)) reached.add(found);
    }
  }
  return Object.keys(lock.packages).filter((path) => reached.has(path));
}

/** The entry that Node resolves: the nearest one upwards. An optional one may be missing. */
function placeOf(name, from) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const { link, resolved } = lock.packages[place] ?? {};
    if (link === true) return resolved;
    if (place in lock.packages) return place;
    if (folder === '') return undefined;
  }
}

function nameIn(path) {
  return path.split('node_modules/').at(-1);
}
