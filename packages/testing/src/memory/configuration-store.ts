import type { StoredApplication, StoredTenant } from 'eid-broker/domain/configuration';
import type { ConfigurationStore, StoredConfiguration } from 'eid-broker/ports/configuration';

/**
 * A configuration in the memory of one process. There is no await between the read for `decide` and the change, so
 * changes are serialized.
 */
export function memoryConfigurationStore(): ConfigurationStore {
  let stored: StoredConfiguration = { revision: 0, tenants: [] };

  return {
    revision: async () => stored.revision,

    read: async () => stored,

    async change(decide) {
      const { replace, result } = decide(stored);
      if (replace.length > 0) {
        const tenants = replaced(stored.tenants, replace);
        stored = { revision: stored.revision + 1, tenants };
      }
      return result;
    },

    renewMacs: async () => 0,
  };
}

function replaced(before: readonly StoredTenant[], replace: readonly StoredTenant[]) {
  const tenants = new Map(before.map((tenant) => [tenant.id, tenant]));
  for (const tenant of replace) tenants.set(tenant.id, sorted(tenant));
  const all = [...tenants.values()].toSorted(by(({ id }) => id));
  refuseSharedIssuers(all);
  return all;
}

function sorted({ domains, applications, ...tenant }: StoredTenant): StoredTenant {
  return {
    ...tenant,
    domains: domains.toSorted(by(({ issuer }) => issuer)),
    applications: applications.toSorted(by(({ clientId }: StoredApplication) => clientId)),
  };
}

function by<Item>(nameOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}

function refuseSharedIssuers(tenants: readonly StoredTenant[]): void {
  const seen = new Set<string>();
  for (const { issuer } of tenants.flatMap(({ domains }) => domains)) {
    if (seen.has(issuer)) throw new Error(`domain ${issuer} belongs to another tenant`);
    seen.add(issuer);
  }
}
