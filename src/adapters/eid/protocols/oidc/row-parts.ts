import type { Acr } from '../../../../domain/acr.ts';
import {
  type EidOffer,
  type EidVariant,
  LEVELS,
  type Level,
  type TextRules,
} from '../../../../domain/eid-offer.ts';
import type { Language } from '../../../../domain/language.ts';
import { HINT_WORDS } from './hint-words.ts';
import type { OidcLevels, OidcRequestShape, OidcRow, OidcVariant } from './oidc-row.ts';

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

/**
 * One acr value for each level, the lowest first, in the browser alone. A session of a higher level satisfies a request
 * for a lower one, never the reverse.
 */
export function variants(prefix: string, ...ascending: readonly string[]): OidcVariant[] {
  return variantsByLevel(
    ascending.map((word) => ({
      level: LEVELS.find((level) => level === word),
      acrs: [`${prefix}:${word}`],
    })),
  );
}

/** The acr values of a level; undefined: none is stated. They mean the same. */
export interface LevelVariants {
  readonly level: Level | undefined;
  readonly acrs: readonly string[];
}

/** The acr values of each level, the lowest first, in the browser alone. */
export function variantsByLevel(ascending: readonly LevelVariants[]): OidcVariant[] {
  const all = ascending.flatMap(({ level, acrs }, rank) =>
    acrs.map((acr) => ({ acr: acr as Acr, level, rank })),
  );
  return all.map(({ acr, level, rank }) => ({
    acr,
    device: 'same',
    level,
    channels: { browser: 'redirect' },
    startsAtOnce: true,
    satisfiedBy: all.filter((one) => one.rank >= rank && one.acr !== acr).map((one) => one.acr),
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

/** The complete offer of a row: acr values without a title get one, and the request has the languages. */
export function offerOf({ offer, title, request }: OidcRow): EidOffer {
  const shared = sharedBeginning(offer.variants.map(({ acr }) => acr));
  const titleOf = (acr: Acr) => [title, ...acr.split(':').slice(shared)].join(', ');
  return {
    title,
    hintCodes: HINT_WORDS,
    languages: Object.keys(request.languages) as Language[],
    ...offer,
    variants: offer.variants.map((variant) => ({
      title: titleOf(variant.acr),
      inputs: [],
      ...variant,
    })),
  };
}

/** How many words all the acr values begin with. */
function sharedBeginning(acrs: readonly Acr[]): number {
  const [first = [], ...others] = acrs.map((acr) => acr.split(':'));
  const different = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return different === -1 ? first.length : different;
}

/**
 * One acr value for each way to identify, with its title, all of the same level. The last one stands for any of them.
 */
export function waysAndAny(
  level: Level,
  prefix: string,
  titles: Readonly<Record<string, string>>,
): OidcVariant[] {
  const ways = Object.entries(titles).map(([name, title]) => ({
    acr: `${prefix}:${name}` as Acr,
    title,
  }));
  const any = ways.at(-1)?.acr;
  return ways.map(({ acr, title }) => ({
    acr,
    title,
    pageTitle: title,
    device: 'same',
    level,
    channels: { browser: 'redirect' },
    startsAtOnce: true,
    satisfiedBy: acr === any ? ways.slice(0, -1).map((one) => one.acr) : [],
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

/** A provider that takes no action, for people of this language. */
export function withoutActions(
  language: Language,
): Pick<OidcRequestShape, 'languages' | 'actions'> {
  return { languages: { [language]: language, en: 'en' }, actions: undefined };
}

/** Scopes whose claims are released, and stored, with them alone. */
export function scopes(...names: readonly string[]): Pick<EidOffer, 'scopes' | 'storedByScope'> {
  return { scopes: names, storedByScope: names };
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

/**
 * The request to a provider that is known by the standard alone: it states no level, and has our scopes. The settings must
 * name its issuer. Every login requests the scope `always`.
 */
export function standardProvider(acr: string, scopes: readonly string[], always: string) {
  return {
    method: acr,
    issuers: undefined,
    personId: 'sub',
    nationalId: undefined,
    expected: {},
    request: {
      sent: 'query',
      scopes: {
        openid: ['openid', always],
        ...Object.fromEntries(scopes.map((name) => [name, [name]])),
      },
      languages: { en: 'en' },
      actions: undefined,
      parameters: { ui_locales: '{language}' },
    },
    levels: noLevels(acr, []),
  } as const satisfies Partial<OidcRow>;
}
