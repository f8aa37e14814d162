import type { EidModule } from '../adapters/eid/eid-module.ts';
import { importEids } from '../adapters/eid/operator/import-eids.ts';
import { type EidRegistry, eidRegistry } from '../adapters/eid/registry.ts';
import type { Environment } from '../config/environment/environment.ts';

/**
 * The eIDs of this release, and those of the operator: definitions in YAML, and packages.
 * @throws {ConfigurationProblems} a definition is malformed
 * @throws {UnusableEidPackage} a package cannot be imported, or exports no eID
 * @throws {EidClash} two eIDs claim the same name, acr value or scheme
 */
export async function composeEids({
  eidDefinitions,
  eidModules,
}: Pick<Environment, 'eidDefinitions' | 'eidModules'>): Promise<EidRegistry> {
  const defined = eidDefinitions.length === 0 ? [] : await definedEids(eidDefinitions);
  const imported = await importEids(eidModules, process.cwd());
  return eidRegistry([...defined, ...imported]);
}

/** Loaded for definitions alone: the parser of YAML and the schema of rows are large. */
async function definedEids(paths: readonly string[]): Promise<readonly EidModule[]> {
  const { readEidDefinitions } = await import('../config/eid-definitions.ts');
  const { definedEid } = await import('../adapters/eid/operator/defined-eid.ts');
  return readEidDefinitions(paths).map(definedEid);
}
