import { lookup } from 'node:dns/promises';

import { importJWK } from 'jose';
import * as oidc from 'openid-client';
import { Agent } from 'undici';

import type { JsonObject } from '../../../domain/json.ts';
import { secondsAfter } from '../../../domain/lifetimes.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { sharedLookup } from '../dns-lookup.ts';

/** The provider's address, and our credentials. */
export interface OidcConnection {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post';
  /** As JWK with `kid` and `alg`. */
  readonly privateKey: JsonObject | undefined;
  /** The algorithms of ID tokens that are accepted. */
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
  readonly at: Date;
}

/** Opens the connection to a provider, without a call. */
export function oidcApi(connection: OidcConnection): OidcApi {
  const { issuer, timeoutMs, clock, algorithms } = connection;
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
      const { metadata } = await discovery(signal);
      const { authentication } = await importedCredentials();
      const configuration = configurationOf(metadata, authentication, signal);
      try {
        return await run(configuration);
      } finally {
        keepKeys(configuration);
      }
    },

    signingKey: async () => (await importedCredentials()).signingKey,
    close() {
      closed ??= agent.close();
      return closed;
    },
  };

  function importedCredentials(): Promise<Credentials> {
    credentials ??= importCredentials(connection);
    return credentials;
  }

  /** An old document serves while it is fetched again. Concurrent steps share one fetch. */
  async function discovery(signal: AbortSignal): Promise<Discovered> {
    const last = discovered;
    if (last !== undefined && clock() < secondsAfter(last.at, FRESH)) return last;
    discovering ??= discover(signal).finally(() => {
      discovering = undefined;
    });
    if (last === undefined || clock() >= secondsAfter(last.at, STALE)) return discovering;
    discovering.catch(() => {});
    return last;
  }

  async function discover(signal: AbortSignal): Promise<Discovered> {
    try {
      const found = await oidc.discovery(new URL(issuer), connection.clientId, {}, oidc.None(), {
        timeout: timeoutMs / 1000,
        execute: isPlain(issuer) ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: fetchWithin(signal),
      });
      discovered = { metadata: { ...found.serverMetadata() }, at: clock() };
      return discovered;
    } catch (cause) {
      throw new ProviderUnreachable('no discovery document', { cause });
    }
  }

  function configurationOf(
    metadata: oidc.ServerMetadata,
    authentication: oidc.ClientAuth,
    signal: AbortSignal,
  ): oidc.Configuration {
    const announced = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const accepted = announced.filter((algorithm) => algorithms.includes(algorithm));
    const configuration = new oidc.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: accepted },
      connection.clientId,
      {},
      authentication,
    );
    // Without it the signature of an ID token from the token endpoint is not verified.
    oidc.enableNonRepudiationChecks(configuration);
    if (isPlain(issuer)) oidc.allowInsecureRequests(configuration);
    configuration[oidc.customFetch] = fetchWithin(signal);
    if (keys !== undefined && clock() < secondsAfter(keys.at, KEYS_FRESH)) {
      const uat = Math.floor(Date.now() / 1000) - AGE_THAT_ALLOWS_A_FETCH;
      oidc.setJwksCache(configuration, { jwks: keys.jwks, uat });
    }
    return configuration;
  }

  /** Keeps keys that the step fetched. */
  function keepKeys(configuration: oidc.Configuration): void {
    const cache = oidc.getJwksCache(configuration);
    const isFetched =
      cache !== undefined && cache.uat > Date.now() / 1000 - AGE_THAT_ALLOWS_A_FETCH + 1;
    if (isFetched) keys = { jwks: cache.jwks, at: clock() };
  }

  /** Our own connections, without redirects. The signal replaces the library's time-out of each call. */
  function fetchWithin(signal: AbortSignal): oidc.CustomFetch {
    return async (url, { method, headers, body }) => {
      const { origin, pathname, search } = new URL(url);
      const response = await agent.request({
        origin,
        path: `${pathname}${search}`,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === undefined || body === null ? null : String(body),
        signal,
      });
      const content = await response.body.text();
      return new Response(content === '' ? null : content, {
        status: response.statusCode,
        headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      });
    };
  }
}

interface Credentials {
  readonly authentication: oidc.ClientAuth;
  readonly signingKey: oidc.PrivateKey | undefined;
}

async function importCredentials({
  clientSecret,
  clientAuthentication,
  privateKey,
}: OidcConnection): Promise<Credentials> {
  if (privateKey !== undefined) {
    const key = await importJWK({ ...privateKey });
    if (key instanceof Uint8Array) throw new Error('a symmetric key is no private key');
    const signingKey = { key, kid: String(privateKey.kid) };
    return { authentication: oidc.PrivateKeyJwt(signingKey), signingKey };
  }
  const withSecret =
    clientAuthentication === 'client_secret_basic' ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  return { authentication: withSecret(clientSecret), signingKey: undefined };
}

/** Only a simulator has an address without TLS. */
function isPlain(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}
