import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { linesOf, runCommand } from './support/run-command.ts';

const COMMANDS = [
  'serve',
  'migrate',
  'apply',
  'show',
  'check',
  'revisions',
  'rollback',
  'keys',
  'admin',
  'token',
  'explain',
  'usage',
  'erase',
  'verify-events',
  'verify-evidence',
  'after-restore',
];
const USAGE = 'usage: node dist/cli.js COMMAND [OPTIONS]';

describe('the command line', () => {
  test('lists every command in its help', async () => {
    const { code, out, err } = await runCommand('--help', []);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [usage, ...lines] = linesOf(out);
    expect(usage).toBe(USAGE);
    const listed = lines.flatMap((line) => /^ {2}([\w-]+) {2,}\w/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(COMMANDS);
  });

  test.each(COMMANDS)('%s prints its help without an environment', async (name) => {
    for (const flag of ['--help', '-h']) {
      const { code, out, err } = await runCommand(name, [flag]);
      expect({ code, err: withoutWarning(err) }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(new RegExp(`^usage: node dist/cli.js ${name}(?: .*)?\n\n.+\n`));
      const [usage = '', ...lines] = linesOf(out);
      const options = lines.flatMap((line) => /^ {2}(--\S+)/.exec(line)?.[1] ?? []);
      expect(options).toEqual([...(usage.match(/--[\w-]+/g) ?? []), '--help']);
    }
  });

  test.each([
    ['migrat', 'unknown command migrat; did you mean migrate?'],
    ['verify_events', 'unknown command verify_events; did you mean verify-events?'],
    ['constructor', 'unknown command constructor'],
    ['--hlep', 'unknown option --hlep; did you mean --help?'],
  ])('refuses %s with the closest name', async (name, reason) => {
    expect(await runCommand(name, [])).toEqual({ code: 1, out: '', err: `${reason}\n${USAGE}\n` });
  });

  test('refuses a call without a command with the list of commands', async () => {
    const { code, out, err } = await runCommand('', []);
    expect({ code, out, first: linesOf(err).slice(0, 2) }).toEqual({
      code: 1,
      out: '',
      first: ['COMMAND is missing', USAGE],
    });
  });

  test('reports every fault of the arguments together', async () => {
    const { code, err } = await runCommand('migrate', ['--statu', '--constructor', '--status=no']);
    expect({ code, err: linesOf(err) }).toEqual({
      code: 1,
      err: [
        'unknown option --statu; did you mean --status?',
        'unknown option --constructor',
        '--status takes no value',
        'usage: node dist/cli.js migrate [--status]',
      ],
    });
  });

  test.each([
    ['--help', 0, /^usage: node dist\/main\.js\n/, /^$/],
    ['--hlep', 1, /^$/, /^unknown option --hlep; did you mean --help\?\nusage: /],
  ])("the service's process does not start with %s", (arg, code, out, err) => {
    const ended = run(process.cwd(), process.execPath, ['dist/main.js', arg]);
    expect(ended.status).toBe(code);
    expect(ended.stdout).toMatch(out);
    expect(withoutWarning(ended.stderr)).toMatch(err);
  });
});

describe('an installation without development dependencies', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'installed-'));
    for (const path of ['package.json', 'dist', 'migrations', 'packages/evidence']) {
      cpSync(path, join(folder, path), { recursive: true });
    }
    for (const path of installedForProduction()) copyPackage(path, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(COMMANDS)('runs %s', (name) => {
    const { status, stdout, stderr } = run(folder, process.execPath, ['dist/cli.js', name, '-h']);
    expect({ status, stderr: withoutWarning(stderr) }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^usage: node dist/cli.js ${name}\\b`));
  });

  test('has a command line that is a program', () => {
    expect(statSync(join(folder, 'dist/cli.js')).mode & 0o111).toBe(0o111);
  });

  test('runs commands by npx, which downloads nothing', () => {
    const args = ['--no-install', '--offline', 'eid-broker', 'keys', 'lst'];
    const { status, stdout, stderr } = run(folder, 'npx', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^unknown command lst; did you mean list\?$/m);
    expect(stderr).toMatch(/^usage: npx --no-install eid-broker keys list\|/m);
  });
});

interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCKED: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
).packages;

/** The folders of the packages that `dependencies` lead to. */
function installedForProduction(): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [''];
  for (let owner = pending.pop(); owner !== undefined; owner = pending.pop()) {
    for (const name of Object.keys(LOCKED[owner]?.dependencies ?? {})) {
      const path = placeOf(name, owner);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      pending.push(path);
    }
  }
  return found;
}

/** The folder of a package: nested in its dependent, or in one of the folders above. */
function placeOf(name: string, owner: string): string | undefined {
  const path = join(owner, 'node_modules', name);
  if (LOCKED[path] !== undefined) return path;
  return owner === ''
    ? undefined
    : placeOf(name, owner.replace(/(?:^|\/)node_modules\/(?!.*node_modules\/).*$/, ''));
}

function copyPackage(path: string, folder: string): void {
  const { link, resolved = '' } = LOCKED[path] ?? {};
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  if (link) symlinkSync(join(folder, resolved), target);
  else cpSync(path, target, { recursive: true });
}

function run(cwd: string, program: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, npm_config_cache: join(cwd, '.npm') };
  return spawnSync(program, args, { cwd, env, encoding: 'utf8' });
}

/** The library's warning about the version of Node. */
function withoutWarning(text: string): string {
  return text.replace(/^oidc-provider WARNING: Unsupported runtime.*\n/m, '');
}
