import { definedEid } from './adapters/eid/operator/defined-eid.ts';
import { importEids } from './adapters/eid/operator/import-eids.ts';
import { type EidRegistry, eidRegistry } from './adapters/eid/registry.ts';
import { readEidDefinitions } from './config/eid-definitions.ts';
import type { Environment } from './config/environment/environment.ts';

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
  const defined = readEidDefinitions(eidDefinitions).map(definedEid);
  const imported = await importEids(eidModules, process.cwd());
  return eidRegistry([...defined, ...imported]);
}
