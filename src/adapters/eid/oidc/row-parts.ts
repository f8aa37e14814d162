import type { Acr } from '../../../domain/acr.ts';
import {
  type EidOffer,
  type EidVariant,
  LEVELS,
  type Level,
  type TextRules,
} from '../../../domain/eid-offer.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Language } from '../../../domain/language.ts';
import { NATIONAL_NUMBER } from '../../../domain/normalised-claims.ts';
import type { OidcClaim, OidcLevels, OidcRow, OidcVariant } from './oidc-row.ts';

/** The algorithms of a provider that announces any of the usual ones. None of them is symmetric. */
export const USUAL_ALGORITHMS: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];

/** A text claim of every login. */
export function claim(name: string, from: string, example: string, description: string): OidcClaim {
  const schema = { type: 'string' };
  return { name, scope: undefined, schema, description, example, from, values: undefined };
}

/** The names and date of birth, from the claims of the standard. */
export function names(): readonly OidcClaim[] {
  return [
    claim('name', 'name', 'Lotte Voorbeeld', 'Full name.'),
    claim('givenname', 'given_name', 'Lotte', 'Given names.'),
    claim('given_name', 'given_name', 'Lotte', 'As `givenname`.'),
    claim('surname', 'family_name', 'Voorbeeld', 'Family names.'),
    claim('family_name', 'family_name', 'Voorbeeld', 'As `surname`.'),
    claim('birthdate', 'birthdate', '1990-11-02', 'Date of birth.'),
    claim('dateofbirth', 'birthdate', '1990-11-02', 'As `birthdate`.'),
  ];
}

/** A claim with members. */
export function group(
  name: string,
  from: string,
  example: JsonObject,
  description: string,
): OidcClaim {
  return { ...claim(name, from, '', description), schema: { type: 'object' }, example };
}

/** A claim that is made from the provider's text. */
export function derived(
  make: (text: string) => string | undefined,
  released: OidcClaim,
): OidcClaim {
  return { ...released, derived: make };
}

/** Claims that the provider names as we do, with examples from which their types follow. */
export function sameNames(examples: JsonObject, scope?: string): OidcClaim[] {
  return Object.entries(examples).map(([name, example]) => {
    const schema: JsonObject = typeof example === 'object' ? {} : { type: typeof example };
    return { ...claim(name, name, '', 'As the provider states it.'), schema, example, scope };
  });
}

/** The claims, released with any of these scopes. */
export function ofEach(scopes: readonly string[], released: readonly OidcClaim[]): OidcClaim[] {
  return scopes.flatMap((scope) => released.map((one) => ofScope(scope, one)));
}

/** The claim, which some logins lack. */
export function optional(released: OidcClaim): OidcClaim {
  return { ...released, optional: true };
}

/** A text claim with an object as JSON: some clients read it instead of the object. */
export function jsonText(released: OidcClaim): OidcClaim {
  return { ...released, schema: { type: 'string', contentMediaType: 'application/json' } };
}

/** The claim, released with a scope only. */
export function ofScope(scope: string, released: OidcClaim): OidcClaim {
  return { ...released, scope };
}

/** The claim, which is the national number in the normalised profile. */
export function number(released: OidcClaim): OidcClaim {
  return { ...released, normalised: NATIONAL_NUMBER };
}

/** The claim, with words of ours for its values. An unknown value is omitted. */
export function words(values: Readonly<Record<string, string>>, released: OidcClaim): OidcClaim {
  return { ...released, schema: { enum: [...new Set(Object.values(values))] }, values };
}

/**
 * One acr value for each level, the lowest first, in the browser alone. A session of a higher level satisfies a request
 * for a lower one, never the reverse.
 */
export function variants(prefix: string, ...ascending: readonly string[]): OidcVariant[] {
  const acrs = ascending.map((level) => `${prefix}:${level}` as Acr);
  return acrs.map((acr, index) => ({
    acr,
    device: 'same',
    level: LEVELS.find((level) => level === ascending[index]),
    channels: { browser: 'redirect' },
    startsAtOnce: true,
    satisfiedBy: acrs.slice(index + 1),
  }));
}

/** The acr values with further channels, or with others than the browser. */
export function withChannels(
  channels: EidVariant['channels'],
  variants: readonly OidcVariant[],
): OidcVariant[] {
  return variants.map((variant) => ({
    ...variant,
    channels: { ...variant.channels, ...channels },
  }));
}

/** The complete offer of a row: an acr value without a title has the eID's, and the request has the languages. */
export function offerOf({ offer, title, request }: OidcRow): EidOffer {
  return {
    languages: Object.keys(request.languages) as Language[],
    ...offer,
    variants: offer.variants.map((variant) => ({ title, asks: [], ...variant })),
  };
}

/** One acr value for each way to identify, all of the same level, and one for any of them, which comes last. */
export function waysAndAny(
  level: Level,
  prefix: string,
  ...names: readonly string[]
): OidcVariant[] {
  const acrs = names.map((name) => `${prefix}:${name}` as Acr);
  const any = acrs.at(-1);
  return acrs.map((acr) => ({
    acr,
    device: 'same',
    level,
    channels: { browser: 'redirect' },
    startsAtOnce: true,
    satisfiedBy: acr === any ? acrs.slice(0, -1) : [],
  }));
}

/** The levels of a provider that states none: each login has these methods. */
export function noLevels(acr: string, amr: readonly string[]): OidcLevels {
  const none = 'none';
  return {
    claim: undefined,
    ascending: [{ value: none, amr }],
    required: { [acr]: { sent: none, lowest: none } },
  };
}

/** A text of at most so many characters, without data beside it. */
export function textUpTo(limit: number): TextRules {
  return { message: { limit, measured: 'before base64 encoding' }, nonVisibleData: undefined };
}

/** No text, no signature, no phone call. */
export const NO_TEXTS: EidOffer['texts'] = {
  authentication: { message: undefined, nonVisibleData: undefined },
  signature: undefined,
  phone: undefined,
};
