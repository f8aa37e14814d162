import { denmark } from '../national-numbers/denmark.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { scopes, variants } from '../protocols/oidc/row-parts.ts';
import { BROKER, brokerRequest, MITID_PARAMETERS, NSIS_LEVELS, TEXTS, UUID } from './broker.ts';
import { CLAIMS } from './claims.ts';
import { SIGNICAT } from './signicat.ts';

const request = brokerRequest('mitid', { mitid: MITID_PARAMETERS });

/** Danish MitID of private persons. */
export const dkMitId: OidcRow = {
  ...BROKER,
  title: 'MitID',
  scheme: 'dkmitid',
  country: 'DK',
  method: '{amr}:{loA}:{ial}:{aal}',
  offer: {
    name: 'dk-mitid',
    variants: variants('urn:grn:authn:dk:mitid', 'low', 'substantial', 'high'),
    languages: ['da', 'en'],
    texts: TEXTS,
    directives: [UUID],
    nationalNumber: denmark,
    claims: CLAIMS,
    ...scopes('ssn', 'address'),
  },
  request: {
    ...request,
    scopes: { ...request.scopes, ssn: ['ssn'], address: ['ssn.details_address'] },
  },
  brokers: { usual: 'signaturgruppen', others: { signicat: SIGNICAT } },
  levels: NSIS_LEVELS,
  expected: { idp: 'mitid' },
  expectedOfRequest: { 'mitid.uuid': '{lower:uuid}' },
  personId: 'mitid.uuid',
  nationalId: { from: 'dk.cpr', scope: 'ssn' },
};
