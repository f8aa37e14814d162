import * as oidc from 'openid-client';

import { secondsAfter } from '../../../../domain/lifetimes.ts';
import type { Clock } from '../../../../ports/runtime.ts';
import { fetchedKeys, type ProviderHttp, ProviderUnreachable } from './provider-http-api.ts';
import {
  type EntityStatement,
  type ProviderSource,
  type Verification,
  verifiedStatement,
} from './provider-keys.ts';

/** The provider's metadata. */
export interface Discovered {
  readonly metadata: oidc.ServerMetadata;
  /** Undefined without one in the settings. */
  readonly statement: EntityStatement | undefined;
}

interface Deps {
  readonly issuer: string;
  readonly source: ProviderSource;
  readonly clientId: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly http: ProviderHttp;
  readonly verification: () => Verification;
  /** Receives the keys that the entity statement names. */
  readonly keepKeys: (jwks: oidc.JWKS) => void;
}

/** Seconds after which the discovery document is fetched again, while the last one still serves. */
const FRESH = 10 * 60;
/** Seconds after which the last one serves no more. */
const STALE = 24 * 60 * 60;

/**
 * The metadata, which is cached. An old document serves while it is fetched again. Concurrent steps share one fetch.
 * @throws {ProviderUnreachable} of the returned function
 */
export function cachedDiscovery(deps: Deps): (signal: AbortSignal) => Promise<Discovered> {
  const { clock } = deps;
  let discovered: (Discovered & { readonly at: Date }) | undefined;
  let discovering: Promise<Discovered> | undefined;

  return async (signal) => {
    const last = discovered && isExpired(discovered, clock()) ? undefined : discovered;
    if (last !== undefined && clock() < secondsAfter(last.at, FRESH)) return last;
    discovering ??= discover(signal).finally(() => {
      discovering = undefined;
    });
    if (last === undefined || clock() >= secondsAfter(last.at, STALE)) return discovering;
    discovering.catch(() => {});
    return last;
  };

  async function discover(signal: AbortSignal): Promise<Discovered> {
    try {
      discovered = { ...(await fetched(deps, signal)), at: clock() };
      return discovered;
    } catch (cause) {
      throw new ProviderUnreachable('no discovery document', { cause });
    }
  }
}

function isExpired({ statement }: Discovered, now: Date): boolean {
  const { expiresAt = Number.POSITIVE_INFINITY } = statement ?? {};
  return now.getTime() >= expiresAt * 1000;
}

async function fetched(deps: Deps, signal: AbortSignal): Promise<Discovered> {
  const { issuer, source, clientId, timeoutMs, http } = deps;
  switch (source.from) {
    case 'settings':
      // The library names the address of the keys in an error. It is never fetched.
      return {
        metadata: { issuer, jwks_uri: issuer, ...source.endpoints },
        statement: undefined,
      };
    case 'entity statement': {
      const statement = await verifiedStatement(source.statement, deps.verification());
      // Fetched before a departure, so that nobody leaves for a provider whose answer cannot be verified.
      const fetch = http.fetchWithin(signal, statement);
      deps.keepKeys(await fetchedKeys(fetch, statement.metadata.jwks_uri));
      return { metadata: statement.metadata, statement };
    }
    case 'discovery': {
      const document = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
        timeout: timeoutMs / 1000,
        execute: http.isPlain ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: http.fetchWithin(signal, undefined),
      });
      return { metadata: { ...document.serverMetadata() }, statement: undefined };
    }
  }
}
