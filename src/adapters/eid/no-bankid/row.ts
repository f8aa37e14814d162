import { norway } from '../national-numbers/norway.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import * as parts from '../protocols/oidc/row-parts.ts';
import { CLAIMS, DIRECTIVES, LEVELS, LOGIN_HINT, OFFER, SCOPES } from './bankid.ts';

/** Norwegian BankID on its own pages, and in calls. It signs no text there: `action:sign` is refused. */
export const noBankId: OidcRow = {
  title: 'BankID',
  scheme: 'nobankid-oidc',
  country: 'NO',
  method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
  issuers: {
    production: 'https://auth.bankid.no/auth/realms/prod',
    test: 'https://auth.current.bankid.no/auth/realms/current',
  },
  clientAuthentication: 'client_secret_basic',
  algorithms: parts.USUAL_ALGORITHMS,
  offer: {
    name: 'no-bankid',
    ...OFFER,
    directives: DIRECTIVES,
    nationalNumber: norway,
    claims: CLAIMS,
    ...parts.scopes(...Object.keys(SCOPES)),
  },
  request: {
    sent: 'pushed',
    scopes: { openid: ['openid', 'profile'], ...SCOPES },
    ...parts.withoutActions('nb'),
    parameters: { acr_values: '{level}', ui_locales: '{language}', login_hint: LOGIN_HINT },
  },
  userinfo: 'json',
  levels: LEVELS,
  expected: {},
  personId: 'bankid_altsub',
  nationalId: { from: 'nnin_altsub', scope: 'ssn' },
};
