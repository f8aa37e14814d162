import { type Acr, eidNameOf } from './acr.ts';
import { danishPersonalNumber, swedishPersonalNumber } from './identity.ts';
import type { Kind } from './intent.ts';

/** What an eID allows an application to ask of the person. Rules also stand for eIDs that are yet to come. */
export interface EidRules {
  /** By kind; undefined: the eID cannot do that. */
  readonly texts: Readonly<Record<Kind | 'phone', TextRules | undefined>>;
  /**
   * True where the variants of the acr value differ in the device alone, so that each of them does all that a shorter
   * name demands. Elsewhere a variant may be a lower level of assurance.
   */
  readonly variantsAreDevices: boolean;
  /** Reads a national id and gives it back as the eID writes it; undefined: it is none. */
  readonly person: (text: string, now: Date) => string | undefined;
}

/** Which texts go along; undefined: the eID takes none, and one that is sent is not shown. */
export interface TextRules {
  readonly message: TextLimit | undefined;
  /** The most characters of `nonVisibleData`, as sent. */
  readonly nonVisibleData: number | undefined;
}

/** The longest text: in characters of its base64 as sent, or in Unicode code points of the text itself. */
export interface TextLimit {
  readonly limit: number;
  readonly measured: 'after base64 encoding' | 'before base64 encoding';
}

const SHORT_TEXTS: TextRules = {
  message: { limit: 1500, measured: 'after base64 encoding' },
  nonVisibleData: 1500,
};

const RULES: ReadonlyMap<string, EidRules> = new Map([
  [
    'se:bankid',
    {
      texts: {
        authentication: SHORT_TEXTS,
        signature: {
          message: { limit: 40_000, measured: 'after base64 encoding' },
          nonVisibleData: 200_000,
        },
        phone: SHORT_TEXTS,
      },
      variantsAreDevices: true,
      person: swedishPersonalNumber,
    },
  ],
  [
    'dk:mitid',
    {
      texts: {
        authentication: {
          message: { limit: 130, measured: 'before base64 encoding' },
          nonVisibleData: undefined,
        },
        signature: undefined,
        phone: undefined,
      },
      variantsAreDevices: false,
      person: danishPersonalNumber,
    },
  ],
]);

/** An unknown eID: it takes neither a text nor a named person. */
const PLAIN: EidRules = {
  texts: {
    authentication: { message: undefined, nonVisibleData: undefined },
    signature: undefined,
    phone: undefined,
  },
  variantsAreDevices: false,
  person: () => undefined,
};

/** The rules of the eID that an acr value names. */
export function rulesOf(acr: Acr): EidRules {
  return RULES.get(eidNameOf(acr)) ?? PLAIN;
}
