import type Provider from 'oidc-provider';

import { clientSecretContext } from '../../domain/content.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { Vault } from '../../ports/vault.ts';

interface SecretDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** A redirect URI is the registered one to the letter, also for native clients on a loopback port. */
export function useExactRedirectUris(provider: Provider): void {
  provider.Client.prototype.redirectUriAllowed = function redirectUriAllowed(uri) {
    return this.redirectUris?.includes(uri) ?? false;
  };
}

/** Secrets are compared with the hashes in force: two at a time, so that they can be rotated. */
export function useHashedSecrets(provider: Provider, deps: SecretDeps): void {
  const { domain, configuration, vault, clock } = deps;
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    const context = clientSecretContext(domain.tenantId, this.clientId);
    const secrets = configuration.application(domain, this.clientId)?.secrets ?? [];
    return secrets
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > clock())
      .some(({ hash }) => vault.matches(secret, hash, context));
  };
}
