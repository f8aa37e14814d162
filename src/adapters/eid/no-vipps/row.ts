import { norway } from '../national-numbers/norway.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import * as parts from '../protocols/oidc/row-parts.ts';
import { ACR, APP_LOGIN, APP_RETURN, CLAIMS, DIRECTIVES, PARTNER, SCOPES } from './vipps.ts';

/** Vipps MobilePay Login in Norway. It has no level of assurance. */
export const noVipps: OidcRow = {
  title: 'Vipps',
  scheme: 'novippslogin',
  country: 'NO',
  method: ACR,
  issuers: {
    production: 'https://api.vipps.no/access-management-1.0/access/',
    test: 'https://apitest.vipps.no/access-management-1.0/access/',
  },
  clientAuthentication: 'client_secret_basic',
  ...PARTNER,
  algorithms: parts.USUAL_ALGORITHMS,
  offer: {
    name: 'no-vipps',
    variants: parts.variants('urn:grn:authn:no', 'vipps'),
    texts: parts.NO_TEXTS,
    directives: DIRECTIVES,
    nationalNumber: norway,
    claims: CLAIMS,
    ...parts.scopes(...Object.keys(SCOPES)),
  },
  request: {
    sent: 'query',
    scopes: { openid: ['openid', 'name'], ...SCOPES },
    ...parts.withoutActions('nb'),
    parameters: { acr_values: '{level}', market: 'NO', ...APP_RETURN },
  },
  userinfo: 'json',
  levels: APP_LOGIN,
  expected: {},
  personId: 'sub',
  nationalId: { from: 'nin', scope: 'ssn' },
  endings: { outdated_app_version: 'app-unable' },
};
