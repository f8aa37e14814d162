import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import { statements } from 'eid-broker/adapters/postgres/logins/authentication-statements';

import { INVARIANTS } from '../../src/checker/check.ts';
import { FAULTS, SCENARIOS } from '../../src/faults/faults.ts';
import { KILL_POINTS } from '../../src/faults/replica-killed.ts';

const FILE = 'docs/reliability.md';

test('the list has each fault once, in order', () => {
  const all = Array.from({ length: 40 }, (_, at) => `F${at + 1}`);
  expect(FAULTS.map(({ id }) => id)).toEqual(all);
});

// `UPDATE_DOCS=1 npm test -- packages/prove/test/faults` writes them.
test('docs/reliability.md lists all faults and invariants', () => {
  const tables = { faults: faultTable(), invariants: invariantTable() };
  let wanted = readFileSync(FILE, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`);
    expect(wanted).toMatch(block);
    wanted = wanted.replace(block, (_, before, after) => `${before}${table}${after}`);
  }
  if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, 'utf8')).toBe(wanted);
});

test('the named tests cover the faults that prove does not inject', () => {
  const reasons = FAULTS.flatMap((fault) => ('why' in fault ? [fault.why] : []));
  const paths = reasons.flatMap((why) =>
    [...why.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('replicas are killed only at existing statements', () => {
  const folder = 'src/adapters/postgres';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const attempts = new Set<string>(Object.values(statements).map(({ name }) => name));
  const unknown = KILL_POINTS.filter(
    (name) => !attempts.has(name) && !sources.includes(`'${name}'`),
  );
  expect(unknown).toEqual([]);
});

test('a run of ten minutes has time for every fault', () => {
  const seconds = (isAlong: boolean) =>
    SCENARIOS.filter(({ isAlongside = false }) => isAlongside === isAlong).reduce(
      (sum, one) => sum + one.seconds,
      0,
    );
  expect(seconds(false)).toBeLessThan(575);
  expect(seconds(true)).toBeLessThan(600);
});

test('every fault has a title and an expected behaviour', () => {
  expect(SCENARIOS.filter(({ title, expect: promise }) => title === '' || promise === '')).toEqual(
    [],
  );
});

function faultTable(): string {
  const rows = FAULTS.map((fault) => {
    const answer = 'why' in fault ? `no scenario: ${fault.why}` : fault.expect;
    return `| ${fault.id} | ${fault.title} | ${answer} |`;
  });
  return ['| | fault | what is promised |', '|---|---|---|', ...rows].join('\n');
}

function invariantTable(): string {
  const rows = INVARIANTS.map(({ name, promise }) => `| ${name} | ${promise} |`);
  return ['| | invariant |', '|---|---|', ...rows].join('\n');
}
