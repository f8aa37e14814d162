import type { Application } from '../../../domain/application.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Domain } from '../../../domain/tenant.ts';

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
