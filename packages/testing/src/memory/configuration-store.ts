import { isDeepStrictEqual } from 'node:util';

import type { StoredApplication, StoredTenant } from 'eid-broker/domain/configuration';
import {
  type ChangeScope,
  type ConfigurationStore,
  IssuerTaken,
  type StoredConfiguration,
} from 'eid-broker/ports/configuration';

/**
 * A configuration in the memory of one process. There is no await between the read for `decide` and the change, so
 * changes are serialized.
 */
export function memoryConfigurationStore(): ConfigurationStore {
  let stored: StoredConfiguration = { revision: 0, tenants: [] };
  /** What each revision changed; undefined: more than one tenant, perhaps. */
  const log: (ChangeScope | undefined)[] = [];

  return {
    revision: async () => stored.revision,

    read: async (scope) => within(stored, scope),

    async changesSince(revision) {
      const scopes = log.slice(revision);
      const known = scopes.flatMap((scope) => scope ?? []);
      if (known.length < scopes.length) return undefined;
      const whole = new Set(
        known.flatMap((one) => (one.clientId === undefined ? [one.tenantId] : [])),
      );
      return {
        revision: stored.revision,
        tenants: stored.tenants.filter(({ id }) => whole.has(id)),
        applications: known.flatMap(({ tenantId, clientId }) => {
          if (clientId === undefined || whole.has(tenantId)) return [];
          const scope = { tenantId, clientId };
          return [{ ...scope, application: within(stored, scope).tenants[0]?.applications[0] }];
        }),
      };
    },

    async ownersOf(issuers, tenantId) {
      const others = stored.tenants.filter(({ id }) => id !== tenantId);
      const owners = others.flatMap(({ id, domains }) =>
        domains.map(({ issuer }) => [issuer, id] as const),
      );
      return new Map(owners.filter(([issuer]) => issuers.includes(issuer)));
    },

    async change(decide, scope) {
      const { replace: given, result } = decide(within(stored, scope));
      if (given.some(({ id }) => scope !== undefined && id !== scope.tenantId)) {
        throw new Error(`only tenant ${scope?.tenantId} may change`);
      }
      const replace = given.map((tenant) => withOthers(tenant, scope?.clientId));
      if (replace.length > 0) {
        const tenants = replaced(stored.tenants, replace);
        stored = { revision: stored.revision + 1, tenants };
        log.push(scope);
      }
      return result;
    },

    renewMacs: async () => 0,
  };

  function withOthers(tenant: StoredTenant, clientId: string | undefined): StoredTenant {
    if (clientId === undefined) return tenant;
    const { applications, ...frame } = tenant;
    const { applications: others = [], ...old } =
      stored.tenants.find(({ id }) => id === tenant.id) ?? {};
    const isOther = applications.some((one) => one.clientId !== clientId);
    if (isOther || !isDeepStrictEqual(frame, old)) {
      throw new Error(`only application ${clientId} of tenant ${tenant.id} may change`);
    }
    const kept = others.filter((one) => one.clientId !== clientId);
    return { ...frame, applications: [...kept, ...applications] };
  }
}

function within(stored: StoredConfiguration, scope: ChangeScope | undefined): StoredConfiguration {
  if (scope === undefined) return stored;
  const { tenantId, clientId } = scope;
  const found = stored.tenants.filter(({ id }) => id === tenantId);
  return {
    revision: stored.revision,
    tenants: found.map((tenant) => ({
      ...tenant,
      applications: tenant.applications.filter(
        (one) => clientId === undefined || one.clientId === clientId,
      ),
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
    if (seen.has(issuer)) throw new IssuerTaken(`domain ${issuer} belongs to another tenant`);
    seen.add(issuer);
  }
}
