import { describeRefusals, refusedValue } from './refusals.ts';

describeRefusals({
  profile: 'no-bankid',
  parameters: {
    acr_values: 'urn:bankid:bid;LOA=4',
    scope: 'openid profile nnin_altsub',
    login_hint: 'BID:15889010069',
  },
  clientAuthentication: 'client_secret_basic',
  onlyItsWay: true,
  demandsPkce: false,
  paths: { authorization: '/precheck/auth', token: '/protocol/openid-connect/token' },
  refused: [
    refusedValue('acr_values', 'urn:bankid:bim;LOA=4', 'is unknown'),
    refusedValue('login_hint', 'BIM:90000000:150890', 'is malformed'),
    refusedValue('login_hint', 'BID:158890', 'is malformed'),
    refusedValue('ui_locales', 'sv', 'is unknown'),
  ],
});
