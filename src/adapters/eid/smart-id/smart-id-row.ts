import type { Acr } from '../../../domain/acr.ts';
import type { ClaimOffer } from '../../../domain/claims.ts';
import type { EidOffer } from '../../../domain/eid-offer.ts';
import type { Language } from '../../../domain/language.ts';
import type { NationalNumber } from '../../../domain/national-number.ts';

/** Smart-ID of one country: everything that differs between them. */
export interface SmartIdRow {
  readonly country: 'EE' | 'LV' | 'LT';
  /** The country's name in English, to tell the choices apart. */
  readonly countryName: string;
  /** The languages of its people, their own first. */
  readonly languages: readonly Language[];
  /** Value of `identityscheme`. */
  readonly scheme: string;
  readonly number: NationalNumber;
  /** The date of birth in a number; undefined when it has none. */
  readonly birthOf: (number: string) => Date | undefined;
  /** A number of nobody, for documents. */
  readonly example: { readonly number: string; readonly birthdate: string };
}

/** The longest text of a confirmation in the app. */
const MAX_TEXT_LENGTH = 200;

/** The offer of one country. */
export function offerOf({
  country,
  countryName,
  languages,
  number,
  example,
}: SmartIdRow): EidOffer {
  const code = country.toLowerCase();
  return {
    name: `${code}-smart-id`,
    title: 'Smart-ID',
    languages,
    variants: [
      {
        acr: `urn:grn:authn:${code}:smart-id` as Acr,
        title: `Smart-ID, ${countryName}`,
        asks: [],
        device: undefined,
        level: 'high',
        // Not on a page of the application: its person on the same device could not return to a page of ours.
        channels: { browser: 'order', headless: 'order' },
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
      claim(
        'birthdate',
        example.birthdate,
        'Date of birth; absent when neither code nor certificate has it.',
      ),
      claim('dateofbirth', example.birthdate, 'As `birthdate`.'),
      claim('documentNumber', `PNO${country}-${example.number}-MOCK-Q`, 'The account at Smart-ID.'),
    ],
    scopes: ['ssn'],
    // The personal code is part of every login.
    storedByScope: [],
  };
}

function claim(name: string, example: string, description: string): ClaimOffer {
  return { name, scope: undefined, schema: { type: 'string' }, description, example };
}
