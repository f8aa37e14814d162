import { clientSecretContext } from '../../../domain/configuration.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { Vault } from '../../../ports/vault.ts';

/** The operator may have so many secrets in force at once, for rotation. */
const MOST_SECRETS = 2;

interface ClientSecretsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Judges the secrets that clients present. */
export interface ClientSecrets {
  /**
   * True for a secret of that client that has not expired. An unknown client, one without secrets and a wrong
   * secret cost the same work.
   */
  matches(clientId: string, secret: string): boolean;
}

/** Secrets are compared with the hashes in force: two at a time, so that they can be rotated. */
export function clientSecrets({
  domain,
  configuration,
  vault,
  clock,
}: ClientSecretsDeps): ClientSecrets {
  const nobodys = vault.hash('nobody', clientSecretContext(domain.tenantId, ''));
  return {
    matches(clientId, secret) {
      const context = clientSecretContext(domain.tenantId, clientId);
      const hashes = (configuration.application(domain, clientId)?.secrets ?? [])
        .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > clock())
        .map(({ hash }) => hash);
      while (hashes.length < MOST_SECRETS) hashes.push(nobodys);
      const answers = hashes.map((hash) => vault.matches(secret, hash, context));
      return answers.includes(true);
    },
  };
}
