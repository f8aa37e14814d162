import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import * as rowClaims from '../protocols/oidc/row-claims.ts';
import * as parts from '../protocols/oidc/row-parts.ts';

const ACR = 'urn:grn:authn:at:idaustria';

/** ID Austria. Its claims are those of the registration, whatever the scope: it identifies for one organisation. */
export const atIdAustria: OidcRow = {
  title: 'ID Austria',
  scheme: 'atidaustria',
  country: 'AT',
  method: ACR,
  issuers: { production: 'https://eid.oesterreich.gv.at', test: 'https://eid2.oesterreich.gv.at' },
  clientAuthentication: 'client_secret_post',
  algorithms: parts.USUAL_ALGORITHMS,
  offer: {
    name: 'at-idaustria',
    variants: parts.variants('urn:grn:authn:at', 'idaustria'),
    texts: parts.NO_TEXTS,
    directives: [],
    nationalNumber: undefined,
    claims: [
      rowClaims.claim('bpk', 'sub', 'WZvuxUfIw+UAT3zOuVPKjSmTt+o=', 'The person, for this sector.'),
      ...rowClaims.nameClaims('Jakob', 'Testberger'),
      ...rowClaims.birthdate('1984-02-29'),
    ],
    ...parts.scopes(),
  },
  request: {
    sent: 'query',
    scopes: { openid: ['openid', 'profile'] },
    ...parts.withoutActions('de'),
    parameters: {},
  },
  userinfo: 'none',
  levels: parts.noLevels(ACR, ['mfa']),
  expected: {},
  personId: 'sub',
  nationalId: undefined,
};
