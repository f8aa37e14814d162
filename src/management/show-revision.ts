import type { JsonObject } from '../domain/json.ts';
import type { ConfigurationHistory } from '../ports/configuration-history.ts';
import { exportedTenant } from './export-configuration.ts';
import { declaredOf } from './revisions.ts';
import { storedTenantOf } from './sealed-configuration.ts';
import type { SecretParts } from './stored-secrets.ts';

/** Shows a tenant as it was in a revision, with secrets by reference; undefined when no record of then is kept. */
export type ShowRevision = (revision: number, tenantId: string) => Promise<JsonObject | undefined>;

/** Shows tenants as they were. */
export function makeShowRevision(
  history: Pick<ConfigurationHistory, 'asOf'>,
  parts: SecretParts,
): ShowRevision {
  return async function showRevision(revision, tenantId) {
    const [former] = (await history.asOf(revision, tenantId)) ?? [];
    if (former === undefined) return undefined;
    return exportedTenant(storedTenantOf(declaredOf(former), undefined, parts.vault), parts);
  };
}
