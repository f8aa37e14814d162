import type { Schema, SchemaFieldDescription } from 'yup';

import { suggestion } from '../../domain/closest-name.ts';
import type { StoredReference } from '../../domain/configuration.ts';
import type { Problem } from '../configuration-problems.ts';

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * The problems that a schema does not find: unknown keys, and secrets in the file instead of references. `referenced` are
 * the paths whose values came from a file or the environment.
 */
export function unknownKeysAndLiteralSecrets(
  schema: Schema,
  { value, path, referenced }: Place,
): Problem[] {
  return walk(schema.describe({ value }), { value, path, referenced });
}

/** A value and its path. */
export interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly referenced: Pick<ReadonlySet<string>, 'has'>;
}

function walk(schema: SchemaFieldDescription | undefined, place: Place): Problem[] {
  const { value, path } = place;
  if (Array.isArray(value)) {
    const item = itemOf(schema);
    return value.flatMap((one: unknown, index) =>
      walk(item, { ...place, value: one, path: joinedPath(path, `[${index}]`) }),
    );
  }
  if (isMapping(value)) {
    return Object.entries(value).flatMap(([key, member]) => {
      const below = { ...place, value: member, path: joinedPath(path, key) };
      const fields = fieldsOf(schema);
      if (fields === undefined) return walk(undefined, below);
      return Object.hasOwn(fields, key)
        ? walk(fields[key], below)
        : [
            {
              path: below.path,
              message: `is not a setting we know${suggestion(key, Object.keys(fields))}`,
            },
          ];
    });
  }
  return literalSecretProblems(schema, place);
}

function literalSecretProblems(
  schema: SchemaFieldDescription | undefined,
  { value, path, referenced }: Place,
): Problem[] {
  if (typeof value !== 'string' || referenced.has(path)) return [];
  if (notesOf(schema).secret !== true && !PRIVATE_KEY.test(value)) return [];
  const message =
    'must not be written here: use { env: NAME }, { file: path } or, if binary, { base64File: path }';
  return [{ path, message }];
}

interface SecretNotes {
  readonly secret?: boolean;
  readonly sentTo?: readonly string[];
}

function notesOf(schema: SchemaFieldDescription | undefined): SecretNotes {
  const meta = schema !== undefined && 'meta' in schema ? schema.meta : undefined;
  return (meta as SecretNotes | undefined) ?? {};
}

function fieldsOf(schema: SchemaFieldDescription | undefined) {
  return schema !== undefined && 'fields' in schema ? schema.fields : undefined;
}

function itemOf(schema: SchemaFieldDescription | undefined): SchemaFieldDescription | undefined {
  const item = schema !== undefined && 'innerType' in schema ? schema.innerType : undefined;
  return Array.isArray(item) ? undefined : item;
}

interface Mapping {
  readonly path: string;
  /** Of every value but lists, the outer ones first. A mapping that it returns unchanged is entered. */
  readonly map: (value: unknown, place: MappedPlace) => unknown;
}

interface MappedPlace {
  readonly path: string;
  /** The schema marks the value as secret, or it is a private key. */
  readonly isSecret: boolean;
  /** The settings, beside a secret that is sent, that decide who gets it. */
  readonly sentTo: readonly string[];
}

/** Maps an unchecked value, with its schema beside it. */
export function mapDescribed(
  schema: SchemaFieldDescription | undefined,
  value: unknown,
  { path, map }: Mapping,
): unknown {
  if (Array.isArray(value)) {
    const item = itemOf(schema);
    return value.map((one: unknown, index) =>
      mapDescribed(item, one, { path: joinedPath(path, `[${index}]`), map }),
    );
  }
  const isKey = typeof value === 'string' && PRIVATE_KEY.test(value);
  const { secret = false, sentTo = [] } = notesOf(schema);
  const mapped = map(value, { path, isSecret: isKey || secret, sentTo });
  if (mapped !== value || !isMapping(value)) return mapped;
  const fields = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const known = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [key, mapDescribed(known, member, { path: joinedPath(path, key), map })];
    }),
  );
}

/** Every text in an unchecked value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The list under a key of an unchecked value; empty when there is none. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const list = memberAt(value, key);
  return Array.isArray(list) ? list : [];
}

/** The text under a key of an unchecked value. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = memberAt(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** The member under a key of an unchecked value. */
export function memberAt(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** True for a YAML mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for `{ stored: FINGERPRINT }`. */
export function isStoredReference(value: unknown): value is StoredReference {
  return isMapping(value) && Object.keys(value).length === 1 && typeof value.stored === 'string';
}

/** Joins two paths: `a` and `b` make `a.b`, `a` and `[0]` make `a[0]`. */
export function joinedPath(parent: string, child: string): string {
  if (parent === '' || child === '' || child.startsWith('[')) return parent + child;
  return `${parent}.${child}`;
}
