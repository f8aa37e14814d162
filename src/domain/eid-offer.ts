import type { Acr } from './acr.ts';
import type { Channel, Device } from './authentication.ts';
import { type ClaimOffer, COMMON_SCOPES } from './claims.ts';
import { COMMON_DIRECTIVES, type DirectiveRule } from './directives.ts';
import { Failure } from './failure.ts';
import type { HintCodes } from './hint-code.ts';
import type { Identity } from './identity.ts';
import type { Kind } from './intent.ts';
import { isJsonObject } from './json.ts';
import type { Language } from './language.ts';
import { lifetimes, secondsAfter } from './lifetimes.ts';
import type { NationalNumber } from './national-number.ts';

/** The offer of one eID, independent of a tenant's settings: the row that requests, pages and documents read. */
export interface EidOffer {
  /** The name in configuration files and of its folder: `<country>-<eid>`. */
  readonly name: string;
  /** The name on our pages and in verified claims, the same in all languages. */
  readonly title: string;
  /** False: the person uses no app for an order. Absent: one opens it. */
  readonly hasApp?: false;
  /** One for each acr value. */
  readonly variants: readonly EidVariant[];
  /** The languages of its people, their own first: our pages use that one when request and browser prefer none. */
  readonly languages: readonly Language[];
  /** Other names of its acr values, which requests and configuration files may use. Nothing else shows them. */
  readonly aliases?: AcrNames;
  /** Discontinued acr values, each with the acr value to use instead. They are refused. */
  readonly retired?: AcrNames;
  /** Where it may be offered; absent: everywhere. */
  readonly restriction?: Restriction;
  /** The texts of an order, by its kind; undefined: the eID does not support this kind. */
  readonly texts: OrderTexts;
  /** What a request must send in place of its directive, when its parts contradict each other; absent: they never do. */
  readonly contradictionIn?: (request: RequestParts) => Contradiction | undefined;
  /** The directives of a `login_hint` that it reads, beside those of all eIDs. */
  readonly directives: readonly DirectiveRule[];
  /** The numbers by which a request may name the person; undefined: a request cannot name a person. */
  readonly nationalNumber: NationalNumber | undefined;
  /** Present for an eID without a counterpart: another offered eID identifies the person for it. */
  readonly through?: Through;
  /** The claims it can release. */
  readonly claims: readonly ClaimOffer[];
  /** The scopes, beside `openid`, for which it releases claims. */
  readonly scopes: readonly string[];
  /** The scopes whose claims are stored with a login only when the login has the scope. */
  readonly storedByScope: readonly string[];
  /** The scopes whose claims are too long for a URL; absent: `evidence` alone, which is that of every eID. */
  readonly longScopes?: readonly string[];
  /** True: no session answers a request, because the claims describe one use of the eID. Absent: sessions may. */
  readonly neverResumed?: true;
  /** The lifetime of one attempt in the browser, in seconds; absent: the usual one of its kind. */
  readonly lifetime?: number;
  /** What its codes mean in timelines; absent: they stand without words. */
  readonly hintCodes?: HintCodes;
}

/**
 * - `test-domains`: offered on test domains alone
 * - `unverified`: made without its provider's documentation. On production domains it needs the setting
 *   `acceptUnverified: true`.
 */
export type Restriction = 'test-domains' | 'unverified';

/** An eID that releases a part of what another one identified. Nothing else of the person is stored. */
export interface Through {
  /** The directive that limits the choice, and the acr values for each of its values. */
  readonly directive: string;
  readonly acrValues: Readonly<Record<string, readonly Acr[]>>;
  /** The scopes that the other eID may need for it. */
  readonly scopes: readonly string[];
  /** The part; undefined when the identity does not have it. */
  reduce(identity: Identity, facts: ReductionFacts): Identity | undefined;
}

/** The attempt whose identity is reduced. */
export interface ReductionFacts {
  /** The unguessable id of the attempt, which says nothing about the person. */
  readonly attempt: string;
  /** As granted. */
  readonly scope: readonly string[];
  /** Of the eID that identified the person. */
  readonly nationalNumber: NationalNumber | undefined;
  readonly now: Date;
}

/** Acr values by another name. */
export type AcrNames = Readonly<Record<string, Acr>>;

/** The levels of assurance of eIDAS, the lowest first. */
export const LEVELS = ['low', 'substantial', 'high'] as const;

/** One level of assurance. */
export type Level = (typeof LEVELS)[number];

/** Whether a level is as high as the demanded one; undefined, which states none, is lower than any. */
export function isAtLeast(level: Level | undefined, demanded: Level | undefined): boolean {
  return rankOf(level) >= rankOf(demanded);
}

function rankOf(level: Level | undefined): number {
  return level === undefined ? -1 : LEVELS.indexOf(level);
}

/** A channel, or a login in the browser on a page of the application (`embedded`). */
export type OfferChannel = Channel | 'embedded';

/** One acr value of an eID. */
export interface EidVariant {
  readonly acr: Acr;
  /** A name for lists of choices, the same in all languages, unlike those of the eID's others: discovery has it. */
  readonly title: string;
  /** The name on our pages; absent: the eID's. */
  readonly pageTitle?: string;
  /** The device that the acr value names; undefined: the person chooses. */
  readonly device: Device | undefined;
  /** The level of assurance (eIDAS); undefined: none is stated. */
  readonly level: Level | undefined;
  /**
   * The kind of eID that serves each channel; a channel without one is refused. `embedded` is the kind of `browser`, or
   * absent.
   */
  readonly channels: Readonly<Partial<Record<OfferChannel, 'order' | 'redirect'>>>;
  /** Our page starts the order without a click. */
  readonly startsAtOnce: boolean;
  /** The other acr values whose sessions satisfy a request for this one: never those of a lower level of assurance. */
  readonly satisfiedBy: readonly Acr[];
  /** The facts about the person that the start needs: our page asks for them. */
  readonly inputs: readonly Input[];
}

/** A fact that our page asks the person for. */
export type Input = 'national-number' | 'phone-number';

/**
 * The variant of an acr value that serves the channel.
 * @throws {Failure} eid-not-offered, channel-not-offered
 */
export function variantOn({ variants }: EidOffer, acr: Acr, channel: OfferChannel): EidVariant {
  const variant = variants.find((one) => one.acr === acr);
  if (variant === undefined) throw new Failure('eid-not-offered', { detail: acr });
  if (variant.channels[channel] === undefined) {
    throw new Failure('channel-not-offered', { detail: acr });
  }
  return variant;
}

/** The end of an attempt in the browser that begins at that time. It ends before its login, whatever the eID allows. */
export function attemptEnd({ lifetime }: EidOffer, kind: 'order' | 'redirect', at: Date): Date {
  const usual = kind === 'order' ? 'browserAuthentication' : 'redirectAuthentication';
  return secondsAfter(at, Math.min(lifetime ?? lifetimes[usual], LONGEST_ATTEMPT));
}

/** In seconds: time is left to begin it, and to finish the login. */
const LONGEST_ATTEMPT = lifetimes.login - 60;

/** The texts of an order; undefined: the eID takes none, and a text of the request is ignored. */
export interface TextRules {
  readonly message: TextLimit | undefined;
  /** The most characters of `nonVisibleData`, as sent. */
  readonly nonVisibleData: number | undefined;
}

/** The texts of the kinds of orders. */
export interface OrderTexts extends Readonly<Record<Kind, TextRules | undefined>> {
  readonly phone: PhoneRules | undefined;
}

/** The rules of a phone authentication. `message` is the binding message; undefined: the eID words it itself. */
export interface PhoneRules extends TextRules {
  /** The type of `authorization_details` (RFC 9396) in its requests. */
  readonly detailsType: string;
  /** Whether a request names the caller. */
  readonly namesCaller: boolean;
  /** The text of a pending request: `stages` has one for each stage. */
  readonly pending: 'stages' | 'not-granted';
}

/** The parts of a request that may contradict each other. */
export interface RequestParts {
  /** As granted. */
  readonly scope: readonly string[];
  readonly person: string | undefined;
  readonly directives: Readonly<Record<string, string | undefined>>;
}

/** A directive of a `login_hint` that does not go with the rest, and the one that would. */
export interface Contradiction {
  readonly directive: string;
  readonly needed: string;
}

/** The longest text: in characters of its base64 as sent, or in Unicode code points of the text itself. */
export interface TextLimit {
  readonly limit: number;
  readonly measured: 'after base64 encoding' | 'before base64 encoding';
  /** The charset with all its characters; absent: Unicode. */
  readonly charset?: 'ISO 8859-15';
}

/** The eIDs of this release. */
export interface EidCatalogue {
  /** The eID of an acr value; undefined when none has it. */
  offerOf(acr: Acr): EidOffer | undefined;
  /** The acr value of an alias; any other text is returned as it is. */
  withoutAlias<Text extends string>(acr: Text): Text | Acr;
  /** The acr value to use instead of a discontinued one; undefined for any other. */
  replacementOf(acr: Acr): Acr | undefined;
  /** The scopes of all eIDs, and those that any eID may have, each once. */
  readonly scopes: readonly string[];
  /** The scopes whose claims are too long for a URL. */
  readonly longScopes: readonly string[];
  /** The directives of all eIDs, each name once. A longer name comes before the name that it begins with. */
  readonly directives: readonly DirectiveRule[];
}

/** The catalogue of these eIDs. Directives of other eIDs are recognized, and have no effect. */
export function eidCatalogue(
  offers: readonly EidOffer[],
  otherDirectives: readonly DirectiveRule[] = [],
): EidCatalogue {
  const byAcr = new Map(
    offers.flatMap((offer) => offer.variants.map(({ acr }) => [acr, offer] as const)),
  );
  const own = offers.flatMap(({ directives }) => directives);
  const byName = new Map(
    [...otherDirectives, ...own, ...COMMON_DIRECTIVES].map((rule) => [rule.name, rule]),
  );
  const aliases = namesIn(offers.map(({ aliases }) => aliases));
  const retired = namesIn(offers.map(({ retired }) => retired));
  return {
    offerOf: (acr) => byAcr.get(acr),
    withoutAlias: (acr) => aliases.get(acr) ?? acr,
    replacementOf: (acr) => retired.get(acr),
    scopes: scopesOf(offers),
    longScopes: [...new Set(['evidence', ...offers.flatMap(({ longScopes = [] }) => longScopes)])],
    directives: [...byName.values()].sort((a, b) => b.name.length - a.name.length),
  };
}

/** Whether an eID with these settings may be offered on a production domain. */
export function mayServeProduction(
  { restriction }: Pick<EidOffer, 'restriction'>,
  settings: unknown,
): boolean {
  if (restriction === undefined) return true;
  return (
    restriction === 'unverified' && isJsonObject(settings) && settings.acceptUnverified === true
  );
}

/** The scopes of these eIDs behind those that any eID may have, each once. */
export function scopesOf(offers: readonly Pick<EidOffer, 'scopes'>[]): readonly string[] {
  return [...new Set([...COMMON_SCOPES, ...offers.flatMap(({ scopes }) => scopes)])];
}

/** The names of these eIDs together. */
export function namesIn(tables: readonly (AcrNames | undefined)[]): ReadonlyMap<string, Acr> {
  return new Map(tables.flatMap((table) => Object.entries(table ?? {})));
}
