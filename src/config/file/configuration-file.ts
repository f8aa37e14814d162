import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { LineCounter, parseDocument } from 'yaml';

import type { DeclaredConfiguration } from '../../domain/configuration.ts';
import { ConfigurationFaults, type Fault, unreadable } from '../configuration-faults.ts';
import { type KnownEid, knownEid } from './checks.ts';
import { demoFaults, type PublicMaterial } from './demo-faults.ts';
import { type Resolved, readReferencedFile, resolveReferences } from './references.ts';
import { fileFaults } from './rules.ts';
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
 * @throws {ConfigurationFaults} with every fault, in the order of their paths
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
  const found = [
    ...resolved.faults,
    ...withoutUnresolved(
      [
        ...fileFaults(resolved.value, { eids, now }),
        ...unknownKeysAndLiteralSecrets(fileSchema, { ...resolved, path: '' }),
        ...eidSettingsFaults(resolved, eids),
      ],
      resolved.faults,
    ),
  ];
  const faults = [
    ...found.map((fault) => redacted(fault, resolved)),
    ...demoFaults(resolved.value, { eids, demo }),
  ];
  if (faults.length > 0) throw new ConfigurationFaults(inOrder(onceEach(faults)));
  return toConfiguration(fileSchema.cast(resolved.value, { assert: false }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationFaults([{ path: '', message: `${path} ${unreadable(error)}` }]);
  }
}

function eidSettingsFaults(resolved: Resolved, eids: readonly KnownEid[]): Fault[] {
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

/** An unresolved value has one fault, without those of the empty text in its place. */
function withoutUnresolved(faults: readonly Fault[], unresolved: readonly Fault[]): Fault[] {
  return faults.filter(({ path }) => !unresolved.some((one) => one.path === path));
}

/** Sorted by path, with `[2]` before `[10]`. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return faults.toSorted((one, other) => compare(one.path, other.path));
}

/** Two checks may find the same fault. */
function onceEach(faults: readonly Fault[]): Fault[] {
  const texts = new Set<string>();
  return faults.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !texts.has(text) && texts.add(text);
  });
}

/** Removes secrets from a message: the messages of an eID's schema may quote them. */
function redacted({ path, message }: Fault, { secrets }: Resolved): Fault {
  return { path, message: secrets.reduce((text, one) => text.replaceAll(one, '…'), message) };
}

/**
 * Parses YAML; an empty text is an empty mapping. Syntax faults have a line but no excerpt, which could show a secret.
 * @throws {ConfigurationFaults} also when an anchor contains itself
 */
export function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ pos, code }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    const texts = code.toLowerCase().replaceAll('_', ' ');
    return { path: `line ${line}, column ${col}`, message: `is not valid YAML (${texts})` };
  });
  if (faults.length > 0) throw new ConfigurationFaults(faults);
  const tree = treeOf(() => document.toJS());
  const circle = circleIn(tree, '', []);
  if (circle !== undefined) {
    const message = 'is not valid: an alias (*) refers to what contains it';
    throw new ConfigurationFaults([{ path: circle, message }]);
  }
  return tree ?? {};
}

function treeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = 'is not valid YAML: an alias (*) has no anchor (&), or aliases multiply';
    throw new ConfigurationFaults([{ path: '', message }]);
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
