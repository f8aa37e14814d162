import type { Country, Person } from '../world/persons.ts';
import type { ParameterRules } from './parameter-rules.ts';
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
  /** The claims of an ID token. */
  readonly idToken: Claims;
  /** The claims of userinfo by scope; no other scope exists. */
  readonly userinfo: Readonly<Record<string, Claims>>;
  /** What each service is told beside its credentials, by the names of settings. */
  readonly serviceSettings?: Readonly<Record<string, string>>;
  /** The error of a login that the person aborts. */
  readonly abort: { readonly error: string; readonly description: string };
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

/** The parameters that the person's page needs, as paths of `parameters`. */
export interface RequestPaths {
  readonly text?: string;
  readonly action?: string;
  readonly level?: string;
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
