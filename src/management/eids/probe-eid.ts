import type { DeclaredTenant } from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { StoredSecrets } from '../../ports/configuration.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import { exportedTenant } from '../configuration/export-configuration.ts';
import { type SecretParts, storedSecretsOf } from '../configuration/stored-secrets.ts';
import {
  keyOf,
  objectIn,
  objectsIn,
  UnknownObject,
  withReplaced,
} from '../configuration/tenant-objects.ts';
import type { EidCheck, SettingsToCheck } from './check-eid.ts';

/** The ports of a probe. */
export interface ProbeParts extends SecretParts {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame'>;
  /** Checks a tenant with the rules of the configuration file. @throws {ConfigurationProblems} */
  readonly checkTenant: (
    tenant: JsonObject,
    stored: (tenantId: string) => StoredSecrets | undefined,
  ) => DeclaredTenant;
  readonly checkEid: (target: SettingsToCheck) => Promise<readonly EidCheck[]>;
}

/**
 * Tries an eID of a tenant with its certificate: as it is stored, or with other settings before they are stored.
 * @throws {UnknownObject}
 * @throws {ConfigurationProblems} the other settings break a rule of the file
 */
export type ProbeEid = (
  tenantId: string,
  key: string,
  settings: JsonObject | undefined,
) => Promise<readonly EidCheck[]>;

/** Makes probes. Nothing is written. */
export function makeProbeEid({
  storedObjects,
  checkTenant,
  checkEid,
  vault,
  mapEidSecrets,
}: ProbeParts): ProbeEid {
  const parts = { vault, mapEidSecrets };

  return async function probeEid(tenantId, key, settings) {
    const frame = await storedObjects.tenantFrame(tenantId);
    if (frame === undefined) throw new UnknownObject('there is no such tenant');
    const tenant = exportedTenant(frame, parts);
    const name = { list: 'eids', key } as const;
    const eid = objectIn(tenant, name);
    const tried =
      settings === undefined ? tenant : withReplaced(tenant, name, { ...eid, settings });
    const secrets = storedSecretsOf(frame, parts);
    const declared = checkTenant(tried, () => secrets);
    // The check keeps the order.
    const index = objectsIn(tried, 'eids').findIndex((one) => keyOf('eids', one) === key);
    const target = declared.eids[index];
    if (target === undefined) throw new Error('a checked eID is missing');
    const served = declared.domains.find(({ environment }) =>
      [environment, 'both'].includes(target.environment),
    );
    const { issuer = '' } = served ?? declared.domains[0] ?? {};
    return checkEid({ ...target, issuer });
  };
}
