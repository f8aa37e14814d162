import { iduraOffer, iduraRow } from '../protocols/oidc/idura-broker.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { claim, group, ofScope, sameNames } from '../protocols/oidc/row-claims.ts';

const ACR = 'urn:grn:authn:nl:idin';
const [FULL, AGE] = ['idin:full-id', 'idin:age-verification'] as const;
const scopes = [FULL, 'idin:re-id', 'idin:safe-login', AGE];
const [NAME, BORN] = ['Vries', '1975-07-25'];
const [BIN, IS_18] = ['FANTASYBANK1234567890', { ageOrOlder: 18, ageCheckPassed: true }];
const LEGAL = { initials: 'VJ', legallastname: NAME, legallastnameprefix: 'de', dateofbirth: BORN };
const HOME = { street: 'Pascalstreet', houseno: '19', postalcode: '0000AA', city: 'Aachen' };
const CONTACT = { gender: 'MALE', email: 'test@example.com', phone_number: '+31203051900' };
const STANDARD = { family_name: NAME, birthdate: BORN, ...CONTACT };
const HOW = { scheme: 'nlidin', scopes, languages: { nl: 'nl', en: 'en' }, hints: [] };
const verified = (example: object) =>
  group('verified_claims', 'verified_claims', { bin: BIN, ...example }, 'The person at the bank.');

/** Dutch iDIN: a bank identifies its customer. Its identifier (bin) belongs to that bank and the service. */
export const nlIdin: OidcRow = {
  ...iduraRow(ACR, HOW),
  title: 'iDIN',
  country: 'NL',
  offer: {
    ...iduraOffer('nl-idin', ACR, 'substantial'),
    claims: [
      { ...verified({}), members: ['bin'] },
      ofScope(AGE, verified({ ageCheck: IS_18 })),
      ofScope(FULL, verified({ ...LEGAL, ...HOME })),
      ...sameNames(STANDARD, FULL),
      ofScope(FULL, claim('surname', 'family_name', NAME, 'As `family_name`.')),
      ofScope(FULL, claim('dateofbirth', 'birthdate', BORN, 'As `birthdate`.')),
    ],
    scopes,
    storedByScope: scopes,
  },
};
