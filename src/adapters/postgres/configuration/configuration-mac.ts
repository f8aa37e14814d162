import type { Json } from '../../../domain/json.ts';
import type { Vault } from '../../../ports/vault.ts';
import { hmacFor, isEqual } from '../row-hmacs.ts';
import type { TenantDocument } from './configuration-rows.ts';

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
export function configurationMac(
  vault: Pick<Vault, 'deriveKeys'>,
  parts: { check(tenant: TenantDocument): 'current' | 'older' | 'wrong' },
): ConfigurationMac {
  const hmac = hmacFor(vault, 'configuration');
  return {
    of: (tenant) => hmac.of(textOf(tenant)),
    check(tenant) {
      const byParts = parts.check(tenant);
      // The release before writes no MAC of the parts.
      if (byParts !== 'wrong') return byParts;
      const stored = Buffer.from(tenant.configurationMac ?? '', 'base64');
      const known = hmac.all(textOf(tenant)).findIndex((one) => isEqual(one, stored));
      return known === -1 ? 'wrong' : known === 0 ? 'current' : 'older';
    },
  };
}

function textOf(tenant: TenantDocument): string {
  const [id, name, domains, eids, ...others] = frameParts(tenant);
  const applications = listOf(tenant.applications ?? [], ({ clientId }) => clientId);
  return JSON.stringify([1, id, name, domains, eids, applications, ...others]);
}

/** What a MAC covers of a tenant beside its applications. */
export function frameParts(tenant: TenantDocument): readonly unknown[] {
  const { id, name, branding, requireSecondPerson, domains, eids, webhooks } = tenant;
  return [
    id,
    name,
    listOf(domains ?? [], ({ issuer }) => issuer),
    (eids ?? []).map(({ sealedSettings: _, ...eid }) => canonical(eid)),
    listOf(
      (webhooks ?? []).map(({ sealedSecrets: _, ...webhook }) => webhook),
      (webhook) => webhook.id,
    ),
    // Absent by default: the same text as that of earlier releases.
    ...(branding ? [canonical(branding)] : []),
    ...(requireSecondPerson === true ? ['requireSecondPerson'] : []),
  ];
}

/** Sorted by name. */
function listOf<Item extends object>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): unknown[] {
  const sorted = items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return sorted.map(canonical);
}

/** As the database returns it: dates are texts, undefined members are absent. */
function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}

/** As the database returns it, with members sorted by name and without nulls: `jsonb` keeps neither their order nor undefined ones. */
export function canonical(value: object): unknown {
  return ordered(plain(value));
}

function ordered(value: Json): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, ordered(member)]);
}
