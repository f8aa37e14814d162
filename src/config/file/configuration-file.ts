import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { LineCounter, parseDocument } from 'yaml';

import type { DeclaredConfiguration } from '../../domain/configuration.ts';
import { ConfigurationProblems, type Problem, unreadable } from '../configuration-problems.ts';
import { withoutAliases } from './acr-aliases.ts';
import { type KnownEid, knownEid } from './checks.ts';
import { demoProblems, type PublicMaterial } from './demo-problems.ts';
import { type Resolved, readReferencedFile, resolveReferences } from './references.ts';
import { fileProblems } from './rules.ts';
import { fileSchema } from './schema.ts';
import { toConfiguration } from './to-configuration.ts';
import {
  joinedPath,
  listAt,
  memberAt,
  textAt,
  unknownKeysAndLiteralSecrets,
} from './yaml-values.ts';

/** The configuration file, and the parameters of reading it. */
export interface ConfigurationFile {
  /** The YAML file; the paths in it are relative to its folder. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly eids: readonly KnownEid[];
  readonly demo: PublicMaterial;
  readonly now: Date;
}

/**
 * Reads and checks the configuration file.
 * @throws {ConfigurationProblems} with every problem, in the order of their paths
 */
export function readConfigurationFile({
  path,
  env,
  eids,
  demo,
  now,
}: ConfigurationFile): DeclaredConfiguration {
  const folder = dirname(path);
  const resolved = resolveReferences(parseYaml(readText(path)), {
    env,
    readFile: (name) => readReferencedFile(resolve(folder, name)),
  });
  const file = withoutAliases(resolved.value, eids);
  const found = [
    ...resolved.problems,
    ...withoutUnresolved(
      [
        ...fileProblems(file, { eids, now }),
        ...unknownKeysAndLiteralSecrets(fileSchema, { ...resolved, path: '' }),
        ...eidSettingsProblems(resolved, eids),
      ],
      resolved.problems,
    ),
  ];
  const problems = [
    ...found.map((problem) => redacted(problem, resolved)),
    ...demoProblems(resolved.value, { eids, demo }),
  ];
  if (problems.length > 0) throw new ConfigurationProblems(inOrder(onceEach(problems)));
  return toConfiguration(fileSchema.cast(file, { assert: false }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationProblems([{ path: '', message: `${path} ${unreadable(error)}` }]);
  }
}

function eidSettingsProblems(resolved: Resolved, eids: readonly KnownEid[]): Problem[] {
  return listAt(resolved.value, 'tenants').flatMap((tenant, tenantIndex) =>
    listAt(tenant, 'eids').flatMap((item, index) => {
      const known = knownEid(textAt(item, 'eid'), eids);
      if (known === undefined) return [];
      return unknownKeysAndLiteralSecrets(known.settings, {
        value: memberAt(item, 'settings'),
        path: `tenants[${tenantIndex}].eids[${index}].settings`,
        referenced: resolved.referenced,
      });
    }),
  );
}

/** An unresolved value has one problem, without those of the empty text in its place. */
function withoutUnresolved(
  problems: readonly Problem[],
  unresolved: readonly Problem[],
): Problem[] {
  return problems.filter(({ path }) => !unresolved.some((one) => one.path === path));
}

/** Sorted by path, with `[2]` before `[10]`. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return problems.toSorted((one, other) => compare(one.path, other.path));
}

/** Two checks may find the same problem. */
function onceEach(problems: readonly Problem[]): Problem[] {
  const texts = new Set<string>();
  return problems.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !texts.has(text) && texts.add(text);
  });
}

/** Removes secrets from a message: the messages of an eID's schema may quote them. */
function redacted({ path, message }: Problem, { secrets }: Resolved): Problem {
  return { path, message: secrets.reduce((text, one) => text.replaceAll(one, '…'), message) };
}

/**
 * Parses YAML; an empty text is an empty mapping. Syntax problems have a line but no excerpt, which could show a secret.
 * @throws {ConfigurationProblems} also when an anchor contains itself
 */
export function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings].map(({ pos, code }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    const texts = code.toLowerCase().replaceAll('_', ' ');
    return { path: `line ${line}, column ${col}`, message: `is not valid YAML (${texts})` };
  });
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  const tree = treeOf(() => document.toJS());
  const circle = circleIn(tree, '', []);
  if (circle !== undefined) {
    const message = 'is not valid: an alias (*) refers to what contains it';
    throw new ConfigurationProblems([{ path: circle, message }]);
  }
  return tree ?? {};
}

function treeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = 'is not valid YAML: an alias (*) has no anchor (&), or aliases multiply';
    throw new ConfigurationProblems([{ path: '', message }]);
  }
}

/** The path at which a value contains itself. */
function circleIn(value: unknown, path: string, above: readonly object[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.includes(value)) return path;
  const inside = [...above, value];
  for (const [key, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : key;
    const found = circleIn(member, joinedPath(path, step), inside);
    if (found !== undefined) return found;
  }
  return undefined;
}
