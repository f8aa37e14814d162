import { lookup } from 'node:dns/promises';

import { CompactEncrypt, importJWK } from 'jose';
import * as oidc from 'openid-client';
import { Agent } from 'undici';

import { secondsAfter } from '../../../domain/lifetimes.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { sharedLookup } from '../dns-lookup.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import {
  type ClientCredentials,
  type Credentials,
  decryptAnswers,
  importCredentials,
} from './credentials.ts';
import type { OidcRequestShape } from './oidc-row.ts';
import { isCallable, isPlain } from './plain-address.ts';
import {
  type EntityStatement,
  keySetOf,
  type ProviderSource,
  type Verification,
  verifiedKeys,
  verifiedStatement,
} from './provider-keys.ts';

/** The provider's address, and our credentials. */
export interface OidcConnection {
  readonly issuer: string;
  readonly source: ProviderSource;
  readonly clientId: string;
  readonly credentials: ClientCredentials;
  /** Sent with each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The algorithms that are accepted, for all signatures of the provider. */
  readonly algorithms: readonly string[];
  /** For all calls of one step together. */
  readonly timeoutMs: number;
  /** For the age of what is remembered. Tokens are checked by the machine's clock. */
  readonly clock: Clock;
}

/** An OpenID Provider. */
export interface OidcApi {
  /**
   * Runs one step with a time-out for all its calls together. The provider's discovery document is fetched before the step
   * when it is not known yet, and its keys are shared between steps.
   * @throws {ProviderUnreachable} without a discovery document; else the errors of the step
   */
  step<Answer>(run: (configuration: oidc.Configuration) => Promise<Answer>): Promise<Answer>;
  /** Our key for signed requests; undefined without one. */
  signingKey(): Promise<oidc.PrivateKey | undefined>;
  /** A text for the provider alone, encrypted with its key. Within a step. */
  encrypted(
    provider: oidc.Configuration,
    text: string,
    how: NonNullable<OidcRequestShape['encryption']>,
  ): Promise<string>;
  /** Waits for calls in flight, then closes the connections. Later steps fail. */
  close(): Promise<void>;
}

/** The discovery document cannot be fetched. The step made no call. */
export class ProviderUnreachable extends Error {}

/** Seconds after which the discovery document is fetched again, while the last one still serves. */
const FRESH = 10 * 60;
/** Seconds after which the last one serves no more. */
const STALE = 24 * 60 * 60;
/** Seconds after which a removed key is refused. */
const KEYS_FRESH = 10 * 60;
/** The library fetches the keys again for an unknown `kid` once they are this old, in seconds. */
const AGE_THAT_ALLOWS_A_FETCH = 61;

const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 96;

interface Discovered {
  readonly metadata: oidc.ServerMetadata;
  /** Undefined without one in the settings. */
  readonly statement: EntityStatement | undefined;
  readonly at: Date;
}

/** Opens the connection to a provider, without a call. */
export function oidcApi(connection: OidcConnection): OidcApi {
  const { issuer, source, timeoutMs, clock, algorithms } = connection;
  const isSimulated = isPlain(issuer) && isCallable(issuer);
  const agent = new Agent({
    connect: { timeout: timeoutMs, lookup: sharedLookup(lookup) },
    connections: MAX_CONNECTIONS,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  let discovered: Discovered | undefined;
  let discovering: Promise<Discovered> | undefined;
  let keys: { readonly jwks: oidc.JWKS; readonly at: Date } | undefined;
  let credentials: Promise<Credentials> | undefined;
  let closed: Promise<void> | undefined;

  return {
    async step(run) {
      const signal = AbortSignal.timeout(timeoutMs);
      const found = await discovery(signal);
      const configuration = configurationOf(found, await importedCredentials(), signal);
      try {
        return await run(configuration);
      } finally {
        keepKeys(configuration);
      }
    },

    signingKey: async () => (await importedCredentials()).signingKey,

    async encrypted(provider, text, { alg, enc }) {
      const { jwks_uri: address } = provider.serverMetadata();
      const known = freshKeys() ?? (await fetchedKeys(provider[oidc.customFetch], address));
      keys = { jwks: known, at: keys?.jwks === known ? keys.at : clock() };
      const key = known.keys.find(
        (one) => one.use === 'enc' && one.kty === 'RSA' && (one.alg ?? alg) === alg,
      );
      if (key === undefined) throw new ProviderUnreachable('no key for encryption');
      return new CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg, enc, cty: 'JWT', ...(key.kid && { kid: key.kid }) })
        .encrypt(await importJWK({ ...key, kty: 'RSA', alg }));
    },

    close() {
      closed ??= agent.close();
      return closed;
    },
  };

  function importedCredentials(): Promise<Credentials> {
    credentials ??= importCredentials(connection.credentials);
    return credentials;
  }

  /** An old document serves while it is fetched again. Concurrent steps share one fetch. */
  async function discovery(signal: AbortSignal): Promise<Discovered> {
    const last = discovered && isExpired(discovered) ? undefined : discovered;
    if (last !== undefined && clock() < secondsAfter(last.at, FRESH)) return last;
    discovering ??= discover(signal).finally(() => {
      discovering = undefined;
    });
    if (last === undefined || clock() >= secondsAfter(last.at, STALE)) return discovering;
    discovering.catch(() => {});
    return last;
  }

  function isExpired({ statement }: Discovered): boolean {
    const { expiresAt = Number.POSITIVE_INFINITY } = statement ?? {};
    return clock().getTime() >= expiresAt * 1000;
  }

  async function discover(signal: AbortSignal): Promise<Discovered> {
    try {
      discovered = { ...(await found(signal)), at: clock() };
      return discovered;
    } catch (cause) {
      throw new ProviderUnreachable('no discovery document', { cause });
    }
  }

  async function found(signal: AbortSignal): Promise<Omit<Discovered, 'at'>> {
    switch (source.from) {
      case 'settings':
        // The library names the address of the keys in an error. It is never fetched.
        return {
          metadata: { issuer, jwks_uri: issuer, ...source.endpoints },
          statement: undefined,
        };
      case 'entity statement': {
        const statement = await verifiedStatement(source.statement, verification());
        // Fetched before a departure, so that nobody leaves for a provider whose answer cannot be verified.
        const jwks = await fetchedKeys(fetchWithin(signal, statement), statement.metadata.jwks_uri);
        keys = { jwks, at: clock() };
        return { metadata: statement.metadata, statement };
      }
      case 'discovery': {
        const { clientId } = connection;
        const document = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
          timeout: timeoutMs / 1000,
          execute: isSimulated ? [oidc.allowInsecureRequests] : [],
          [oidc.customFetch]: fetchWithin(signal, undefined),
        });
        return { metadata: { ...document.serverMetadata() }, statement: undefined };
      }
    }
  }

  function verification(): Verification {
    return { issuer, algorithms, now: clock() };
  }

  function configurationOf(
    { metadata, statement }: Discovered,
    imported: Credentials,
    signal: AbortSignal,
  ): oidc.Configuration {
    const accepted = acceptedOf(metadata);
    const configuration = new oidc.Configuration(
      {
        ...metadata,
        id_token_signing_alg_values_supported: accepted,
        userinfo_signing_alg_values_supported: accepted,
      },
      connection.clientId,
      {},
      imported.authentication,
    );
    // Without it the signature of an ID token from the token endpoint is not verified.
    oidc.enableNonRepudiationChecks(configuration);
    decryptAnswers(configuration, imported);
    if (isSimulated) oidc.allowInsecureRequests(configuration);
    configuration[oidc.customFetch] = fetchWithin(signal, statement);
    useKeys(configuration);
    return configuration;
  }

  /** The announced algorithms that are in the row, too. Without a discovery document all of the row. */
  function acceptedOf({ id_token_signing_alg_values_supported: announced }: oidc.ServerMetadata) {
    if (source.from !== 'discovery') return [...algorithms];
    return (announced ?? ['RS256']).filter((algorithm) => algorithms.includes(algorithm));
  }

  /** Keys of the settings are never fetched; others once more for an unknown kid. */
  function useKeys(configuration: oidc.Configuration): void {
    const now = Math.floor(Date.now() / 1000);
    if (source.from === 'settings') {
      oidc.setJwksCache(configuration, { jwks: { ...source.keys }, uat: now });
      return;
    }
    const jwks = freshKeys();
    if (jwks === undefined) return;
    oidc.setJwksCache(configuration, { jwks, uat: now - AGE_THAT_ALLOWS_A_FETCH });
  }

  function freshKeys(): oidc.JWKS | undefined {
    return keys !== undefined && clock() < secondsAfter(keys.at, KEYS_FRESH)
      ? keys.jwks
      : undefined;
  }

  /** Keeps keys that the step fetched. */
  function keepKeys(configuration: oidc.Configuration): void {
    if (source.from === 'settings') return;
    const cache = oidc.getJwksCache(configuration);
    const isFetched =
      cache !== undefined && cache.uat > Date.now() / 1000 - AGE_THAT_ALLOWS_A_FETCH + 1;
    if (isFetched) keys = { jwks: cache.jwks, at: clock() };
  }

  /** Our own connections, without redirects. The signal replaces the library's time-out of each call. */
  function fetchWithin(
    signal: AbortSignal,
    statement: EntityStatement | undefined,
  ): oidc.CustomFetch {
    return async (url, { method, headers, body }) => {
      // Not all calls are made by the library, which refuses plain addresses.
      const isAllowed = isSimulated ? isCallable(url) : !isPlain(url);
      if (!isAllowed) throw new UnverifiedAnswer('plain_address');
      const { origin, pathname, search } = new URL(url);
      const response = await agent.request({
        origin,
        path: `${pathname}${search}`,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers, ...connection.headers },
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
  }
}

async function fetchedKeys(
  fetch: oidc.CustomFetch | undefined,
  address: string | undefined,
): Promise<oidc.JWKS> {
  const headers = { accept: 'application/json' };
  const options = { method: 'GET', headers, body: null, redirect: 'manual' } as const;
  const response = address === undefined ? undefined : await fetch?.(address, options);
  if (response?.status !== 200) throw new ProviderUnreachable('no keys');
  return { keys: keySetOf(await response.json()).keys };
}
