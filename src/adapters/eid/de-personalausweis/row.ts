import { oneOf, pattern, used } from '../../../domain/directives.ts';
import { iduraOffer, iduraRow } from '../protocols/oidc/idura-broker.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { group, ofEach, sameNames } from '../protocols/oidc/row-claims.ts';

const ACR = 'urn:grn:authn:de:personalausweis';
const PROFILES = ['odis:Profile1', 'odis:Profile2', 'odis:Profile3'];
const scopes = ['odis:Pseudonym', ...PROFILES];
const STREET = { street_address: 'HEIDESTRAẞE 17', postal_code: '51147', locality: 'KÖLN' };
const NAME = { given_name: 'ERIKA', family_name: 'MUSTERMANN', birth_name: 'GABLER' };
const BIRTH = { birthdate: '1964-08-12', place_of_birth: 'BERLIN', nationality: 'D' };
const CARD = { document_type: 'ID', issuing_state: 'D', date_of_expiry: '2029-10-31' };

/** The German identity card. Its identifier of a person belongs to one card: a new card has another. */
export const dePersonalausweis: OidcRow = {
  ...iduraRow(ACR, {
    scheme: 'deadesso',
    scopes,
    languages: { de: 'de', en: 'en' },
    hints: ['flow:{directive:flow}', 'txinfo:{directive:txinfo}'],
  }),
  title: 'Personalausweis',
  country: 'DE',
  offer: {
    ...iduraOffer('de-personalausweis', ACR, 'high'),
    directives: [
      used('flow', oneOf('same-device', 'another-device')),
      used('txinfo', pattern('1 to 32 letters or digits', /^[A-Za-z\d]{1,32}$/)),
    ],
    claims: ofEach(PROFILES, [
      ...sameNames({ ...NAME, ...BIRTH, ...CARD, residence_permit_i: 'PERMIT 1' }),
      group('address', 'address', { ...STREET, region: '', country: 'D' }, 'Of the card.'),
    ]),
    scopes,
    storedByScope: scopes,
  },
};
