import type { Application } from '../../../domain/application.ts';
import { clientSecretContext } from '../../../domain/configuration.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { NoteSecretUse } from '../../../ports/secret-uses.ts';
import type { Vault } from '../../../ports/vault.ts';

/** An application has at most so many secrets in force at once, for rotation. */
const MAX_SECRETS = 2;

interface ClientSecretsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Absent: uses are not noted. */
  readonly noteSecretUse?: NoteSecretUse | undefined;
}

/** Validates the secrets of clients. */
export interface ClientSecrets {
  /**
   * True for a secret of that client that has not expired. An unknown client, one without secrets and a wrong
   * secret cost the same work.
   */
  matches(clientId: string, secret: string): boolean;
}

/** Compares secrets with the hashes in force. */
export function clientSecrets({
  domain,
  configuration,
  vault,
  clock,
  noteSecretUse,
}: ClientSecretsDeps): ClientSecrets {
  const noClientsHash = vault.hash('nobody', clientSecretContext(domain.tenantId, ''));
  return {
    matches(clientId, secret) {
      const context = clientSecretContext(domain.tenantId, clientId);
      const hashes = (configuration.application(domain, clientId)?.secrets ?? [])
        .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > clock())
        .map(({ hash }) => hash);
      while (hashes.length < MAX_SECRETS) hashes.push(noClientsHash);
      const [hash] = hashes.filter((one) => vault.matches(secret, one, context));
      if (hash === undefined) return false;
      noteSecretUse?.({ tenantId: domain.tenantId, clientId, hash });
      return true;
    },
  };
}

/** The keys that applications publish at a URL of their own. */
export interface PublishedKeys {
  /** The public signature keys there, as JWKs. Never rejects: without an answer there are none. */
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

interface ClientKeysDeps {
  readonly domain: Domain;
  readonly publishedKeys: PublishedKeys;
}

/** Finds the keys that verify an application's signatures. */
export interface ClientKeys {
  /** `kids`: of each signature to verify. Without a signature no keys are fetched. */
  (application: Application, kids: readonly (string | undefined)[]): Promise<readonly JsonObject[]>;
}

/** The keys of the settings, or those at the application's own URL. Only a test domain fetches from its own machine. */
export function makeClientKeys({ domain, publishedKeys }: ClientKeysDeps): ClientKeys {
  const ownMachine = domain.environment === 'test';
  return async ({ jwks, jwksUri }, kids) => {
    if (jwks !== undefined) return jwks.keys;
    if (jwksUri === undefined || kids.length === 0) return [];
    return publishedKeys(jwksUri, { kids, ownMachine });
  };
}
