import {
  type DirectiveRule,
  type DirectiveValue,
  pattern,
  used,
} from '../../../domain/directives.ts';
import { asDanish, brokerRequest, MITID_CLAIMS, MITID_PARAMETERS } from '../dk-mitid/broker.ts';
import type { NumberSource, OidcClaim, OidcRequestShape } from '../protocols/oidc/oidc-row.ts';
import { as, claim, number, ofScope, optional, words } from '../protocols/oidc/row-claims.ts';

const NONE: DirectiveValue = { form: '', fits: (value) => value === '', optional: true };

/** The company of the login, and whether the person may stay private. The acr value alone chooses business. */
export const DIRECTIVES: readonly DirectiveRule[] = [
  used('vatid', pattern('DK and 8 digits', /^DK\d{8}$/)),
  used('business', NONE),
  used('business_optional', NONE),
];

const { cpr_hint: _, ...mitid } = MITID_PARAMETERS;

/** The login is by MitID, whose parameters apply. No CPR number is sent. */
export const REQUEST: OidcRequestShape = {
  ...brokerRequest('mitid_erhverv', {
    mitid_erhverv: { allow_private: '{flag:directive:business_optional}' },
    mitid,
  }),
  scopes: { openid: ['openid', 'nemlogin', 'mitid'], ssn: ['ssn'] },
};

const UUID = '3c6d9757-1e70-438a-8dd3-5f84398c2e25';
const PROFESSIONAL = 'nemlogin.persistent_professional_id';
const SIGNATORY = 'nemlogin.auth_to_repr';

/** The CPR number, of a signatory alone: it is not legal to correlate an employee with the citizen. */
export const CPR: NumberSource = { from: 'dk.cpr', scope: 'ssn', needs: SIGNATORY };

/** The claims of the citizen, which a signatory releases. */
const OF_SIGNATORIES: readonly OidcClaim[] = [
  ofScope(CPR.scope, number(claim('cprNumberIdentifier', CPR.from, '2101270087', 'CPR number.'))),
  ...[
    claim('birthdate', 'mitid.date_of_birth', '1927-01-21', 'Date of birth.'),
    claim('dateofbirth', 'mitid.date_of_birth', '1927-01-21', 'As `birthdate`.'),
    claim('age', 'mitid.age', '93', 'Whole years.'),
  ].map(optional),
].map((released) => ({ ...released, needs: SIGNATORY }));

const EMPLOYEE = claim('employee', 'identity_type', 'true', 'An employee, who is no signatory.');

/** A login is that of an employee, of a signatory, or private: then it has no company. */
export const CLAIMS: readonly OidcClaim[] = [
  asDanish(
    'UUID',
    claim(
      'uuid',
      `{${PROFESSIONAL}}|{mitid.uuid}`,
      UUID,
      'The identity, of the company or private.',
    ),
  ),
  ...[
    { ...words({ professional: 'true' }, EMPLOYEE), unless: SIGNATORY },
    words(
      { '*': 'true' },
      claim('companySignatory', SIGNATORY, 'true', 'May represent the company.'),
    ),
    asDanish(
      'CvrNumberIdentifier',
      claim('cvrNumberIdentifier', 'nemlogin.cvr', '12345678', 'The company (CVR number).'),
    ),
    as(
      'urn:oid:2.5.4.10',
      claim('2.5.4.10', 'nemlogin.org_name', 'Testorganisation nr. 12345678', 'Its name.'),
    ),
    claim('productionUnit', 'nemlogin.p_number', '1092738120', 'Production unit (P number).'),
    claim('seNumber', 'nemlogin.se_number', '98202298', 'Administrative unit (SE number).'),
    claim('ridNumberIdentifier', 'nemlogin.nemid.rid', '8636770830', 'The employee (RID).'),
    claim('name', '{nemlogin.name}|{mitid.identity_name}', 'Astrid Prøvesen', 'Full name.'),
  ].map(optional),
  ...OF_SIGNATORIES,
  ...MITID_CLAIMS,
];
