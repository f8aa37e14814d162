import { lookup } from 'node:dns/promises';

import type * as oidc from 'openid-client';
import { Agent } from 'undici';

import { sharedLookup } from '../dns-lookup.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import { isCallable, isPlain } from './plain-address.ts';
import {
  type EntityStatement,
  keySetOf,
  type Verification,
  verifiedKeys,
} from './provider-keys.ts';

/** The connections to a provider. */
export interface ProviderHttp {
  /** The provider is a simulator without TLS on the own machine. */
  readonly isPlain: boolean;
  /**
   * The calls of one step, without redirects. The signal replaces the library's time-out of each call. Keys that the
   * statement names are verified by it.
   */
  fetchWithin(signal: AbortSignal, statement: EntityStatement | undefined): oidc.CustomFetch;
  /** Waits for calls in flight, then closes the connections. Later calls fail. */
  close(): Promise<void>;
}

interface Deps {
  readonly issuer: string;
  /** Sent with each call. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs: number;
  readonly verification: () => Verification;
}

/** The discovery document or the keys cannot be fetched. The step made no other call. */
export class ProviderUnreachable extends Error {}

const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 96;

/** Opens the connections, without a call. */
export function providerHttp({
  issuer,
  headers: own,
  timeoutMs,
  verification,
}: Deps): ProviderHttp {
  const isSimulated = isPlain(issuer) && isCallable(issuer);
  const agent = new Agent({
    connect: { timeout: timeoutMs, lookup: sharedLookup(lookup) },
    connections: MAX_CONNECTIONS,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  let closed: Promise<void> | undefined;

  return {
    isPlain: isSimulated,

    fetchWithin(signal, statement) {
      return async (url, { method, headers, body }) => {
        // Not all calls are made by the library, which refuses plain addresses.
        const isAllowed = isSimulated ? isCallable(url) : !isPlain(url);
        if (!isAllowed) throw new UnverifiedAnswer('plain_address');
        const { origin, pathname, search } = new URL(url);
        const response = await agent.request({
          origin,
          path: `${pathname}${search}`,
          method: method === 'POST' ? 'POST' : 'GET',
          headers: { ...headers, ...own },
          body: body === undefined || body === null ? null : String(body),
          signal,
        });
        const content = await response.body.text();
        if (statement?.metadata.jwks_uri === url && response.statusCode === 200) {
          return Response.json(await verifiedKeys(content, statement, verification()));
        }
        return new Response(content === '' ? null : content, {
          status: response.statusCode,
          headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        });
      };
    },

    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}

/** The key set at an address. @throws {ProviderUnreachable} */
export async function fetchedKeys(
  fetch: oidc.CustomFetch | undefined,
  address: string | undefined,
): Promise<oidc.JWKS> {
  const headers = { accept: 'application/json' };
  const options = { method: 'GET', headers, body: null, redirect: 'manual' } as const;
  const response = address === undefined ? undefined : await fetch?.(address, options);
  if (response?.status !== 200) throw new ProviderUnreachable('no keys');
  return { keys: keySetOf(await response.json()).keys };
}
