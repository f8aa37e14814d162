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

/** What reading the content file takes. */
export interface ConfigurationFile {
  /** The YAML file; files it refers to are found from its folder. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly eids: readonly KnownEid[];
  readonly demo: PublicMaterial;
  readonly now: Date;
}

/**
 * Reads and checks the declarative content.
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
    ...found.map((fault) => veiled(fault, resolved)),
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

/** A value that could not be resolved has one fault, not those of the empty text in its place too. */
function withoutUnresolved(faults: readonly Fault[], unresolved: readonly Fault[]): Fault[] {
  return faults.filter(({ path }) => !unresolved.some((one) => one.path === path));
}

/** `[2]` comes before `[10]`. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return faults.toSorted((one, other) => compare(one.path, other.path));
}

/** Two checks may see the same fault. */
function onceEach(faults: readonly Fault[]): Fault[] {
  const texts = new Set<string>();
  return faults.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !texts.has(text) && texts.add(text);
  });
}

/** The last line of defence: an eID's own messages, too, must not show a secret. */
function veiled({ path, message }: Fault, { secrets }: Resolved): Fault {
  return { path, message: secrets.reduce((text, one) => text.replaceAll(one, '…'), message) };
}

/**
 * The tree that a YAML text describes; a mapping without anything for an empty text. Syntax faults are
 * told by line only: an excerpt could show a secret.
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

/** The path at which a value is inside itself. */
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
