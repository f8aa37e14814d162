import * as oidc from 'openid-client';

import { secondsAfter } from '../../../../domain/lifetimes.ts';
import type { Clock } from '../../../../ports/runtime.ts';
import type { ProviderSource } from './provider-keys.ts';

/** The provider's keys, shared between steps. */
export interface KeyCache {
  /** Undefined before they were fetched, and when they are old. */
  fresh(): oidc.JWKS | undefined;
  keep(jwks: oidc.JWKS): void;
  /** Gives the library the known keys. Keys of the settings are never fetched; others once more for an unknown `kid`. */
  use(configuration: oidc.Configuration): void;
  /** Keeps keys that the library fetched. */
  keepFetched(configuration: oidc.Configuration): void;
}

/** Seconds after which a removed key is refused. */
const FRESH = 10 * 60;
/** The library fetches the keys again for an unknown `kid` once they are this old, in seconds. */
const AGE_THAT_ALLOWS_A_FETCH = 61;

interface Deps {
  readonly source: ProviderSource;
  readonly clock: Clock;
  /** The library's own clock: seconds since 1970. */
  readonly libraryTime: () => number;
}

/** An empty cache. */
export function keyCache({ source, clock, libraryTime }: Deps): KeyCache {
  let keys: { readonly jwks: oidc.JWKS; readonly at: Date } | undefined;

  function fresh(): oidc.JWKS | undefined {
    return keys !== undefined && clock() < secondsAfter(keys.at, FRESH) ? keys.jwks : undefined;
  }

  function keep(jwks: oidc.JWKS): void {
    keys = { jwks, at: clock() };
  }

  return {
    fresh,
    keep,

    use(configuration) {
      const now = Math.floor(libraryTime());
      if (source.from === 'settings') {
        oidc.setJwksCache(configuration, { jwks: { ...source.keys }, uat: now });
        return;
      }
      const jwks = fresh();
      if (jwks === undefined) return;
      oidc.setJwksCache(configuration, { jwks, uat: now - AGE_THAT_ALLOWS_A_FETCH });
    },

    keepFetched(configuration) {
      if (source.from === 'settings') return;
      const cache = oidc.getJwksCache(configuration);
      const isFetched =
        cache !== undefined && cache.uat > libraryTime() - AGE_THAT_ALLOWS_A_FETCH + 1;
      if (isFetched) keep(cache.jwks);
    },
  };
}
