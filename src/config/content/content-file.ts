import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { LineCounter, parseDocument } from 'yaml';

import type { Content } from '../../domain/content.ts';
import { ConfigurationFaults, type Fault, unreadable } from '../configuration-faults.ts';
import { contentOf } from './content-of.ts';
import { fileFaults, fileSchema } from './content-schema.ts';
import { type KnownEid, knownEid } from './known-eid.ts';
import { listAt, memberAt, textAt } from './loose-values.ts';
import { type Resolved, resolveReferences } from './resolve-references.ts';
import { strangeKeysAndLiteralSecrets } from './settings-walk.ts';

/** What reading the content file takes. */
export interface ContentFile {
  /** The YAML file; files it refers to are found from its folder. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly eids: readonly KnownEid[];
  readonly now: Date;
}

/**
 * Reads and checks the declarative content.
 * @throws {ConfigurationFaults} with every fault by its path
 */
export function readContentFile({ path, env, eids, now }: ContentFile): Content {
  const folder = dirname(path);
  const resolved = resolveReferences(parseYaml(readText(path)), {
    env,
    readFile: (name) => readFileSync(resolve(folder, name)),
  });
  const faults = [
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
  if (faults.length > 0) throw new ConfigurationFaults(onceEach(faults, resolved));
  return contentOf(fileSchema.cast(resolved.value, { assert: false }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationFaults([{ path: '', message: `${path} ${unreadable(error)}` }]);
  }
}

/** Syntax faults are told by line only: an excerpt could show a secret. */
function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ pos, code }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    const words = code.toLowerCase().replaceAll('_', ' ');
    return { path: `line ${line}, column ${col}`, message: `is not valid YAML (${words})` };
  });
  if (faults.length > 0) throw new ConfigurationFaults(faults);
  const content: unknown = document.toJS();
  return content ?? {};
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

/** Two checks may see the same fault. */
function onceEach(faults: readonly Fault[], resolved: Resolved): Fault[] {
  const texts = new Set<string>();
  return faults
    .map((fault) => veiled(fault, resolved))
    .filter(({ path, message }) => {
      const text = `${path}: ${message}`;
      return !texts.has(text) && texts.add(text);
    });
}

/** The last line of defence: an eID's own messages, too, must not show a secret. */
function veiled({ path, message }: Fault, { secrets }: Resolved): Fault {
  return { path, message: secrets.reduce((text, one) => text.replaceAll(one, '…'), message) };
}
