import { describeRefusals, refusedValue, refusedWithout } from './refusals.ts';

describeRefusals({
  profile: 'idin',
  parameters: { acr_values: 'urn:grn:authn:nl:idin', scope: 'openid idin:full-id' },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: true,
  paths: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
  refused: [
    refusedWithout('acr_values'),
    refusedValue('acr_values', 'urn:grn:authn:de:personalausweis', 'is unknown'),
    refusedValue('acr_values', 'urn:grn:authn:nl:idin:any', 'is unknown'),
    { why: 'a citizen’s number', changes: { scope: 'openid ssn' }, error: 'invalid_scope' },
  ],
});
