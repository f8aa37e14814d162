import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { sameNames } from '../protocols/oidc/row-claims.ts';
import * as parts from '../protocols/oidc/row-parts.ts';

const CHECKS = ['accounts', 'accounts.balances', 'fraud', 'pep_and_sanctions'];
const AGES = ['age_over_18', 'age_over_21', 'age_over_25'];
const scopes = ['profile', 'date_of_birth', 'address', 'email', 'phone', ...AGES, ...CHECKS];
const PRODUCT = { doc: 'Your product at OneID.', isRequired: true, form: /^[\w.-]+$/ };

/** British OneID, made without its documentation: its scopes, and the standard claims of OpenID Connect. */
export const ukOneId: OidcRow = {
  title: 'OneID',
  scheme: 'ukoneid',
  country: 'GB',
  ...parts.standardProvider('urn:grn:authn:uk:oneid', scopes, 'oneid:product:{setting:product}'),
  settings: { product: PRODUCT },
  clientAuthentication: 'client_secret_basic',
  algorithms: parts.USUAL_ALGORITHMS,
  userinfo: 'json',
  offer: {
    name: 'uk-oneid',
    variants: parts.variants('urn:grn:authn:uk', 'oneid'),
    restriction: 'unverified',
    texts: parts.NO_TEXTS,
    directives: [],
    nationalNumber: undefined,
    claims: [
      ...sameNames({ name: 'Ed Sample', given_name: 'Ed', family_name: 'Sample' }, 'profile'),
      ...sameNames({ birthdate: '1980-02-03' }, 'date_of_birth'),
      ...sameNames({ address: { country: 'GB' } }, 'address'),
      ...sameNames({ email: 'ed@example.com' }, 'email'),
      ...sameNames({ phone_number: '+447700900123' }, 'phone'),
      ...AGES.flatMap((name) => sameNames({ [name]: true }, name)),
      ...CHECKS.flatMap((name) => sameNames({ [name]: {} }, name)),
    ],
    scopes,
    storedByScope: scopes,
  },
};
