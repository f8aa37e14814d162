import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from '@jest/globals';

const DAY_MS = 24 * 60 * 60 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'advisories-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ADVISORY = {
  id: 'CVE-2026-90711',
  summary: 'proxy-addr trusts all of IPv4',
  modified: daysAgo(29),
  affected: [
    {
      package: { ecosystem: 'npm', name: 'proxy-addr' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.8' }] }],
    },
  ],
};
const EXPORT = written('export.json', [ADVISORY]);

describe('an OSV export', () => {
  test('reports an advisory for proxy-addr 2.0.7', async () => {
    expect(await check(EXPORT, lockOf('2.0.7'))).toEqual({
      code: 1,
      out: 'proxy-addr@2.0.7  CVE-2026-90711  proxy-addr trusts all of IPv4\nadvisories for delivered packages: 1\n',
      err: '',
    });
  });

  test('reports no advisory for the delivered packages', async () => {
    expect(await check(EXPORT)).toEqual({
      code: 0,
      out: 'advisories for delivered packages: 0\n',
      err: '',
    });
  });

  test('may be a folder with one file for each advisory', async () => {
    const from = mkdtempSync(join(folder, 'export-'));
    written('CVE.json', ADVISORY, from);
    expect((await check(from, lockOf('2.0.7'))).code).toBe(1);
  });

  test.each([
    ['the last affected version', [{ introduced: '2.0.0' }, { last_affected: '2.0.7' }], 1],
    ['a version after the last affected one', [{ introduced: '0' }, { last_affected: '2.0.6' }], 0],
    ['a version before the first', [{ introduced: '2.0.8' }], 0],
    [
      'a second range',
      [{ introduced: '2.0.5' }, { introduced: '0' }, { fixed: '1.0.0' }, { fixed: '2.1.0' }],
      1,
    ],
  ])('applies the rules of OSV to %s', async (name, events, code) => {
    const affected = [{ ...ADVISORY.affected[0], ranges: [{ type: 'SEMVER', events }] }];
    const path = written(`${name}.json`, [{ ...ADVISORY, affected }]);
    expect((await check(path, lockOf('2.0.7'))).code).toBe(code);
  });

  test('may contain a withdrawn advisory, which does not count', async () => {
    const path = written('withdrawn.json', [{ ...ADVISORY, withdrawn: daysAgo(2) }]);
    expect((await check(path, lockOf('2.0.7'))).code).toBe(0);
  });

  test.each([
    [
      'is older than 30 days',
      [{ ...ADVISORY, modified: daysAgo(31) }],
      /is of .+, more than 30 days/,
    ],
    ['holds nothing', [], /holds no records of OSV/],
  ])('that %s fails the check', async (name, records, reason) => {
    const { code, out, err } = await check(written(`${name}.json`, records));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^advisories not checked: /);
    expect(err).toMatch(reason);
  });

  test('that is missing fails the check', async () => {
    const { code, err } = await check(join(folder, 'missing.json'));
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^advisories not checked: ENOENT: /),
    });
  });
});

describe('without an export the check queries the registry', () => {
  const BULK = '/-/npm/v1/security/advisories/bulk';

  test('and passes when the registry lists no advisory', async () => {
    const { port, close, requests } = await registry(200);
    expect(await checkAt(port)).toEqual({
      code: 0,
      out: 'advisories for delivered packages: 0\n',
      err: '',
    });
    expect(requests).toEqual([BULK]);
    await close();
  });

  test('and fails when the registry lacks the service', async () => {
    const { port, close } = await registry(405);
    const { code, out, err } = await checkAt(port);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^advisories not checked: npm audit says "405 .+"; give the path of an OSV export\n$/,
    );
    await close();
  });
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

function written(name: string, content: unknown, into = folder): string {
  const path = join(into, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** A lock file with one delivered package. */
function lockOf(version: string): string {
  const packages = { '': {}, 'node_modules/proxy-addr': { version } };
  return written(`lock-${version}.json`, { packages });
}

interface Checked {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function check(...args: readonly string[]): Promise<Checked> {
  return run(args, process.env);
}

function checkAt(port: number): Promise<Checked> {
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  return run([], { ...env, npm_config_cache: folder, npm_config_fetch_retries: '0' });
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Checked> {
  const command = ['scripts/check-advisories.mjs', ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { env }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

/** A registry of npm with the service of `npm audit`, or with a 405 for it. */
async function registry(status: number) {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(req.url ?? '');
    req.resume();
    res.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port: (server.address() as AddressInfo).port, close, requests };
}
