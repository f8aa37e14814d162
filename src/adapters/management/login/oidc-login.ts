import { importJWK } from 'jose';
import * as oidc from 'openid-client';

import type { JsonObject } from '../../../domain/json.ts';
import type { LoginUnderWay } from '../../../ports/administrators.ts';
import type { Clock } from '../../../ports/runtime.ts';

/** The console as a client of an issuer. */
export interface LoginSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** A private JWK; else the secret. */
  readonly clientKey: JsonObject | undefined;
  readonly clientSecret: string | undefined;
  /** The accepted acr values; empty: any. */
  readonly acrValues: readonly string[];
  readonly redirectUri: string;
}

/** Whom the issuer identified. */
export interface LoginResult {
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  readonly authenticatedAt: Date;
}

/** A new login: where the browser goes, and what its callback needs. */
export interface BegunLogin extends Pick<LoginUnderWay, 'nonce' | 'codeVerifier'> {
  readonly url: string;
  readonly state: string;
}

/** Logs people in at the issuer. */
export interface OidcLogin {
  /** `maxAge`: the oldest login in seconds that counts. @throws when the issuer does not answer */
  begin(maxAge: number): Promise<BegunLogin>;
  /**
   * Redeems the code of a callback's URL.
   * @throws for an error of the issuer, another issuer's answer (RFC 9207), a wrong nonce or acr, a login that is too old
   */
  finish(
    callback: URL,
    login: Pick<LoginUnderWay, 'nonce' | 'codeVerifier' | 'maxAge'> & { readonly state: string },
  ): Promise<LoginResult>;
}

const TIMEOUT_SECONDS = 10;
/** The issuer's metadata is read again after this time. */
const METADATA_MS = 10 * 60 * 1_000;
const MAX_NAME = 200;

/** The authorization code flow with PKCE, on `openid-client`. The state is also checked by the caller's store. */
export function oidcLogin(settings: LoginSettings, clock: Clock): OidcLogin {
  const { acrValues, redirectUri } = settings;
  let known:
    | { readonly at: number; readonly configuration: Promise<oidc.Configuration> }
    | undefined;

  function configurationNow(): Promise<oidc.Configuration> {
    const at = clock().getTime();
    if (known !== undefined && at - known.at < METADATA_MS) return known.configuration;
    const configuration = discover(settings);
    known = { at, configuration };
    // A failure must not be cached.
    configuration.catch(() => {
      known = undefined;
    });
    return configuration;
  }

  return {
    async begin(maxAge) {
      const configuration = await configurationNow();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state,
        nonce,
        max_age: String(maxAge),
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      });
      return { url: url.href, state, nonce, codeVerifier };
    },

    async finish(callback, { state, nonce, codeVerifier, maxAge }) {
      const tokens = await oidc.authorizationCodeGrant(await configurationNow(), callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        maxAge,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims?.auth_time === undefined) throw new Error('the ID token has no auth_time');
      const acr = String(claims.acr);
      if (acrValues.length > 0 && !acrValues.includes(acr)) {
        throw new Error(`the login has the acr ${acr}, which MANAGEMENT_ACR_VALUES does not list`);
      }
      const { iss, sub, auth_time: seconds } = claims;
      return { iss, sub, name: nameIn(claims), authenticatedAt: new Date(seconds * 1_000) };
    },
  };
}

async function discover(settings: LoginSettings): Promise<oidc.Configuration> {
  const { issuer, clientId, clientKey, clientSecret = '' } = settings;
  const authentication =
    clientKey === undefined
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.PrivateKeyJwt(await importKey(clientKey));
  const url = new URL(issuer);
  return oidc.discovery(url, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // Such an issuer is on this machine: the configuration refuses others.
    ...(url.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
  });
}

async function importKey(jwk: JsonObject): Promise<oidc.PrivateKey> {
  const curves = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const;
  const curve = Object.entries(curves).find(([name]) => name === jwk.crv)?.[1];
  const key = await importJWK({ ...jwk }, String(jwk.alg ?? curve ?? 'RS256'));
  if (key instanceof Uint8Array) throw new Error('a symmetric key is no private key');
  return typeof jwk.kid === 'string' ? { key, kid: jwk.kid } : { key };
}

/** A name for lists and the audit; the identity itself is issuer and subject. */
function nameIn({ sub, ...claims }: oidc.IDToken): string {
  const names = [claims.name, claims.preferred_username, claims.email];
  const name = names.find((value) => typeof value === 'string' && value.trim() !== '');
  return String(name ?? sub).slice(0, MAX_NAME);
}
