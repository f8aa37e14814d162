import {
  type DirectiveRule,
  type DirectiveValue,
  pattern,
  used,
} from '../../../domain/directives.ts';
import { brokerRequest, MITID_PARAMETERS, NSIS_CLAIMS } from '../dk-mitid/broker.ts';
import type { OidcClaim, OidcRequestShape } from '../oidc/oidc-row.ts';
import { claim, optional, words } from '../oidc/row-parts.ts';

const NONE: DirectiveValue = { form: '', fits: (value) => value === '', optional: true };

/** The company of the login, and whether the person may stay private. The acr value alone chooses business. */
export const DIRECTIVES: readonly DirectiveRule[] = [
  used('vatid', pattern('DK and 8 digits', /^DK\d{8}$/)),
  used('business', NONE),
  used('business_optional', NONE),
];

const { cpr_hint: _, ...mitid } = MITID_PARAMETERS;

/** The login is by MitID, whose parameters apply. No CPR number is sent or requested. */
export const REQUEST: OidcRequestShape = {
  ...brokerRequest('mitid_erhverv', {
    mitid_erhverv: { allow_private: '{flag:directive:business_optional}' },
    mitid,
  }),
  scopes: { openid: ['openid', 'nemlogin', 'mitid'] },
};

const UUID = '3c6d9757-1e70-438a-8dd3-5f84398c2e25';
const PROFESSIONAL = 'nemlogin.persistent_professional_id';

/** A private login has neither `employee` nor a company. */
export const CLAIMS: readonly OidcClaim[] = [
  claim('uuid', `{${PROFESSIONAL}}|{mitid.uuid}`, UUID, 'The identity, of the company or private.'),
  ...[
    words({ professional: 'true' }, claim('employee', 'identity_type', 'true', 'An employee.')),
    words(
      { '*': 'true' },
      claim('companySignatory', 'nemlogin.auth_to_repr', 'true', 'May represent the company.'),
    ),
    claim('cvrNumberIdentifier', 'nemlogin.cvr', '12345678', 'The company (CVR number).'),
    claim('2.5.4.10', 'nemlogin.org_name', 'Testorganisation nr. 12345678', 'Its name.'),
    claim('productionUnit', 'nemlogin.p_number', '1092738120', 'Production unit (P number).'),
    claim('seNumber', 'nemlogin.se_number', '98202298', 'Administrative unit (SE number).'),
    claim('ridNumberIdentifier', 'nemlogin.nemid.rid', '8636770830', 'The employee (RID).'),
    claim('name', '{nemlogin.name}|{mitid.identity_name}', 'Astrid Prøvesen', 'Full name.'),
  ].map(optional),
  ...NSIS_CLAIMS,
];
