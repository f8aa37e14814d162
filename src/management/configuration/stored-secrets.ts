import {
  clientSecretContext,
  type StoredApplication,
  type StoredTenant,
} from '../../domain/configuration.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { MapEidSecrets, StoredSecrets } from '../../ports/configuration.ts';
import { type ConfigurationVault, openedSecrets, openedSettings } from './sealed-configuration.ts';

/** The vault's context for the fingerprints of secrets in an eID's settings. */
export function eidSecretContext(tenantId: string, eid: string): string {
  return `secret-of-eid:${tenantId}:${eid}`;
}

/** The vault's context for the fingerprints of webhook secrets. */
export function webhookSecretContext(tenantId: string): string {
  return `secret-of-webhook:${tenantId}`;
}

/** What finding a stored secret takes. */
export interface SecretParts {
  readonly vault: ConfigurationVault;
  readonly mapEidSecrets: MapEidSecrets;
}

/** The stored secrets of a tenant. Those that no known key opens are left out. */
export function storedSecretsOf(
  { id, domains, eids, applications, webhooks }: StoredTenant,
  { vault, mapEidSecrets }: SecretParts,
): StoredSecrets {
  const byId = new Map(applications.map((one) => [one.clientId, one]));
  return {
    ofEid(name, fingerprint) {
      return eids
        .filter(({ eid }) => eid === name)
        .flatMap((eid) => {
          const settings = openedSettings(id, eid, vault) ?? {};
          const secrets: string[] = [];
          mapEidSecrets(name, settings, (secret) => {
            secrets.push(secret);
            return secret;
          });
          const secret = named(secrets, fingerprint, eidSecretContext(id, name));
          return secret === undefined ? [] : { secret, settings };
        });
    },

    ofWebhooks(fingerprint) {
      const found = webhooks.flatMap((webhook) => openedSecrets(id, webhook, vault) ?? []);
      return named(found, fingerprint, webhookSecretContext(id));
    },

    ofApplication(clientId, fingerprint) {
      const application = byId.get(clientId);
      if (application === undefined) return undefined;
      const hashes = application.secrets.map(({ hash }) => hash);
      const context = clientSecretContext(id, clientId);
      if (named(hashes, fingerprint, context) === undefined) return undefined;
      return strictestEnvironment(application, domains);
    },
  };

  function named(texts: readonly string[], fingerprint: string, context: string) {
    return texts.find((text) => vault.fingerprints(text, context).includes(fingerprint));
  }
}

function strictestEnvironment(
  { issuers }: StoredApplication,
  domains: StoredTenant['domains'],
): Environment {
  const used = domains.filter(({ issuer }) => issuers?.includes(issuer) ?? true);
  return used.some(({ environment }) => environment === 'production') ? 'production' : 'test';
}
