import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { environmentSchema } from '../src/config/environment/environment-schema.ts';

const CHART = 'deploy/helm/eid-broker';
const VARIABLES = Object.keys(environmentSchema.fields);

interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

describe('the compose file', () => {
  const { services, volumes }: Readonly<Record<string, Record<string, ComposeService>>> = parse(
    readFileSync('deploy/compose.yaml', 'utf8'),
    { merge: true },
  );

  test('starts existing services in a possible order', () => {
    expect(Object.keys(services ?? {})).toEqual([
      'database',
      'migrate',
      'apply',
      'broker',
      'bankid-simulator',
    ]);
    expect(Object.keys(volumes ?? {})).toEqual(['database', 'simulator']);
    const missing = Object.values(services ?? {}).flatMap(({ depends_on = {} }) =>
      Object.keys(depends_on).filter((name) => services?.[name] === undefined),
    );
    expect(missing).toEqual([]);
  });

  test('sets existing variables', () => {
    expect(Object.keys(services?.broker?.environment ?? {}).sort()).toEqual([
      'DATABASE_URL',
      'HEALTH_PORT',
      'KEY_ENCRYPTION_KEY',
      'PORT',
    ]);
    for (const name of ['migrate', 'broker']) {
      for (const variable of Object.keys(services?.[name]?.environment ?? {})) {
        expect(VARIABLES).toContain(variable);
      }
    }
    const content = readFileSync('docs/examples/demo.yaml', 'utf8');
    const own = Object.keys(services?.apply?.environment ?? {});
    for (const variable of own.filter((name) => name.startsWith('DEMO_'))) {
      expect(content).toContain(variable);
    }
  });

  test('runs existing commands with the least rights', () => {
    for (const name of ['migrate', 'apply', 'broker']) {
      const { command = [], read_only, cap_drop } = services?.[name] ?? {};
      const entry = /^dist\/([\w/-]+)\.js$/.exec(command[1] ?? 'dist/main.js')?.[1];
      expect(existsSync(`src/${entry}.ts`)).toBe(true);
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    }
  });
});

test('the image of the simulators runs their program', () => {
  const [, program = ''] =
    /"(packages\/eid-simulators\/dist\/[\w/-]+)\.js"/.exec(readFileSync('Dockerfile', 'utf8')) ??
    [];
  expect(existsSync(`${program.replace('/dist/', '/src/')}.ts`)).toBe(true);
});

describe('the chart', () => {
  const values: unknown = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const templates = readdirSync(join(CHART, 'templates')).map((name) => ({
    name,
    text: readFileSync(join(CHART, 'templates', name), 'utf8'),
  }));

  test('has the version of this release', () => {
    const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(chart).toMatchObject({ name, appVersion: version });
  });

  test('uses all existing values, and no others', () => {
    const used = new Set(
      templates.flatMap(({ text }) => [...text.matchAll(/\.Values((?:\.\w+)+)/g)]).map(at),
    );
    const known = pathsOf(values);
    expect([...used].filter((path) => valueAt(values, path) === undefined)).toEqual([]);
    expect(known.filter((path) => !isUsed(path, used))).toEqual([]);
  });

  test('closes each block that it opens, and includes existing templates', () => {
    const defined = templates
      .flatMap(({ text }) => [...text.matchAll(/define "([^"]+)"/g)])
      .map(at);
    for (const { name, text } of templates) {
      const actions = [...text.matchAll(/\{\{-?\s*(if|range|with|define|end)\b/g)].map(at);
      const closed = actions.filter((action) => action === 'end').length;
      expect({ name, open: actions.length - closed }).toEqual({ name, open: closed });
      for (const included of [...text.matchAll(/include "([^"]+)"/g)].map(at)) {
        expect(defined).toContain(included);
      }
    }
  });

  test('runs existing commands with probes on existing paths', () => {
    const text = templates.map((template) => template.text).join('\n');
    for (const entry of [...text.matchAll(/dist\/([\w/-]+)\.js/g)].map(at)) {
      expect(existsSync(`src/${entry}.ts`)).toBe(true);
    }
    expect([...text.matchAll(/path: (\/\w\S*?),? /g)].map(at)).toEqual([
      '/health/alive',
      '/health/ready',
      '/health/alive',
    ]);
  });
});

function at(match: RegExpMatchArray): string {
  return (match[1] ?? '').replace(/^\./, '');
}

/** `a.b.c` for each value that is not a map, or is an empty one. */
function pathsOf(value: unknown, path = ''): string[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value) : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}

function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => Object(value)[name as keyof object], values);
}

/** A value is used itself, or as part of a value that a template writes as a whole. */
function isUsed(path: string, used: ReadonlySet<string>): boolean {
  return [...used].some((one) => path === one || path.startsWith(`${one}.`));
}
