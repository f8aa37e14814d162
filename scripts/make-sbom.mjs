// Prints what the image delivers as a bill of materials (CycloneDX), from the lock file alone, the same each time.
// `npm sbom --omit=dev` would leave out whatever a tool for development needs too.
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const { '': own, ...installed } = lock.packages;

const components = Object.entries(installed)
  // Packages of this repository are delivered as the product's own.
  .filter(
    ([path, { dev, link }]) => dev !== true && link !== true && path.includes('node_modules/'),
  )
  .map(([path, locked]) => componentOf(nameIn(path), locked));
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

function nameIn(path) {
  return path.split('node_modules/').at(-1);
}
