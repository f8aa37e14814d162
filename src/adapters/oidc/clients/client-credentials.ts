import type { Application } from '../../../domain/application.ts';
import { clientSecretContext } from '../../../domain/configuration.ts';
import type { JsonObject } from '../../../domain/json.ts';
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

/** The keys that applications publish at a URL of their own. */
export interface PublishedKeys {
  /** The public signature keys there, as JWKs. Never rejects: none when they cannot be had. */
  (
    url: string,
    sought: {
      /** The `kid` of each signature to be verified; undefined where it names none. */
      readonly kids: readonly (string | undefined)[];
      /** Whether the URL may be one of this machine. */
      readonly ownMachine: boolean;
    },
  ): Promise<readonly JsonObject[]>;
}

interface Deps {
  readonly domain: Domain;
  readonly publishedKeys: PublishedKeys;
}

/** Finds the keys with which an application's signatures are verified. */
export interface ClientKeys {
  /** `kids`: of each signature to be verified; for none, keys that would have to be fetched are left out. */
  (application: Application, kids: readonly (string | undefined)[]): Promise<readonly JsonObject[]>;
}

/** The keys of the settings, or those at the application's own URL. Only a test domain asks its own machine. */
export function makeClientKeys({ domain, publishedKeys }: Deps): ClientKeys {
  const ownMachine = domain.environment === 'test';
  return async ({ jwks, jwksUri }, kids) => {
    if (jwks !== undefined) return jwks.keys;
    if (jwksUri === undefined || kids.length === 0) return [];
    return publishedKeys(jwksUri, { kids, ownMachine });
  };
}
