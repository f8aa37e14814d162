import { fiveDigitsOf } from '../world/contact.ts';
import type { Person } from '../world/persons.ts';
import type { Claims, LoginFacts } from './profile.ts';

/** Nobody's company: the check digit of its number is wrong. */
const COMPANY = '12345678';

type Fact = (facts: LoginFacts) => unknown;

const isSignatory = ({ id }: Person) => id === 'astrid';
const isEmployee = ({ id }: Person) => id === 'bent';

/** Whether the person is someone in a company: Astrid may represent it, Bent works there; the others are private. */
export const isProfessional = (person: Person) => isSignatory(person) || isEmployee(person);

const ofProfessionals = (value: Fact) => (facts: LoginFacts) =>
  isProfessional(facts.person) ? value(facts) : undefined;
const ofEmployees = (value: Fact) => (facts: LoginFacts) =>
  isEmployee(facts.person) ? value(facts) : undefined;

/** The claims of the scope `nemlogin`. Only employees are registered by the company. */
export const nemloginClaims: Claims = {
  'nemlogin.persistent_professional_id': ofProfessionals(({ person }) =>
    person.uuid.replace(/^\w{8}/, '0e1d2c3b'),
  ),
  'nemlogin.name': ofProfessionals(({ person }) => `${person.givenName} ${person.familyName}`),
  'nemlogin.cvr': ofProfessionals(() => COMPANY),
  'nemlogin.org_name': ofProfessionals(() => `Testorganisation nr. ${COMPANY}`),
  'nemlogin.p_number': ofEmployees(() => '1000000000'),
  'nemlogin.se_number': ofEmployees(() => COMPANY),
  'nemlogin.nemid.rid': ofEmployees(({ person }) => `80000${fiveDigitsOf(person)}`),
  'nemlogin.auth_to_repr': ({ person }) => (isSignatory(person) ? COMPANY : undefined),
};
