import { fiveDigitsOf } from '../../world/contact.ts';
import type { Person } from '../../world/persons.ts';
import type { Claims, LoginFacts, OidcProfile } from '../profile.ts';
import { mitid } from './mitid.ts';

/** Nobody's company: the check digit of its number is wrong. */
const COMPANY = '12345678';
/** Astrid may represent the company, Bent works there; the others have no identity in a company. */
const SIGNATORIES = ['astrid'];
const EMPLOYEES = [...SIGNATORIES, 'bent'];

const isEmployee = ({ id }: Person) => EMPLOYEES.includes(id);
const ofEmployees = (claims: Claims): Claims =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      (facts: LoginFacts) => (isEmployee(facts.person) ? value(facts) : undefined),
    ]),
  );

/** MitID Erhverv through the Nets eID Broker (Signaturgruppen). */
export const mitidBusiness: OidcProfile = {
  ...mitid,
  name: 'mitid-business',
  title: 'MitID Erhverv',
  parameters: {
    ...mitid.parameters,
    idp_values: { required: true, words: ['mitid_erhverv'] },
    'idp_params.mitid_erhverv.allow_private': { isBoolean: true },
  },
  idToken: {
    ...mitid.idToken,
    idp: () => 'mitid_erhverv',
    identity_type: ({ person }) => (isEmployee(person) ? 'professional' : 'private'),
  },
  userinfo: {
    mitid: mitid.userinfo.mitid ?? {},
    nemlogin: ofEmployees({
      'nemlogin.persistent_professional_id': ({ person }) =>
        person.uuid.replace(/^\w{8}/, '0e1d2c3b'),
      'nemlogin.name': ({ person }) => `${person.givenName} ${person.familyName}`,
      'nemlogin.cvr': () => COMPANY,
      'nemlogin.org_name': () => `Testorganisation nr. ${COMPANY}`,
      'nemlogin.p_number': () => '1000000000',
      'nemlogin.se_number': () => COMPANY,
      'nemlogin.nemid.rid': ({ person }) => `80000${fiveDigitsOf(person)}`,
      'nemlogin.auth_to_repr': ({ person }) =>
        SIGNATORIES.includes(person.id) ? COMPANY : undefined,
    }),
  },
};
