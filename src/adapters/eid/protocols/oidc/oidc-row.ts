import type { ClaimOffer } from '../../../../domain/claims.ts';
import type { EidOffer, EidVariant } from '../../../../domain/eid-offer.ts';
import type { Action } from '../../../../domain/intent.ts';
import type { Language } from '../../../../domain/language.ts';
import type { Ending } from '../../../../domain/progress.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import type { Template } from './template.ts';

/** One eID behind an OpenID Provider, as data. */
export interface OidcRow {
  readonly offer: OidcOffer;
  /** Its name on our pages. */
  readonly title: string;
  /** Value of `identityscheme`. */
  readonly scheme: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** Value of `authenticationmethod`, with `{name}` for a claim of ours, `{amr}` or `{auth_time}` of the provider. */
  readonly method: string;
  /** The provider's issuer, for our production and test domains; undefined: the settings must name one. */
  readonly issuers: Readonly<Record<Environment, string>> | undefined;
  /** An issuer of the settings in the provider's test environment: it identifies people that do not exist. */
  readonly testIssuers?: RegExp;
  /** The client authentication with a secret. With a private key it is `private_key_jwt`. */
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post';
  /** The headers of our calls, as templates of settings. One without its setting is not sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The algorithms of its ID tokens that are accepted. */
  readonly algorithms: readonly string[];
  readonly request: OidcRequestShape;
  /**
   * The form of the UserInfo endpoint's claims, which complete those of the ID token: JSON, a signed JWT, or one that is
   * encrypted as well. Any other form is refused.
   */
  readonly userinfo: 'none' | 'json' | 'signed' | 'encrypted';
  /** True: its ID tokens are encrypted after they are signed, and others are refused. */
  readonly encryptsIdTokens?: boolean;
  /** True: the settings have its entity statement, or its endpoints and keys; there is no discovery. */
  readonly isPinned?: boolean;
  /** The audience of our assertion with a private key: its issuer, if absent. */
  readonly assertionAudience?: 'issuer' | 'token endpoint';
  /** The most seconds since the person's authentication: requested, and required of the answer. */
  readonly maxAge?: number;
  /** Settings of this eID alone, for templates. */
  readonly settings?: Readonly<Record<string, RowSetting>>;
  /** The brokers, where the settings choose one; absent: there is one. */
  readonly brokers?: OidcBrokers;
  readonly levels: OidcLevels;
  /** Claims that must have exactly this value before the answer is believed. */
  readonly expected: Readonly<Record<string, string>>;
  /**
   * Claims of the person, as templates of the request. Another value is another person's. `{without:<name>}` is an empty
   * text when the request lacks this directive.
   */
  readonly expectedOfRequest?: Readonly<Record<string, string>>;
  /** Values of the request that are claims of the answer, with the prefix `request.`. */
  readonly remembered?: Readonly<Record<string, string>>;
  /** The claim with the provider's lasting identifier of the person, or a template of claims. */
  readonly personId: string;
  /** The claim with the national number, and the scope of ours that it needs; undefined: the provider has none. */
  readonly nationalId: NumberSource | undefined;
  /** The endings of the provider's own errors, by `error` or by a word of `error_description`; absent: it has none. */
  readonly endings?: Readonly<Record<string, Ending>>;
}

/** The claim with the national number, and the scope of ours that it needs. */
export interface NumberSource extends Pick<OidcClaim, 'needs'> {
  readonly from: string;
  readonly scope: string;
}

/** The brokers through which an eID is offered: the row's own, and others. */
export interface OidcBrokers {
  /** The row's own: that of settings without `broker`. */
  readonly usual: string;
  readonly others: Readonly<Record<string, OidcBroker>>;
}

/** What differs at another broker. Its settings must name its issuer. Its claims are some of the row's. */
export interface OidcBroker extends Partial<Omit<OidcRow, 'offer' | 'brokers' | 'issuers'>> {
  readonly claims: readonly OidcClaim[];
}

/** A setting of one eID: `{setting:<name>}` in templates. */
export interface RowSetting {
  readonly doc: string;
  readonly isRequired: boolean;
  readonly form: RegExp;
}

/** An offer whose claims have a source. `offerOf` completes it. */
export interface OidcOffer extends Omit<EidOffer, 'title' | 'variants' | 'languages'> {
  readonly variants: readonly OidcVariant[];
  /** Absent: those of the request, in its order. */
  readonly languages?: readonly Language[];
  readonly claims: readonly OidcClaim[];
}

/** An acr value of a row. The provider's own pages take all input of the person. */
export interface OidcVariant extends Omit<EidVariant, 'title' | 'inputs'> {
  /** Absent: the eID's title, with the end of the acr value where the eID has several. */
  readonly title?: string;
}

/** A claim of ours, and its source. */
export interface OidcClaim extends ClaimOffer {
  /** The provider's claim, `name.member` of one that is an object, or a template of claims. A group is an object. */
  readonly from: Template;
  /** The provider's claim without which it is omitted, beside its source. */
  readonly needs?: string;
  /** The provider's claim with which it is omitted. */
  readonly unless?: string;
  /** True: null, where the provider has no value. As JSON text it is `null`. */
  readonly nullable?: true;
  /** Replaces each value of it; `*` stands for any other. Without `*` an unknown value is omitted. */
  readonly values: Readonly<Record<string, string>> | undefined;
  /** Ours, made from the provider's text. Undefined omits the claim. */
  readonly derived?: (text: string) => string | undefined;
  /** The members of the provider's object that are released; absent: all. */
  readonly members?: readonly string[];
  /** The forms of members that are texts; absent: as the provider writes them. */
  readonly forms?: Readonly<Record<string, (text: string) => string>>;
}

/** The authorization request to the provider. */
export interface OidcRequestShape {
  /** In the URL, pushed from our server (RFC 9126), or signed by our key (RFC 9101). */
  readonly sent: 'query' | 'pushed' | 'signed';
  /** A signed request is encrypted, too, with the provider's key. */
  readonly encryption?: {
    readonly alg: 'RSA-OAEP' | 'RSA-OAEP-256';
    readonly enc: ContentEncryption;
  };
  /** What differs for a request with a text. */
  readonly withText?: Partial<Omit<OidcRequestShape, 'withText'>>;
  /** The provider's scopes, as templates, for each scope of ours. Every login has those of `openid`. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** The provider's words for our languages; `en` stands for the absent ones. */
  readonly languages: Readonly<Partial<Record<Language, string>> & { en: string }>;
  /** The provider's words for our actions; undefined: it has none. */
  readonly actions: Readonly<Record<Action, string>> | undefined;
  /** The parameters beside those of the standard. `{with:<name>}` is an empty text when the request has this directive. */
  readonly parameters: Readonly<Record<string, Template>>;
}

/** The content encryptions that are accepted and used. */
export type ContentEncryption = 'A128CBC-HS256' | 'A128GCM' | 'A256GCM';

/** The levels of assurance. */
export interface OidcLevels {
  /** The claim with the level of the login; undefined: the provider states none, and the lowest is reached. */
  readonly claim: string | undefined;
  /** Its values, the lowest first, each with the methods (`amr`) that it proves. */
  readonly ascending: readonly { readonly value: string; readonly amr: readonly string[] }[];
  /** The requirement of each acr value. */
  readonly required: Readonly<Record<string, OidcRequirement>>;
  /** The values of the provider's test environment alone, each with the one that it stands for. */
  readonly ofTest?: Readonly<Record<string, string>>;
}

/** The word for a level in the request, the lowest level of an answer, and what else the acr value requests. */
export interface OidcRequirement {
  readonly sent: string;
  readonly lowest: string;
  readonly parameters?: Readonly<Record<string, Template>>;
}
