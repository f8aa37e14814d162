import { BROKER, BUSINESS_LEVELS, TEXTS, UUID } from '../dk-mitid/broker.ts';
import { denmark } from '../national-numbers/denmark.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { scopes, variantsByLevel } from '../protocols/oidc/row-parts.ts';
import { CLAIMS, CPR, DIRECTIVES, REQUEST } from './erhverv.ts';

/** Danish MitID of employees and signatories of companies (MitID Erhverv). Only signatories have a CPR number here. */
export const dkMitIdBusiness: OidcRow = {
  ...BROKER,
  title: 'MitID Erhverv',
  scheme: 'dkmitid',
  country: 'DK',
  method: '{amr}:{loA}:{ial}:{aal}',
  offer: {
    name: 'dk-mitid-business',
    variants: variantsByLevel([
      { level: 'substantial', acrs: ['urn:grn:authn:dk:mitid:business'] },
    ]),
    languages: ['da', 'en'],
    texts: TEXTS,
    directives: [UUID, ...DIRECTIVES],
    nationalNumber: denmark,
    claims: CLAIMS,
    ...scopes('ssn'),
  },
  request: REQUEST,
  levels: BUSINESS_LEVELS,
  expected: {},
  expectedOfRequest: {
    'nemlogin.cvr': '{digits:vatid}',
    identity_type: 'professional{without:business_optional}',
  },
  // Never that of the citizen, also of the same human being.
  personId: '{identity_type}:{nemlogin.persistent_professional_id}|{identity_type}:{mitid.uuid}',
  nationalId: CPR,
};
