import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { parseSync } from '@swc/core';

/** Something that a source file does, and where. */
export interface SourceFact {
  /** From the folder of the sources: `flows/order/start-order.ts`. */
  readonly file: string;
  readonly line: number;
}

/** One import, re-export, dynamic import or import type. */
export interface SourceImport extends SourceFact {
  /** A file of the sources, a package or a module of Node: `domain/acr.ts`, `pg`, `node:fs`. */
  readonly target: string;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** A use of the clock, of randomness, of the environment or of the network. */
export interface SourceCall extends SourceFact {
  readonly call: string;
}

/** What one TypeScript file imports, and which surroundings it reaches for. */
export interface SourceFacts {
  readonly imports: readonly SourceImport[];
  readonly calls: readonly SourceCall[];
}

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What draws on randomness, by its name alone. */
const RANDOM = ['randomUUID', 'randomBytes', 'generateKeyPair', 'generateKeyPairSync'];

/** All files below a folder, as paths from it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Reads one TypeScript file below the folder of the sources. */
export function sourceFactsOf(root: string, file: string): SourceFacts {
  const text = readFileSync(join(root, file));
  return factsInText(text.toString(), file);
}

/** The same for a text. */
export function factsInText(text: string, file: string): SourceFacts {
  const module = parseSync(text, { syntax: 'typescript', target: 'es2023' });
  const bytes = Buffer.from(text);
  // The parser counts in bytes, from one.
  const lineOf = (node: Node): number => {
    const { start } = node.span as { readonly start: number };
    return bytes
      .subarray(0, start - 1)
      .toString()
      .split('\n').length;
  };

  const imports: SourceImport[] = [];
  const calls: SourceCall[] = [];
  visit(module as unknown as Node, (node) => {
    const found = importOf(node);
    if (found !== undefined) {
      const target = resolved(file, found.specifier);
      imports.push({ file, line: lineOf(node), target, typeOnly: found.typeOnly });
    }
    const call = callOf(node);
    if (call !== undefined) calls.push({ file, line: lineOf(node), call });
  });
  return { imports, calls };
}

function visit(node: unknown, snapshot: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, snapshot);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') snapshot(node as Node);
  for (const member of Object.values(node)) visit(member, snapshot);
}

function importOf(node: Node) {
  const source = (node.source as { readonly value?: string } | null | undefined)?.value;
  switch (node.type) {
    case 'ImportDeclaration':
      return { specifier: String(source), typeOnly: node.typeOnly === true || allTypes(node) };
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      if (source === undefined) return undefined;
      return { specifier: source, typeOnly: node.typeOnly === true || allTypes(node) };
    case 'TsImportType':
      return { specifier: (node.argument as { readonly value: string }).value, typeOnly: true };
    case 'CallExpression': {
      if ((node.callee as Node).type !== 'Import') return undefined;
      const [first] = node.arguments as { readonly expression: Node }[];
      return { specifier: String(first?.expression.value), typeOnly: false };
    }
    default:
      return undefined;
  }
}

function allTypes(node: Node): boolean {
  const specifiers = (node.specifiers ?? []) as readonly { readonly isTypeOnly?: boolean }[];
  return specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly === true);
}

function callOf(node: Node): string | undefined {
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date') {
    return (node.arguments as unknown[] | null | undefined)?.length ? undefined : 'new Date()';
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'fetch') return 'fetch()';
  if (node.type === 'MemberExpression') {
    const path = `${nameOf(node.object)}.${nameOf(node.property)}`;
    return ['Date.now', 'Math.random', 'process.env'].includes(path) ? path : undefined;
  }
  const name = nameOf(node);
  return name !== undefined && RANDOM.includes(name) ? name : undefined;
}

function nameOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as { readonly type?: string; readonly value?: unknown };
  return type === 'Identifier' && typeof value === 'string' ? value : undefined;
}

function resolved(file: string, specifier: string): string {
  return specifier.startsWith('.')
    ? posix.normalize(posix.join(posix.dirname(file), specifier))
    : specifier;
}
