import type { Acr } from './acr.ts';
import { FLOWS, type Flow } from './flow.ts';
import type { JsonObject } from './json.ts';
import { lifetimes } from './lifetimes.ts';

/**
 * How the answer to an authorization request reaches the application. `json` and `post_message` are for pages of
 * the application that call us from a script.
 */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post', 'json', 'post_message'] as const;

/** One of them, in OAuth's words. */
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** What an application may use unless its settings say otherwise. */
export const USUAL_RESPONSE_MODES: readonly ResponseMode[] = ['query', 'fragment', 'form_post'];

/**
 * The algorithms that sign tokens, in the order in which their keys are published: RS256 is the default of
 * every client.
 */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const;

/** One of them. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** An iOS app to which links below a domain of ours may lead. */
export interface IosApp {
  /** Of the developer at Apple: ten characters. */
  readonly teamId: string;
  readonly bundleId: string;
}

/** An Android app to which links below a domain of ours may lead. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of each certificate that signs the app: 32 bytes in hexadecimal, separated by colons. */
  readonly sha256CertFingerprints: readonly string[];
}

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

/** What each application must say itself. */
type Said = 'clientId' | 'name' | 'flows' | 'redirectUris' | 'secrets';

/**
 * What holds for an application that does not say otherwise: in the operator's file, and in a row that was stored
 * before the setting existed.
 */
export const APPLICATION_DEFAULTS = {
  postLogoutRedirectUris: [],
  responseModes: USUAL_RESPONSE_MODES,
  jwks: undefined,
  jwksUri: undefined,
  dynamicScopes: false,
  scopes: [],
  acrValues: undefined,
  defaultAcrValues: undefined,
  idTokenSigningAlg: 'RS256',
  idTokenLifetime: lifetimes.idToken,
  requirePkce: false,
  allowTokenEndpointAudience: false,
  assertionLifetime: lifetimes.assertion,
  allowAssertionWithoutJti: false,
  requireNonce: false,
  requirePushedAuthorizationRequests: false,
  requireIdTokenHintAtLogout: false,
  requireEndUserIp: false,
  iosApps: [],
  androidApps: [],
  defaultCallInitiator: undefined,
  backchannelRequestSigningAlg: undefined,
  phoneStartsPerMinute: 20,
} as const satisfies Omit<Application, Said>;
