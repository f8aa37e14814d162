import type { OidcClaim } from '../protocols/oidc/oidc-row.ts';
import { claim, number, ofScope, optional, words } from '../protocols/oidc/row-claims.ts';
import type { Template } from '../protocols/oidc/template.ts';
import { asDanish, MITID_CLAIMS } from './broker.ts';

const D = 'ssn.details';
const DOOR = `{${D}.street_name} {${D}.street_number}`;
const STREET = `${DOOR},{${D}.floor} {${D}.unit}|${DOOR},{${D}.floor}|${DOOR}`;
const CITY = `{${D}.zip_code} {${D}.zip_name}`;
const [NAME, LOCALITY] = ['{mitid.identity_name}', `{${D}.city_name}`];

/** The address of the register, in lines. */
const LINES = STREET.split('|')
  .flatMap((street) => [`${street}\n${CITY}\n${LOCALITY}`, `${street}\n${CITY}`])
  .map((lines) => `${NAME}\n${lines}\nDanmark`)
  .join('|');

const ADDRESS = {
  formatted: 'Paiman Petersen\nGrusgraven 1,3 tv\n3400 Hillerød\nDanmark',
  common_name: 'Paiman Petersen',
  street_address: 'Grusgraven 1,3 tv',
  postal_code: '3400',
  city: 'Hillerød',
  region: null,
  country: 'Danmark',
};
const DETAILS = { road: 'Grusgraven', house_number: '001', floor: '03', apartment_code: '  tv' };

/** The lengths in the register: a number of three digits, a floor of two, a door of four characters. */
const FORMS = {
  house_number: (text: string) => text.replace(/^\d+/, (digits) => digits.padStart(3, '0')),
  floor: (text: string) => text.replace(/^\d$/, '0$&'),
  apartment_code: (text: string) => text.padStart(4),
};

/** The register's codes for the status of a number. */
const STATUS = {
  active: '01',
  activewithhighroadcode: '03',
  activeregisteredresidenceingreenlandiccpr: '05',
  activeregisteredresidenceingreenlandiccprwithhighroadcode: '07',
  activeadministrativesocialsecuritynumber: '20',
  cancelledsocialsecuritynumber: '30',
  deletedsocialsecuritynumber: '50',
  changedsocialsecuritynumber: '60',
  missing: '70',
  emigrated: '80',
  deceased: '90',
};

const PERSON = '8e6ab4ea-58b9-4130-a900-4366ba54eed9';

/** The claims of a citizen. */
export const CLAIMS: readonly OidcClaim[] = [
  asDanish('UUID', claim('uuid', 'mitid.uuid', PERSON, 'The person at MitID.')),
  ofScope('ssn', number(claim('cprNumberIdentifier', 'dk.cpr', '2712589100', 'CPR number.'))),
  claim('birthdate', 'mitid.date_of_birth', '1958-12-27', 'Date of birth.'),
  claim('dateofbirth', 'mitid.date_of_birth', '1958-12-27', 'As `birthdate`.'),
  optional(claim('age', 'mitid.age', '63', 'Whole years.')),
  claim('name', 'mitid.identity_name', 'Paiman Petersen', 'Full name.'),
  ...MITID_CLAIMS,
  ...[
    composed('address', ADDRESS, 'Address of the register.', {
      formatted: LINES,
      common_name: NAME,
      street_address: STREET,
      postal_code: `{${D}.zip_code}`,
      city: `{${D}.zip_name}`,
      locality: LOCALITY,
      region: null,
      country: 'Danmark',
    }),
    {
      ...composed('address_details', DETAILS, 'Its parts.', {
        road: `{${D}.street_name}`,
        house_number: `{${D}.street_number}`,
        floor: `{${D}.floor}`,
        apartment_code: `{${D}.unit}`,
      }),
      forms: FORMS,
    },
    words(STATUS, claim('cprNumberStatus', `${D}.person_status`, '01', 'Status in the register.')),
  ].map((each) => ofScope('address', each)),
];

function composed(
  name: string,
  example: Readonly<Record<string, string | null>>,
  description: string,
  from: { readonly [member: string]: Template },
): OidcClaim {
  const schema = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
  // A protected address is no address of a name and a country alone.
  return { ...claim(name, '', '', description), schema, example, from, needs: `${D}.zip_code` };
}
