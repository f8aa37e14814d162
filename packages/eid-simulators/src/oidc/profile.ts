import type { Country, Person } from '../world/persons.ts';
import type { ParameterRules, RequestPath } from './parameter-rules.ts';
import type { Routes } from './routes.ts';

/** One eID that speaks OpenID Connect, as data: its dialect, the claims of a person, and its refusals. */
export interface OidcProfile {
  /** Its name in scripts, and the path of its issuer. */
  readonly name: string;
  readonly title: string;
  /** Whose persons have it. */
  readonly country: Country;
  readonly routes: Routes;
  readonly clientAuthMethods: readonly ClientAuthMethod[];
  /** PKCE is by S256 in any case. */
  readonly requires: { readonly pkce: boolean; readonly pushedRequest: boolean };
  /** The algorithm of ID tokens. */
  readonly signingAlgorithm: SigningAlgorithm;
  readonly lifetimes: Lifetimes;
  /** A parameter without a rule follows the standard. */
  readonly parameters: ParameterRules;
  readonly request: RequestPaths;
  readonly assurance: Assurance;
  /** The `sub` of a person; absent: a UUID. */
  readonly subject?: (person: Person) => string;
  /** The claims of an ID token. */
  readonly idToken: Claims;
  /** ID tokens have the claims of userinfo, too. */
  readonly hasFullIdTokens?: true;
  /** The claims of userinfo by scope; no other scope exists. */
  readonly userinfo: Readonly<Record<string, Claims>>;
  /** What each service receives beside its credentials, by the names of settings. */
  readonly serviceSettings?: (issuer: string) => Readonly<Record<string, string>>;
  /** The client id that it gives to a service with this name for itself; absent: the same. */
  readonly clientIdOf?: (requested: string) => string;
  /** The claims of userinfo that a request names in its parameter `claims`. */
  readonly namedClaims?: Claims;
  /** Requests are signed (RFC 9101). Absent: no request is. */
  readonly signedRequests?: SignedRequests;
  /** The fault of a request beyond that of a single parameter; undefined without one. */
  readonly faultOf?: (request: ReceivedRequest) => string | undefined;
  /** What client assertions must have beyond the standard. */
  readonly assertions?: { readonly audience: 'token endpoint'; readonly maxSeconds: number };
  /** How answers are protected. Absent: ID tokens are signed, userinfo is JSON. */
  readonly answers?: ProtectedAnswers;
  /** There is no discovery: an entity statement names the endpoints and a signed key set. */
  readonly hasEntityStatement?: boolean;
  /** Each login has another `sub`. */
  readonly hasTransientSubject?: boolean;
  /** The error of a login that the person aborts. */
  readonly abort: { readonly error: string; readonly description: string };
  /** Absent: no CIBA. */
  readonly ciba?: CibaRules;
}

/** CIBA after a permission, whose words the person compares. Its endpoints take an access token of the client. */
export interface CibaRules {
  /** The path of the endpoint. */
  readonly route: string;
  /** The types of permissions. */
  readonly types: readonly string[];
  /** In seconds. */
  readonly expiresIn: number;
  /** The fewest seconds between two polls. */
  readonly interval: number;
}

/** Rules of signed requests. The header must have a `kid`. */
export interface SignedRequests {
  readonly algorithm: SigningAlgorithm;
  /** Every request must be signed. */
  readonly isRequired: boolean;
  /** Requests may be pushed as well; absent: none is. */
  readonly besidePushed?: true;
}

/** A request, whichever way it came. */
export interface ReceivedRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
  readonly isEncrypted: boolean;
  /** It came in a signed request object. */
  readonly isSigned: boolean;
  /** The text at a path of `parameters`. */
  textAt(path: string): string | undefined;
}

/** The encryption of answers for the client's key. Requests are encrypted likewise. */
export interface ProtectedAnswers {
  readonly alg: 'RSA-OAEP' | 'RSA-OAEP-256';
  readonly enc: 'A128CBC-HS256' | 'A128GCM' | 'A256GCM';
  /** ID tokens are encrypted in any case. */
  readonly userinfo: 'json' | 'signed' | 'encrypted';
}

/** The ways in which a client may authenticate. */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** The algorithms for which the simulator generates keys. */
export type SigningAlgorithm = 'ES256' | 'RS256';

/** All in seconds. */
export interface Lifetimes {
  readonly idToken: number;
  readonly accessToken: number;
  readonly code: number;
  readonly pushedRequest: number;
  /** From the person's arrival to the decision. */
  readonly login: number;
}

/** The parameters that the person's page needs. */
export interface RequestPaths {
  readonly text?: RequestPath;
  readonly action?: RequestPath;
  readonly level?: RequestPath;
}

/** The levels of assurance, and how persons authenticate. */
export interface Assurance {
  /** From the request's word to the claim's, the lowest level first. */
  readonly words: Readonly<Record<string, string>>;
  /** The level of a request that names none. */
  readonly usual: string;
  /** The claims that state the level. */
  readonly claims: readonly string[];
  /** The methods of every login. */
  readonly amr: readonly string[];
}

/** The claims with their values for one login. */
export type Claims = Readonly<Record<string, (facts: LoginFacts) => unknown>>;

/** What is known of an approved login. */
export interface LoginFacts {
  readonly person: Person;
  /** In full years. */
  readonly age: number;
  /** The claim's word. */
  readonly level: string;
  readonly transactionId: string;
}
