import {
  ITSME_CLAIMS,
  ITSME_PROVIDER,
  ITSME_TEXTS,
  itsmeLevels,
  itsmeRequest,
} from '../be-itsme/itsme.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { variants } from '../protocols/oidc/row-parts.ts';

/** itsme with Dutch documents. They have neither gender nor address, and itsme releases no Dutch number. */
export const nlItsme: OidcRow = {
  ...ITSME_PROVIDER,
  country: 'NL',
  offer: {
    name: 'nl-itsme',
    variants: variants('urn:grn:authn:nl', 'itsme'),
    texts: ITSME_TEXTS,
    directives: [],
    nationalNumber: undefined,
    claims: ITSME_CLAIMS,
    scopes: ['email', 'phone'],
    storedByScope: ['email', 'phone'],
  },
  request: itsmeRequest({ email: ['email'], phone: ['phone'] }),
  levels: itsmeLevels({ 'urn:grn:authn:nl:itsme': 'basic' }),
  nationalId: undefined,
};
