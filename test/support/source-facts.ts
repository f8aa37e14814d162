import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { parseSync } from '@swc/core';

/** A place in a source file. */
export interface SourceFact {
  /** The path below the source folder: `flows/order/start-order.ts`. */
  readonly file: string;
  readonly line: number;
}

/** One import, re-export, dynamic import or import type. */
export interface SourceImport extends SourceFact {
  /** A source file, a package or a module of Node: `domain/acr.ts`, `pg`, `node:fs`. */
  readonly target: string;
  /** Whether the import vanishes at compile time. */
  readonly typeOnly: boolean;
}

/** A use of the clock, of randomness, of the environment or of the network. */
export interface SourceCall extends SourceFact {
  readonly call: string;
}

/** The imports of one TypeScript file, and its calls of the runtime. */
export interface SourceFacts {
  readonly imports: readonly SourceImport[];
  readonly calls: readonly SourceCall[];
}

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Functions of randomness that a bare name identifies. */
const RANDOM = ['randomUUID', 'randomBytes', 'generateKeyPair', 'generateKeyPairSync'];

/** The paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Parses one TypeScript file below the source folder. */
export function sourceFactsOf(root: string, file: string): SourceFacts {
  const text = readFileSync(join(root, file));
  return factsInText(text.toString(), file);
}

/** Parses a text. */
export function factsInText(text: string, file: string): SourceFacts {
  const module = parseSync(text, {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
    target: 'es2023',
  });
  const bytes = Buffer.from(text);
  // The parser counts bytes, from one.
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

function visit(node: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, onNode);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') onNode(node as Node);
  for (const member of Object.values(node)) visit(member, onNode);
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
