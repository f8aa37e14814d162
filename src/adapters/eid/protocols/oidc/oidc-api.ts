import { CompactEncrypt, importJWK } from 'jose';
import * as oidc from 'openid-client';

import type { Clock } from '../../../../ports/runtime.ts';
import {
  type ClientCredentials,
  type Credentials,
  decryptAnswers,
  importCredentials,
} from './credentials.ts';
import { cachedDiscovery, type Discovered } from './discovery.ts';
import { keyCache } from './key-cache.ts';
import type { OidcRequestShape } from './oidc-row.ts';
import { fetchedKeys, ProviderUnreachable, providerHttp } from './provider-http-api.ts';
import type { ProviderSource, Verification } from './provider-keys.ts';

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
   * Runs one step with a time-out for all its calls together. An unknown discovery document is fetched before the step.
   * The provider's keys are shared between steps.
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

/** Opens the connection to a provider, without a call. */
export function oidcApi(connection: OidcConnection): OidcApi {
  const { issuer, source, clientId, headers, timeoutMs, clock, algorithms } = connection;
  const verification = (): Verification => ({ issuer, algorithms, now: clock() });
  const http = providerHttp({ issuer, headers, timeoutMs, verification });
  const keys = keyCache({ source, clock, libraryTime: () => Date.now() / 1000 });
  const keepKeys = keys.keep;
  const provider = { issuer, source, clientId, timeoutMs, clock, http, verification, keepKeys };
  const discovery = cachedDiscovery(provider);
  let credentials: Promise<Credentials> | undefined;

  return {
    async step(run) {
      const signal = AbortSignal.timeout(timeoutMs);
      const found = await discovery(signal);
      const configuration = configurationOf(found, await importedCredentials(), signal);
      try {
        return await run(configuration);
      } finally {
        keys.keepFetched(configuration);
      }
    },

    signingKey: async () => (await importedCredentials()).signingKey,

    async encrypted(configuration, text, { alg, enc }) {
      const key = (await currentKeys(configuration)).keys.find(
        (one) => one.use === 'enc' && one.kty === 'RSA' && (one.alg ?? alg) === alg,
      );
      if (key === undefined) throw new ProviderUnreachable('no key for encryption');
      return new CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg, enc, cty: 'JWT', ...(key.kid && { kid: key.kid }) })
        .encrypt(await importJWK({ ...key, kty: 'RSA', alg }));
    },

    close: http.close,
  };

  function importedCredentials(): Promise<Credentials> {
    credentials ??= importCredentials(connection.credentials);
    return credentials;
  }

  async function currentKeys(configuration: oidc.Configuration): Promise<oidc.JWKS> {
    const known = keys.fresh();
    if (known !== undefined) return known;
    const { jwks_uri: address } = configuration.serverMetadata();
    const fetched = await fetchedKeys(configuration[oidc.customFetch], address);
    keys.keep(fetched);
    return fetched;
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
      clientId,
      {},
      imported.authentication,
    );
    // Without it the signature of an ID token from the token endpoint is not verified.
    oidc.enableNonRepudiationChecks(configuration);
    decryptAnswers(configuration, imported);
    if (http.isPlain) oidc.allowInsecureRequests(configuration);
    configuration[oidc.customFetch] = http.fetchWithin(signal, statement);
    keys.use(configuration);
    return configuration;
  }

  /** The announced algorithms that are in the row, too. Without a discovery document all of the row. */
  function acceptedOf({ id_token_signing_alg_values_supported: announced }: oidc.ServerMetadata) {
    if (source.from !== 'discovery') return [...algorithms];
    return (announced ?? ['RS256']).filter((algorithm) => algorithms.includes(algorithm));
  }
}
