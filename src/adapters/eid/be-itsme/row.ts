import { belgium } from '../national-numbers/belgium.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { variants } from '../protocols/oidc/row-parts.ts';
import {
  BELGIAN_CLAIMS,
  ITSME,
  ITSME_PROVIDER,
  ITSME_SCOPES,
  ITSME_TEXTS,
  itsmeLevels,
  itsmeRequest,
} from './itsme.ts';

/** itsme with Belgian documents. */
export const beItsme: OidcRow = {
  ...ITSME_PROVIDER,
  country: 'BE',
  offer: {
    name: 'be-itsme',
    variants: variants('urn:grn:authn:be:itsme', 'basic', 'advanced'),
    texts: ITSME_TEXTS,
    directives: [],
    nationalNumber: belgium,
    claims: BELGIAN_CLAIMS,
    scopes: ITSME_SCOPES,
    storedByScope: ITSME_SCOPES,
  },
  request: itsmeRequest({ email: ['email'], phone: ['phone'], ssn: ['eid'], address: ['address'] }),
  levels: itsmeLevels({
    'urn:grn:authn:be:itsme:basic': 'basic',
    'urn:grn:authn:be:itsme:advanced': 'advanced',
  }),
  nationalId: { from: `${ITSME}/BENationalNumber`, scope: 'ssn' },
};
