import { ConfigurationProblems } from '../configuration-problems.ts';
import { parseYaml } from './parse-yaml.ts';
import { resolveReferences, UnfitFile } from './references.ts';
import { listAt } from './yaml-values.ts';

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

function refuse(): never {
  throw new UnfitFile('is not read for a request');
}
