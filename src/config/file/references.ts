import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

import { type Problem, unreadable } from '../configuration-problems.ts';
import { isOwnSecret } from '../environment/environment.ts';
import { isMapping, joinedPath } from './yaml-values.ts';

/** The sources of referenced values. */
export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bytes of a file named relative to the YAML file. @throws {UnfitFile} */
  readonly readFile: (path: string) => Uint8Array;
}

/** A tree without references. */
export interface Resolved {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The paths whose value came from a file or the environment. */
  readonly referenced: Pick<ReadonlySet<string>, 'has'>;
  /** These values: no message may show them. */
  readonly secrets: readonly string[];
}

interface Work {
  readonly sources: Sources;
  readonly problems: Problem[];
  readonly referenced: Set<string>;
  readonly secrets: string[];
}

const KINDS = ['env', 'file', 'base64File'] as const;
const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
/** The same, or with one more `$`: the text itself. */
const ESCAPED = new RegExp(`\\$?${PLACEHOLDER.source}`, 'g');

/** A text in which nothing is replaced: `${NAME}` becomes `$${NAME}`. */
export function literal(text: string): string {
  return text.replaceAll(PLACEHOLDER, (placeholder) => `$${placeholder}`);
}

/**
 * Replaces `{ env: NAME }` and `{ file: path }` by the text found there, `{ base64File: path }` by the file in base64, and
 * `${NAME}` or `${NAME:-default}` inside any text by that variable; `$${NAME}` stays `${NAME}`. An unresolved reference
 * becomes an empty text and a problem; so does a reference to a secret of the process itself.
 */
export function resolveReferences(tree: unknown, sources: Sources): Resolved {
  const work: Work = { sources, problems: [], referenced: new Set(), secrets: [] };
  const value = resolve(tree, '', work);
  return { value, problems: work.problems, referenced: work.referenced, secrets: work.secrets };
}

function resolve(value: unknown, path: string, work: Work): unknown {
  if (typeof value === 'string') return fillIn(value, path, work);
  if (Array.isArray(value)) {
    return value.map((item, index) => resolve(item, joinedPath(path, `[${index}]`), work));
  }
  if (!isMapping(value)) return value;
  const reference = referenceIn(value);
  if (reference !== undefined) return follow(reference, path, work);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      return [key, resolve(item, joinedPath(path, key), work)];
    }),
  );
}

interface Reference {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
}

function referenceIn(value: Readonly<Record<string, unknown>>): Reference | undefined {
  const [[key, name] = [], ...others] = Object.entries(value);
  const kind = KINDS.find((known) => known === key);
  if (kind === undefined || typeof name !== 'string' || others.length > 0) return undefined;
  return { kind, name };
}

function follow({ kind, name }: Reference, path: string, work: Work): string {
  work.referenced.add(path);
  const target = fillIn(name, path, work);
  const text = kind === 'env' ? variable(target, path, work) : file(kind, target, path, work);
  if (text.length > 3) work.secrets.push(text);
  return text;
}

function fillIn(text: string, path: string, work: Work): string {
  return text.replaceAll(ESCAPED, (match, name: string, byDefault: string | undefined) => {
    if (match.startsWith('$$')) return match.slice(1);
    if (byDefault === undefined || isOwnSecret(name)) return variable(name, path, work);
    return work.sources.env[name] || byDefault;
  });
}

function variable(name: string, path: string, work: Work): string {
  if (isOwnSecret(name)) {
    work.problems.push({ path, message: `the variable ${name} is a secret of the service itself` });
    return '';
  }
  const text = work.sources.env[name] ?? '';
  if (text === '') work.problems.push({ path, message: `the variable ${name} is not set` });
  return text;
}

function file(kind: 'file' | 'base64File', name: string, path: string, work: Work): string {
  if (name === '') return '';
  try {
    const bytes = Buffer.from(work.sources.readFile(name));
    return kind === 'file'
      ? bytes.toString('utf8').replace(/\r?\n$/, '')
      : bytes.toString('base64');
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error;
    work.problems.push({ path, message: `the file ${name} ${error.message}` });
    return '';
  }
}

const MAX_BYTES = 1024 * 1024;

/** A file that cannot be used. The message has the reason, and never the content. */
export class UnfitFile extends Error {}

/**
 * The bytes of a file that the configuration file refers to.
 * @throws {UnfitFile} for an empty or big file, or one that is not regular: reading a device might never end
 */
export function readReferencedFile(path: string): Uint8Array {
  try {
    // Opening a pipe must not wait for its writer.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = fstatSync(file);
      if (!status.isFile()) throw new UnfitFile('is not a regular file');
      if (status.size > MAX_BYTES) throw new UnfitFile('is bigger than a megabyte (1 MiB)');
      if (status.size === 0) throw new UnfitFile('is empty');
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof UnfitFile ? error : new UnfitFile(unreadable(error));
  }
}
