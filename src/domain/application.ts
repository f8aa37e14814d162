import type { Acr } from './acr.ts';
import { FLOWS, type Flow } from './flow.ts';
import type { JsonObject } from './json.ts';
import type { AndroidApp, IosApp } from './native-app.ts';
import type { ResponseMode } from './response-mode.ts';

/** How an application proves who it is: with a secret, with a signed assertion, or (PKCE) not at all. */
export type ClientAuthentication = 'secret' | 'private-key-jwt' | 'none';

/** Who placed the phone call: the relying party or the person. */
export type CallInitiator = 'RP' | 'user';

/** One client application and its settings. Times are in seconds. */
export interface Application {
  readonly clientId: string;
  /** The name that the person reads on our pages. */
  readonly name: string;
  readonly flows: readonly Flow[];
  /** Exact return URLs. */
  readonly redirectUris: readonly string[];
  /** Where a logout may return to, beside the redirect URIs. */
  readonly postLogoutRedirectUris: readonly string[];
  readonly responseModes: readonly ResponseMode[];
  readonly secrets: readonly HashedSecret[];
  /** Public keys for `private_key_jwt` and signed requests. At most one of `jwks` and `jwksUri` is there. */
  readonly jwks: { readonly keys: readonly JsonObject[] } | undefined;
  /** Where these keys are fetched instead. */
  readonly jwksUri: string | undefined;
  /** Take the scopes of the request; otherwise `scopes` below applies and the request's are ignored. */
  readonly dynamicScopes: boolean;
  /** What is granted beside `openid` while dynamic scopes are off. */
  readonly scopes: readonly string[];
  /** The eIDs this application may use; all of the domain when absent. */
  readonly acrValues: readonly Acr[] | undefined;
  /** The eID of a request that names none (for clients that cannot send `acr_values`). */
  readonly defaultAcrValues: Acr | undefined;
  readonly idTokenSigningAlg: 'RS256' | 'ES256';
  readonly idTokenLifetime: number;
  /** Confidential clients, too, must send a PKCE challenge. */
  readonly requirePkce: boolean;
  /** Accept as an assertion's audience, beside the issuer, the URL of the token endpoint and of the one called. */
  readonly allowTokenEndpointAudience: boolean;
  /** How far ahead the `exp` of an assertion may be. */
  readonly assertionLifetime: number;
  /** Accept an assertion without `jti`; its signature then counts once instead. */
  readonly allowAssertionWithoutJti: boolean;
  /** An ID token is asked for with a `nonce`, or not at all. */
  readonly requireNonce: boolean;
  /** An authorization request must have been pushed first (RFC 9126). */
  readonly requirePushedAuthorizationRequests: boolean;
  /** A logout that returns to the application must carry an ID token of it. */
  readonly requireIdTokenHintAtLogout: boolean;
  /** A headless request must name the person's address. */
  readonly requireEndUserIp: boolean;
  /** Native apps to which the callback pages of our domains lead. */
  readonly iosApps: readonly IosApp[];
  readonly androidApps: readonly AndroidApp[];
  /** Who placed the call, for CIBA requests that do not say. */
  readonly defaultCallInitiator: CallInitiator | undefined;
  /** CIBA requests must be signed, with this algorithm; undefined: they need not be. */
  readonly backchannelRequestSigningAlg: 'RS256' | 'PS256' | 'ES256' | undefined;
  /** How many CIBA requests it may start a minute. */
  readonly phoneStartsPerMinute: number;
}

/** A client secret as it is kept: a keyed hash. */
export interface HashedSecret {
  readonly hash: string;
  /** Not accepted from then on; undefined: until it is removed. */
  readonly expiresAt: Date | undefined;
}

/** The ways this application may authenticate. A secret and `none` never go together. */
export function clientAuthentications(application: Application): readonly ClientAuthentication[] {
  const ways: ClientAuthentication[] = [];
  if (application.secrets.length > 0) ways.push('secret');
  if (hasKeys(application)) ways.push('private-key-jwt');
  return ways.length > 0 ? ways : ['none'];
}

/** True when it signs with keys of its own. */
export function hasKeys({ jwks, jwksUri }: Pick<Application, 'jwks' | 'jwksUri'>): boolean {
  return jwks !== undefined || jwksUri !== undefined;
}

/** True when a request of this application for a code must carry a PKCE challenge. */
export function needsChallenge({ flows, requirePkce }: Application): boolean {
  return requirePkce || flows.some((flow) => FLOWS[flow].challenge === 'required');
}

/** The eIDs that a request of this application may name, in the domain's order. */
export function offeredAcrValues(application: Application, domain: readonly Acr[]): readonly Acr[] {
  const own = application.acrValues;
  return own === undefined ? domain : domain.filter((acr) => own.includes(acr));
}
