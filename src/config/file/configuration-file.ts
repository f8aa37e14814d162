import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { DeclaredConfiguration } from '../../domain/configuration.ts';
import { ConfigurationProblems, unreadable } from '../configuration-problems.ts';
import { type CheckContext, checkedTree, type StoredSecretsOf } from './checked-tree.ts';
import { located } from './located-problems.ts';
import { parseLocatedYaml, parseYaml } from './parse-yaml.ts';
import { readReferencedFile, resolveReferences, UnfitFile } from './references.ts';
import { refersToStored } from './stored-references.ts';
import { listAt } from './yaml-values.ts';

/** The configuration file, and the parameters of reading it. */
export interface ConfigurationFile extends CheckContext {
  /** The YAML file; the paths in it are relative to its folder. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file that was read, and not checked. */
export interface OpenedFile {
  /** True when a secret is a reference to a stored one. */
  readonly refersToStored: boolean;
  /**
   * Checks the file.
   * @throws {ConfigurationProblems} with every problem, in the order of their paths
   */
  check(stored?: StoredSecretsOf): DeclaredConfiguration;
}

/**
 * Reads the file.
 * @throws {ConfigurationProblems} it cannot be read, or is not YAML
 */
export function openConfigurationFile({ path, env, ...context }: ConfigurationFile): OpenedFile {
  const folder = dirname(path);
  const parsed = parseLocatedYaml(readText(path));
  const { tree } = parsed;
  return {
    refersToStored: refersToStored(tree),
    check(stored) {
      const resolved = resolveReferences(tree, {
        env,
        readFile: (name) => readReferencedFile(resolve(folder, name)),
      });
      try {
        return checkedTree(resolved, { ...context, stored });
      } catch (error) {
        throw error instanceof ConfigurationProblems ? located(error, parsed) : error;
      }
    },
  };
}

/**
 * Reads and checks a file that refers to no stored secret.
 * @throws {ConfigurationProblems} with every problem, in the order of their paths
 */
export function readConfigurationFile(file: ConfigurationFile): DeclaredConfiguration {
  return openConfigurationFile(file).check();
}

/**
 * The one tenant of a configuration file that came with a request. References to files and variables of this machine are
 * refused: a caller must not read them. Those to stored secrets stay.
 * @throws {ConfigurationProblems} not YAML, not one tenant, or a reference to this machine
 */
export function tenantInYaml(text: string): unknown {
  const { value, problems } = resolveReferences(parseYaml(text), { env: {}, readFile: refuse });
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  const tenants = listAt(value, 'tenants');
  if (tenants.length !== 1) {
    throw new ConfigurationProblems([{ path: 'tenants', message: 'must have one tenant' }]);
  }
  return tenants[0];
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationProblems([{ path: '', message: `${path} ${unreadable(error)}` }]);
  }
}

function refuse(): never {
  throw new UnfitFile('is not read for a request');
}
