import { APPLICATION_DEFAULTS } from '../../domain/application.ts';
import type {
  DeclaredTenant,
  StoredApplication,
  StoredTenant,
} from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ConfigurationHistory, RecordedTenant } from '../../ports/configuration-history.ts';
import type { Vault } from '../../ports/vault.ts';
import { exportedTenant } from './export-configuration.ts';
import { openedSecrets, openedSettings, storedTenantOf } from './sealed-configuration.ts';
import type { SecretParts } from './stored-secrets.ts';

/**
 * What the history keeps of a tenant: everything, with the settings of eIDs and the secrets of webhooks in plain text (the
 * store encrypts the whole), and client secrets as hashes. What no known key opens is left out.
 */
export function recordOf(tenant: StoredTenant, vault: Vault): RecordedTenant {
  const { id, eids, applications, webhooks } = tenant;
  const content = {
    ...tenant,
    eids: eids.flatMap(({ sealedSettings: _, ...frame }, index) => {
      const settings = eids[index] && openedSettings(id, eids[index], vault);
      return settings === undefined ? [] : [{ ...frame, settings }];
    }),
    applications: applications.map(recordedApplication),
    webhooks: webhooks.flatMap(({ sealedSecrets: _, ...frame }, index) => {
      const secrets = webhooks[index] && openedSecrets(id, webhooks[index], vault);
      return secrets === undefined ? [] : [{ ...frame, secrets }];
    }),
  };
  return { tenantId: id, content: JSON.stringify(content) };
}

/** What the history keeps of a change of one application. */
export function recordOfOne({ id, applications }: StoredTenant, clientId: string): RecordedTenant {
  const application = applications.find((one) => one.clientId === clientId);
  const content = JSON.stringify(
    application === undefined ? null : recordedApplication(application),
  );
  return { tenantId: id, clientId, content };
}

function recordedApplication({ secrets, ...application }: StoredApplication) {
  const values = secrets.map(({ hash, expiresAt }) => ({ value: { hash }, expiresAt }));
  return { ...application, secrets: values };
}

/** The tenant as it was recorded. */
export function declaredOf({ content }: RecordedTenant): DeclaredTenant {
  const tenant = JSON.parse(content) as DeclaredTenant;
  return {
    ...tenant,
    applications: tenant.applications.map((application) => ({
      ...APPLICATION_DEFAULTS,
      ...application,
      secrets: application.secrets.map(({ value, expiresAt }) => ({
        value,
        expiresAt: expiresAt && new Date(expiresAt),
      })),
    })),
  };
}

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
