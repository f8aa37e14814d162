import type Provider from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { ClientSecrets } from './client-secrets.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** A return URL is a registered one to the letter, also for native clients on a loopback port. */
export function useExactRedirectUris(provider: Provider, { domain, configuration }: Deps): void {
  const client = provider.Client.prototype;
  client.redirectUriAllowed = function redirectUriAllowed(uri) {
    return configuration.application(domain, this.clientId)?.redirectUris.includes(uri) ?? false;
  };
  client.postLogoutRedirectUriAllowed = function postLogoutRedirectUriAllowed(uri) {
    const application = configuration.application(domain, this.clientId);
    if (application === undefined) return false;
    return [...application.redirectUris, ...application.postLogoutRedirectUris].includes(uri);
  };
}

/** Secrets are kept as hashes: the library has none to compare with. */
export function useHashedSecrets(provider: Provider, secrets: ClientSecrets): void {
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return secrets.matches(this.clientId, secret);
  };
}
