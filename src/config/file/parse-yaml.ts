import { LineCounter, parseDocument } from 'yaml';

import { ConfigurationProblems } from '../configuration-problems.ts';
import { joinedPath } from './yaml-values.ts';

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
