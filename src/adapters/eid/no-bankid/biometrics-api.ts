import * as oidc from 'openid-client';

import { secondsAfter } from '../../../domain/lifetimes.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { OidcApi } from '../protocols/oidc/oidc-api.ts';

interface Deps {
  /** The provider of logins, which issues our access token. */
  readonly realm: OidcApi;
  /** The provider of CIBA. */
  readonly biometrics: OidcApi;
  readonly clientId: string;
  readonly clock: Clock;
}

/** The provider of CIBA, whose endpoints take an access token in place of client credentials. */
export interface BiometricsApi {
  /**
   * Runs one step with an access token. A token that is refused is replaced once: it may have been revoked.
   * @throws as `OidcApi.step`
   */
  step<Answer>(
    run: (provider: oidc.Configuration, token: string) => Promise<Answer>,
  ): Promise<Answer>;
  /** As `OidcApi.close`. */
  close(): Promise<void>;
}

const SCOPE = 'openid permissions/client permissions/ciba';
/** In seconds: a token is replaced so long before its end. */
const MARGIN = 60;
/** In seconds, where the answer names no lifetime. */
const SHORT_LIFE = 60;

interface Token {
  readonly text: string;
  readonly replacedAt: Date;
}

/** Opens it, without a call. Concurrent steps share the request for a token. */
export function biometricsApi({ realm, biometrics, clientId, clock }: Deps): BiometricsApi {
  let kept: Promise<Token> | undefined;

  return {
    async step(run) {
      const token = await usableToken();
      try {
        return await stepWith(token, run);
      } catch (error) {
        if (!isTokenRefused(error)) throw error;
        if ((await kept)?.text === token.text) kept = undefined;
        return stepWith(await usableToken(), run);
      }
    },

    async close() {
      await Promise.all([realm.close(), biometrics.close()]);
    },
  };

  function stepWith<Answer>(
    { text }: Token,
    run: (provider: oidc.Configuration, token: string) => Promise<Answer>,
  ): Promise<Answer> {
    return biometrics.step(async (provider) => {
      const authorized = withBearer(provider, clientId, text);
      try {
        return await run(authorized, text);
      } finally {
        const keys = oidc.getJwksCache(authorized);
        if (keys !== undefined) oidc.setJwksCache(provider, keys);
      }
    });
  }

  async function usableToken(): Promise<Token> {
    const last = await kept?.catch(() => undefined);
    if (last !== undefined && clock() < last.replacedAt) return last;
    kept = realm.step(requestToken);
    return kept;
  }

  async function requestToken(provider: oidc.Configuration): Promise<Token> {
    const { access_token: text, expires_in: seconds } = await oidc.clientCredentialsGrant(
      provider,
      { scope: SCOPE },
    );
    const lasts = seconds === undefined ? SHORT_LIFE : Math.max(0, seconds - MARGIN);
    return { text, replacedAt: secondsAfter(clock(), lasts) };
  }
}

/** The same provider, with our token in place of the client authentication. */
function withBearer(
  provider: oidc.Configuration,
  clientId: string,
  token: string,
): oidc.Configuration {
  const bearer: oidc.ClientAuth = (_server, _client, _body, headers) => {
    headers.set('authorization', `Bearer ${token}`);
  };
  const metadata = { ...provider.serverMetadata() };
  const authorized = new oidc.Configuration(metadata, clientId, {}, bearer);
  oidc.enableNonRepudiationChecks(authorized);
  if (metadata.issuer.startsWith('http:')) oidc.allowInsecureRequests(authorized);
  const fetch = provider[oidc.customFetch];
  if (fetch !== undefined) authorized[oidc.customFetch] = fetch;
  const keys = oidc.getJwksCache(provider);
  if (keys !== undefined) oidc.setJwksCache(authorized, keys);
  return authorized;
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401;
}
