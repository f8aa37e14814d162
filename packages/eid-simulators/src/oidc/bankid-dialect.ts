import { contactOf, fiveDigitsOf } from '../world/contact.ts';
import type { Person } from '../world/persons.ts';
import type { Claims } from './profile.ts';
import { nameClaims } from './profiles/name-claims.ts';

/** Norwegian BankID's words for its levels: in the app, and with a code device and a password. */
export const BIOMETRICS = 'urn:bankid:bis;LOA=3';
export const CODE_DEVICE = 'urn:bankid:bid;LOA=4';

const serialOf = (person: Person) => `9578-6000-4-${fiveDigitsOf(person)}`;
const subjectOf = (person: Person) =>
  `CN=${person.familyName}\\, ${person.givenName},O=SIMULATOR AS,C=NO,SERIALNUMBER=${serialOf(person)}`;

/** The claims of an ID token. Only a login with a code device has a certificate. */
export const BANKID_ID_TOKEN: Claims = {
  ...nameClaims,
  bankid_altsub: ({ person }) => serialOf(person),
  birthdate: ({ person }) => person.birthdate,
  originator: () => 'CN=SIMULATOR Bank CA,O=SIMULATOR AS,C=NO;OriginatorId=0',
  additionalCertInfo: ({ person, level }) =>
    level === CODE_DEVICE ? { subjectName: subjectOf(person), certQualified: false } : undefined,
};

/** The claims of userinfo by scope. */
export const BANKID_USERINFO: Readonly<Record<string, Claims>> = {
  profile: nameClaims,
  nnin_altsub: { nnin_altsub: ({ person }) => person.nationalNumber },
  email: { email: ({ person }) => contactOf(person).email },
  phone: { phone_number: ({ person }) => contactOf(person).phone.slice(2) },
  address: { address: ({ person }) => addressOf(person) },
};

/** The bank of Frode has no address of his. */
function addressOf(person: Person) {
  if (person.id === 'frode') return undefined;
  const { street_address, postal_code, region: locality } = contactOf(person).address;
  const formatted = `${street_address}\n${postal_code} ${locality}`;
  return { street_address, postal_code, locality, formatted };
}
