import type { Acr } from './acr.ts';
import type { Branding } from './branding.ts';
import { FLOWS, type Flow } from './flow.ts';
import type { JsonObject } from './json.ts';
import { lifetimes } from './lifetimes.ts';

/**
 * The ways in which an authorization response reaches the application. With `json` and `post_message` a script of the
 * application's page calls this service.
 */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post', 'json', 'post_message'] as const;

/** One response mode of OAuth. */
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** The response modes of an application that lists none. */
const USUAL_RESPONSE_MODES: readonly ResponseMode[] = ['query', 'fragment', 'form_post'];

/**
 * The algorithms that sign tokens, in the order in which their keys are published. RS256 is the default of every
 * client.
 */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const;

/** One signing algorithm. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** An iOS app that may open links below one of our domains. */
export interface IosApp {
  /** The developer's team at Apple: ten characters. */
  readonly teamId: string;
  readonly bundleId: string;
}

/** An Android app that may open links below one of our domains. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of each certificate that signs the app: 32 bytes in hexadecimal, separated by colons. */
  readonly sha256CertFingerprints: readonly string[];
}

/** How an application authenticates: with a secret, with a signed assertion, or (PKCE) not at all. */
export type ClientAuthentication = 'secret' | 'private-key-jwt' | 'none';

/** The caller of the phone call: the application's side (RP) or the person. */
export type CallInitiator = 'RP' | 'user';

/** The names of claims: those of each eID, the same for all eIDs, or those of each eID as URIs. */
export const CLAIMS_PROFILES = ['eid', 'normalised', 'uri'] as const;

/** One profile of claims. */
export type ClaimsProfile = (typeof CLAIMS_PROFILES)[number];

/** One client application and its settings. Times are in seconds. */
export interface Application {
  readonly clientId: string;
  /** The name on our pages. */
  readonly name: string;
  /** Its own looks, over those of its domain. */
  readonly branding: Branding | undefined;
  readonly flows: readonly Flow[];
  /** Exact return URLs. */
  readonly redirectUris: readonly string[];
  /** Where a logout may return to, beside the redirect URIs. */
  readonly postLogoutRedirectUris: readonly string[];
  readonly responseModes: readonly ResponseMode[];
  readonly secrets: readonly HashedSecret[];
  /** Public keys for `private_key_jwt` and signed requests. At most one of `jwks` and `jwksUri` is set. */
  readonly jwks: { readonly keys: readonly JsonObject[] } | undefined;
  /** The URL of these keys instead. */
  readonly jwksUri: string | undefined;
  /** Grant the scopes of the request; otherwise those of `scopes` below. */
  readonly dynamicScopes: boolean;
  /** The granted scopes beside `openid` while dynamic scopes are off. */
  readonly scopes: readonly string[];
  /** The eIDs this application may use; all of the domain when absent. */
  readonly acrValues: readonly Acr[] | undefined;
  /** The eID of a request that names none (for clients that cannot send `acr_values`). */
  readonly defaultAcrValues: Acr | undefined;
  readonly idTokenSigningAlg: 'RS256' | 'ES256';
  readonly claimsProfile: ClaimsProfile;
  readonly idTokenLifetime: number;
  /** Confidential clients, too, must send a PKCE challenge. */
  readonly requirePkce: boolean;
  /** Accept as an assertion's audience, beside the issuer, the URL of the token endpoint and of the one called. */
  readonly allowTokenEndpointAudience: boolean;
  /** How far ahead the `exp` of an assertion may be. */
  readonly assertionLifetime: number;
  /** Accept an assertion without `jti`; its signature then counts once instead. */
  readonly allowAssertionWithoutJti: boolean;
  /** A request for an ID token must have a `nonce`. */
  readonly requireNonce: boolean;
  /** Authorization requests must be pushed (RFC 9126). */
  readonly requirePushedAuthorizationRequests: boolean;
  /** A logout that returns to the application must carry an ID token of it. */
  readonly requireIdTokenHintAtLogout: boolean;
  /** A headless request must name the person's address. */
  readonly requireEndUserIp: boolean;
  /** Native apps to which the callback pages of our domains lead. */
  readonly iosApps: readonly IosApp[];
  readonly androidApps: readonly AndroidApp[];
  /** The call initiator of CIBA requests that name none. */
  readonly defaultCallInitiator: CallInitiator | undefined;
  /** CIBA requests must be signed, with this algorithm; undefined: they need not be. */
  readonly backchannelRequestSigningAlg: 'RS256' | 'PS256' | 'ES256' | undefined;
  /** The most CIBA requests a minute. */
  readonly phoneStartsPerMinute: number;
}

/** A stored client secret: an HMAC. */
export interface HashedSecret {
  readonly hash: string;
  /** The secret is refused from then on; undefined: it does not expire. */
  readonly expiresAt: Date | undefined;
}

/** The ways this application may authenticate. A secret and `none` never go together. */
export function clientAuthentications(application: Application): readonly ClientAuthentication[] {
  const ways: ClientAuthentication[] = [];
  if (application.secrets.length > 0) ways.push('secret');
  if (hasKeys(application)) ways.push('private-key-jwt');
  return ways.length > 0 ? ways : ['none'];
}

/** True when the application signs with its own keys. */
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

/** The settings without a default. */
type RequiredSetting = 'clientId' | 'name' | 'flows' | 'redirectUris' | 'secrets';

/**
 * The defaults of the settings, in the operator's file and in a row that was stored before the setting existed.
 */
export const APPLICATION_DEFAULTS = {
  branding: undefined,
  postLogoutRedirectUris: [],
  responseModes: USUAL_RESPONSE_MODES,
  jwks: undefined,
  jwksUri: undefined,
  dynamicScopes: false,
  scopes: [],
  acrValues: undefined,
  defaultAcrValues: undefined,
  idTokenSigningAlg: 'RS256',
  claimsProfile: 'eid',
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
} as const satisfies Omit<Application, RequiredSetting>;
