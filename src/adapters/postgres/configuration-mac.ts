import type { Json } from '../../domain/json.ts';
import type { Vault } from '../../ports/vault.ts';
import type { TenantDocument } from './configuration-rows.ts';
import { hmacFor, isEqual } from './row-hmacs.ts';

/** MACs of declared tenants: a tenant that is changed in the database has a wrong one. */
export interface ConfigurationMac {
  of(tenant: TenantDocument): Buffer;
  /** Made with the newest key, with an older one, or not made by us. */
  check(tenant: TenantDocument): 'current' | 'older' | 'wrong';
}

/**
 * One MAC covers all rows of a tenant, so that none can be removed, added or moved. Encrypted columns are left out: they are
 * bound to their place, and a new encryption changes them.
 */
export function configurationMac(vault: Pick<Vault, 'deriveKeys'>): ConfigurationMac {
  const hmac = hmacFor(vault, 'configuration');
  return {
    of: (tenant) => hmac.of(textOf(tenant)),
    check(tenant) {
      const stored = Buffer.from(tenant.configurationMac ?? '', 'base64');
      const known = hmac.all(textOf(tenant)).findIndex((one) => isEqual(one, stored));
      return known === -1 ? 'wrong' : known === 0 ? 'current' : 'older';
    },
  };
}

function textOf(tenant: TenantDocument): string {
  const { id, name, branding, requireSecondPerson, domains, eids, applications, webhooks } = tenant;
  return JSON.stringify([
    1,
    id,
    name,
    listOf(domains ?? [], ({ issuer }) => issuer),
    (eids ?? []).map(({ sealedSettings: _, ...eid }) => canonical(plain(eid))),
    listOf(applications ?? [], ({ clientId }) => clientId),
    listOf(
      (webhooks ?? []).map(({ sealedSecrets: _, ...webhook }) => webhook),
      (webhook) => webhook.id,
    ),
    // Absent by default: the same text as that of earlier releases.
    ...(branding ? [canonical(plain(branding))] : []),
    ...(requireSecondPerson === true ? ['requireSecondPerson'] : []),
  ]);
}

/** Sorted by name. */
function listOf<Item extends object>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): unknown[] {
  const sorted = items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return sorted.map((item) => canonical(plain(item)));
}

/** As the database returns it: dates are texts, undefined members are absent. */
function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}

/** Members sorted by name, without nulls: `jsonb` keeps neither the order nor undefined members. */
function canonical(value: Json): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}
