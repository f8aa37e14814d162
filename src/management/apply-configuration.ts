import type { DeclaredConfiguration } from '../domain/configuration.ts';
import type { ConfigurationStore, StoredConfiguration } from '../ports/configuration.ts';
import { type ConfigurationVault, storedTenantOf } from './sealed-configuration.ts';
import { type DemoCheck, refuseDemoMaterial, refuseForeignKey } from './startup-checks.ts';
import { type Change, tenantChanges } from './tenant-changes.ts';

/** The ports of applying. */
export interface ApplyParts {
  readonly configurationStore: ConfigurationStore;
  readonly vault: ConfigurationVault;
  readonly demo: DemoCheck;
}

/** A conflict with the stored configuration, which the check of the file cannot find. */
export class ConfigurationConflict extends Error {}

/** Makes the stored configuration equal to the declared one; returns the changes. */
export type ApplyConfiguration = (
  declared: DeclaredConfiguration,
  options?: { readonly dryRun?: boolean },
) => Promise<readonly Change[]>;

/**
 * All declared tenants become exactly as declared, in one transaction; other tenants stay. A repeat changes nothing. A dry
 * run returns the same and writes nothing.
 * @throws {ConfigurationConflict} an issuer belongs to another tenant
 * @throws {ForeignKey} the stored configuration was encrypted with an unknown key
 * @throws {DemoMaterial} a production domain would accept public demo material
 */
export function makeApplyConfiguration({
  configurationStore,
  vault,
  demo,
}: ApplyParts): ApplyConfiguration {
  function decide(configuration: DeclaredConfiguration, stored: StoredConfiguration) {
    refuseForeignKey(stored.tenants, vault);
    const before = new Map(stored.tenants.map((tenant) => [tenant.id, tenant]));
    const decisions = configuration.tenants.map((declared) => {
      const old = before.get(declared.id);
      const next = storedTenantOf(declared, old, vault);
      const changes = tenantChanges(old, next, vault);
      const isUnverified = stored.unverified?.includes(declared.id) === true;
      return { next, changes: isUnverified ? [...changes, verifiedAgain(declared.id)] : changes };
    });
    refuseForeignIssuers(configuration, stored);
    refuseDemoMaterial(
      decisions.map(({ next }) => next),
      { vault, ...demo },
    );
    const changed = decisions.filter(({ changes }) => changes.length > 0);
    return {
      replace: changed.map(({ next }) => next),
      result: changed.flatMap(({ changes }) => changes),
    };
  }

  return async function applyConfiguration(configuration, { dryRun = false } = {}) {
    if (dryRun) return decide(configuration, await configurationStore.read()).result;
    return configurationStore.change((stored) => decide(configuration, stored));
  };
}

/** The change of a tenant that was changed in the database: it becomes as declared, with a new hash. */
function verifiedAgain(tenantId: string): Change {
  const settings = ['integrity (it was changed in the database)'];
  return { tenantId, action: 'change', what: 'tenant', name: tenantId, settings };
}

function refuseForeignIssuers(
  configuration: DeclaredConfiguration,
  stored: StoredConfiguration,
): void {
  const named = new Set(configuration.tenants.map(({ id }) => id));
  const others = stored.tenants.filter(({ id }) => !named.has(id));
  const owners = new Map(
    others.flatMap(({ id, domains }) => domains.map(({ issuer }) => [issuer, id] as const)),
  );
  const conflicts = configuration.tenants.flatMap(({ id, domains }) =>
    domains.flatMap(({ issuer }) => {
      const owner = owners.get(issuer);
      return owner === undefined ? [] : `tenant ${id}: ${issuer} belongs to tenant ${owner}`;
    }),
  );
  if (conflicts.length > 0) throw new ConfigurationConflict(conflicts.join('\n'));
}
