import type { DeclaredConfiguration } from '../../domain/configuration.ts';
import type { StoredConfiguration } from '../../ports/configuration.ts';

/** A conflict with the stored configuration, which the check of the file cannot find. */
export class ConfigurationConflict extends Error {}

/** Refuses issuers of tenants that the configuration does not name. @throws {ConfigurationConflict} */
export function refuseForeignIssuers(
  configuration: DeclaredConfiguration,
  stored: StoredConfiguration,
): void {
  const named = new Set(configuration.tenants.map(({ id }) => id));
  const others = stored.tenants.filter(({ id }) => !named.has(id));
  const owners = new Map(
    others.flatMap(({ id, domains }) => domains.map(({ issuer }) => [issuer, id] as const)),
  );
  refuseOwned(
    configuration.tenants.flatMap(({ id, domains }) =>
      domains.flatMap(({ issuer }) => (owners.has(issuer) ? [{ id, issuer }] : [])),
    ),
  );
}

/** An issuer that a tenant wants, and another one has. */
interface Owned {
  readonly id: string;
  readonly issuer: string;
}

/** @throws {ConfigurationConflict} there is such an issuer */
export function refuseOwned(owned: readonly Owned[]): void {
  const conflicts = owned.map(
    ({ id, issuer }) => `tenant ${id}: ${issuer} belongs to another tenant`,
  );
  if (conflicts.length > 0) throw new ConfigurationConflict(conflicts.join('\n'));
}
