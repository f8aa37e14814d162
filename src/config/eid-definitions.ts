import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigurationProblems, unreadable } from './configuration-problems.ts';
import { parseYaml } from './file/parse-yaml.ts';

/** A definition file, parsed and not checked. */
export interface DefinitionFile {
  readonly path: string;
  readonly content: unknown;
}

/**
 * Reads files in YAML, and those of folders, in the order of their names.
 * @throws {ConfigurationProblems} with every problem, each with its file
 */
export function readEidDefinitions(paths: readonly string[]): readonly DefinitionFile[] {
  const files: DefinitionFile[] = [];
  const problems: { path: string; message: string }[] = [];
  for (const path of paths) {
    try {
      for (const file of filesAt(path)) {
        files.push({ path: file, content: parseYaml(readFileSync(file, 'utf8')) });
      }
    } catch (error) {
      const found = error instanceof ConfigurationProblems ? error.problems : undefined;
      for (const { path: at, message } of found ?? [{ path: '', message: unreadable(error) }]) {
        problems.push({ path: `EID_DEFINITIONS: ${path}`, message: `${at} ${message}`.trim() });
      }
    }
  }
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  return files;
}

function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name));
  return names.sort().map((name) => join(path, name));
}
