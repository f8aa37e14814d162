import { LineCounter, parseDocument } from 'yaml';

import { ConfigurationFaults } from '../configuration-faults.ts';
import { joinedPath } from './path.ts';

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
    const words = code.toLowerCase().replaceAll('_', ' ');
    return { path: `line ${line}, column ${col}`, message: `is not valid YAML (${words})` };
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
