import { type Acr, eidNameOf } from './acr.ts';
import { danishPersonalNumber, swedishPersonalNumber } from './identity.ts';
import type { Kind } from './intent.ts';

/** The requests to the person that an eID supports. Some rules are for eIDs that are not built yet. */
export interface EidRules {
  /** By kind; undefined: the eID does not support it. */
  readonly texts: Readonly<Record<Kind | 'phone', TextRules | undefined>>;
  /**
   * True when the variants of the acr value differ in the device alone, so that each satisfies the value without a
   * variant. Otherwise a variant may be a lower level of assurance.
   */
  readonly variantsAreDevices: boolean;
  /** Parses a national id and returns it in the eID's format; undefined when it is none. */
  readonly person: (text: string, now: Date) => string | undefined;
}

/** The texts of an order; undefined: the eID takes none, and a text of the request is ignored. */
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

/** An eID without rules: it takes neither a text nor a named person. */
const NO_RULES: EidRules = {
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
  return RULES.get(eidNameOf(acr)) ?? NO_RULES;
}
