import { isDeepStrictEqual } from 'node:util';

import type { StoredApplication, StoredTenant } from 'eid-broker/domain/configuration';
import type {
  ConfigurationStore,
  OneApplication,
  StoredConfiguration,
} from 'eid-broker/ports/configuration';

/**
 * A configuration in the memory of one process. There is no await between the read for `decide` and the change, so
 * changes are serialized.
 */
export function memoryConfigurationStore(): ConfigurationStore {
  let stored: StoredConfiguration = { revision: 0, tenants: [] };
  /** What each revision changed; undefined: more than one application. */
  const log: (OneApplication | undefined)[] = [];

  return {
    revision: async () => stored.revision,

    read: async (one) => (one === undefined ? stored : only(stored, one)),

    async changesSince(revision) {
      const names = log.slice(revision);
      const changed = names.flatMap((one) => one ?? []);
      if (changed.length < names.length) return undefined;
      return {
        revision: stored.revision,
        changed: changed.map((one) => ({
          ...one,
          application: only(stored, one).tenants[0]?.applications[0],
        })),
      };
    },

    async change(decide, one) {
      const { replace: given, result } = decide(one === undefined ? stored : only(stored, one));
      const replace = one === undefined ? given : given.map((tenant) => withOthers(tenant, one));
      if (replace.length > 0) {
        const tenants = replaced(stored.tenants, replace);
        stored = { revision: stored.revision + 1, tenants };
        log.push(one);
      }
      return result;
    },

    renewMacs: async () => 0,
  };

  function withOthers(tenant: StoredTenant, { tenantId, clientId }: OneApplication): StoredTenant {
    const { applications, ...frame } = tenant;
    const { applications: others = [], ...old } =
      stored.tenants.find(({ id }) => id === tenantId) ?? {};
    const isOther = applications.some((one) => one.clientId !== clientId);
    if (isOther || !isDeepStrictEqual(frame, old)) {
      throw new Error(`only application ${clientId} of tenant ${tenantId} may change`);
    }
    const kept = others.filter((one) => one.clientId !== clientId);
    return { ...frame, applications: [...kept, ...applications] };
  }
}

function only(
  { revision, tenants }: StoredConfiguration,
  { tenantId, clientId }: OneApplication,
): StoredConfiguration {
  const found = tenants.filter(({ id }) => id === tenantId);
  return {
    revision,
    tenants: found.map((tenant) => ({
      ...tenant,
      applications: tenant.applications.filter((one) => one.clientId === clientId),
    })),
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
