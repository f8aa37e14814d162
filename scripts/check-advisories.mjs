// Fails when a delivered package has a published advisory. Usage: check-advisories.mjs [OSV_EXPORT [LOCK_FILE]]
// OSV_EXPORT is the unpacked npm export of osv.dev: a folder of JSON records, or one file with a list of them.
// Without it `npm audit` queries the registry. Exit codes: 0 none, 1 advisories, 2 the check failed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLDEST_DAYS = 30;

const [path, lockFile = new URL('../package-lock.json', import.meta.url)] = process.argv.slice(2);
try {
  const found = path === undefined ? auditRegistry() : readExport(path, lockFile);
  for (const line of found) console.log(line);
  console.log(`advisories for delivered packages: ${found.length}`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`advisories not checked: ${error.message}`);
  process.exitCode = 2;
}

function auditRegistry() {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 };
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], options);
  const report = parsed(stdout ?? '', 'the output of npm audit');
  if (report.auditReportVersion === undefined) {
    throw new Error(`npm audit says "${report.message}"; give the path of an OSV export`);
  }
  return Object.values(report.vulnerabilities).map(({ name, severity, range }) =>
    [name, range, severity].join('  '),
  );
}

function readExport(from, lock) {
  const records = recordsIn(from);
  refuseOld(records, from);
  const installed = deliveredIn(lock);
  return records
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [] }) =>
      affected
        .filter((entry) => entry.package?.ecosystem === 'npm')
        .flatMap((entry) =>
          (installed.get(entry.package.name) ?? [])
            .filter((version) => isAffected(version, entry))
            .map((version) => `${entry.package.name}@${version}  ${id}  ${summary}`.trimEnd()),
        ),
    );
}

function recordsIn(from) {
  if (!statSync(from).isDirectory()) return [parsed(readFileSync(from, 'utf8'), from)].flat();
  return readdirSync(from)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parsed(readFileSync(join(from, name), 'utf8'), name));
}

/** The records show the age of an export; the time of its file is that of the last copy. */
function refuseOld(records, from) {
  const now = Date.now();
  const changes = records.map(({ modified }) => Date.parse(modified)).filter((at) => at <= now);
  if (changes.length === 0) throw new Error(`${from} holds no records of OSV`);
  const newest = changes.reduce((one, other) => Math.max(one, other));
  if (now - newest <= OLDEST_DAYS * DAY_MS) return;
  const day = new Date(newest).toISOString().slice(0, 10);
  throw new Error(`${from} is of ${day}, more than ${OLDEST_DAYS} days ago`);
}

/** The versions of each package that a production installation holds. */
function deliveredIn(lock) {
  const { '': _, ...packages } = JSON.parse(readFileSync(lock, 'utf8')).packages;
  const versions = new Map();
  for (const [at, { dev, link, name, version }] of Object.entries(packages)) {
    if (dev === true || link === true) continue;
    const installed = name ?? at.split('node_modules/').at(-1);
    versions.set(installed, [...(versions.get(installed) ?? []), version]);
  }
  return versions;
}

function isAffected(version, { versions = [], ranges = [] }) {
  return versions.includes(version) || ranges.some((range) => isInRange(version, range));
}

/** As https://ossf.github.io/osv-schema/#evaluation defines. */
function isInRange(version, { type, events }) {
  if (type === 'GIT') return false;
  const steps = events.flatMap(({ introduced, fixed, last_affected: last }) => {
    if (introduced !== undefined)
      return { at: introduced === '0' ? '0.0.0-0' : introduced, to: true };
    if (fixed !== undefined) return { at: fixed, to: false };
    return last === undefined ? [] : { at: last, to: false, after: true };
  });
  return steps
    .toSorted((one, other) => semver.compare(one.at, other.at))
    .reduce((isIn, { at, to, after = false }) => {
      const order = semver.compare(version, at);
      return order > 0 || (order === 0 && !after) ? to : isIn;
    }, false);
}

function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}
