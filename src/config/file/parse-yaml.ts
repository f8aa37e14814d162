import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';

import { ConfigurationProblems } from '../configuration-problems.ts';
import { yamlErrorText } from './yaml-error-text.ts';
import { joinedPath } from './yaml-values.ts';

/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed text, and the places of its values. */
export interface ParsedYaml {
  readonly tree: unknown;
  /** Where the value at the path begins, or its key, or the closest value around it. */
  positionOf(steps: readonly (string | number)[]): Position | undefined;
}

/**
 * Parses YAML; an empty text is an empty mapping. Syntax problems have a line but no excerpt, which could show a secret.
 * @throws {ConfigurationProblems} also when an anchor contains itself
 */
export function parseYaml(text: string): unknown {
  return parseLocatedYaml(text).tree;
}

/**
 * The same, with the places of the values.
 * @throws {ConfigurationProblems} also when an anchor contains itself
 */
export function parseLocatedYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings].map(({ pos, code, message }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    const words = yamlErrorText(code, message);
    return { path: `line ${line}, column ${col}`, message: `is not valid YAML: ${words}` };
  });
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  const tree = treeOf(() => document.toJS());
  const circle = circleIn(tree, '', []);
  if (circle !== undefined) {
    const message = 'is not valid: an alias (*) refers to what contains it';
    throw new ConfigurationProblems([{ path: circle, message }]);
  }
  return {
    tree: tree ?? {},
    positionOf(steps) {
      const offset = offsetOf(document, steps);
      if (offset === undefined) return undefined;
      const { line, col } = lineCounter.linePos(offset);
      return { line, column: col };
    },
  };
}

/** The start of the last step that exists: of its key in a mapping, of the item in a list. */
function offsetOf(document: Document, steps: readonly (string | number)[]): number | undefined {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0];
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step] as Node | undefined;
      offset = node?.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
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
