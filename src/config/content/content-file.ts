import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Content } from '../../domain/content.ts';
import { ConfigurationFaults, type Fault, unreadable } from '../configuration-faults.ts';
import { contentOf } from './content-of.ts';
import { fileFaults } from './content-rules.ts';
import { fileSchema } from './content-schema.ts';
import { demoFaults, type PublicMaterial } from './demo-faults.ts';
import { type KnownEid, knownEid } from './known-eid.ts';
import { listAt, memberAt, textAt } from './loose-values.ts';
import { parseYaml } from './parse-yaml.ts';
import { readReferencedFile } from './read-referenced-file.ts';
import { type Resolved, resolveReferences } from './resolve-references.ts';
import { strangeKeysAndLiteralSecrets } from './settings-walk.ts';

/** What reading the content file takes. */
export interface ContentFile {
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
export function readContentFile({ path, env, eids, demo, now }: ContentFile): Content {
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
        ...strangeKeysAndLiteralSecrets(fileSchema, { ...resolved, path: '' }),
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
  return contentOf(fileSchema.cast(resolved.value, { assert: false }));
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
      return strangeKeysAndLiteralSecrets(known.settings, {
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
