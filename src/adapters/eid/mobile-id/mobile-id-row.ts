import type { Acr } from '../../../domain/acr.ts';
import type { ClaimOffer } from '../../../domain/claims.ts';
import type { EidOffer } from '../../../domain/eid-offer.ts';
import type { Language } from '../../../domain/language.ts';
import type { NationalNumber } from '../../../domain/national-number.ts';

/** Mobile-ID of one country: everything that differs between them. */
export interface MobileIdRow {
  readonly country: 'EE' | 'LT';
  /** The country's name in English, to tell the choices apart. */
  readonly land: string;
  /** The languages of its people, their own first. */
  readonly languages: readonly Language[];
  /** Value of `identityscheme`. */
  readonly scheme: string;
  readonly number: NationalNumber;
  readonly birthOf: (number: string) => Date | undefined;
  /** The phone numbers of its operators, in E.164. */
  readonly phones: RegExp;
  /** A number of nobody, for documents. */
  readonly example: { readonly number: string; readonly birthdate: string };
}

/** Characters of any alphabet that a phone shows beside the name of the service. */
export const MAX_TEXT_LENGTH = 50;

/** The offer of one country. The order is pushed to a phone that our page asks for, so that it needs our page. */
export function offerOf({ country, land, languages, number, example }: MobileIdRow): EidOffer {
  const code = country.toLowerCase();
  return {
    name: `${code}-mobile-id`,
    title: 'Mobile-ID',
    languages,
    variants: [
      {
        acr: `urn:grn:authn:${code}:mobile-id` as Acr,
        title: `Mobile-ID, ${land}`,
        asks: ['national-number', 'phone-number'],
        device: 'other',
        level: 'high',
        channels: { browser: 'order' },
        startsAtOnce: false,
        satisfiedBy: [],
      },
    ],
    texts: {
      authentication: {
        message: { limit: MAX_TEXT_LENGTH, measured: 'before base64 encoding' },
        nonVisibleData: undefined,
      },
      signature: undefined,
      phone: undefined,
    },
    directives: [],
    nationalNumber: number,
    claims: [
      claim('ssn', example.number, 'Personal code.'),
      claim('name', 'Mari Näidis', 'Given names and surname.'),
      claim('givenname', 'Mari', 'As `given_name`.'),
      claim('given_name', 'Mari', 'Given names.'),
      claim('surname', 'Näidis', 'As `family_name`.'),
      claim('family_name', 'Näidis', 'Surname.'),
      claim('birthdate', example.birthdate, 'Date of birth.'),
      claim('dateofbirth', example.birthdate, 'As `birthdate`.'),
      ofPhone('phone_number', 'The phone that approved, in E.164.'),
      ofPhone('mobilephone', 'As `phone_number`.'),
    ],
    scopes: ['ssn', 'phone'],
    // The personal code is part of every login.
    storedByScope: ['phone'],
  };
}

function claim(name: string, example: string, description: string): ClaimOffer {
  return { name, scope: undefined, schema: { type: 'string' }, description, example };
}

function ofPhone(name: string, description: string): ClaimOffer {
  return { ...claim(name, '+37200000766', description), scope: 'phone' };
}
