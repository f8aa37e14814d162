import { describeRefusals, refusedValue, refusedWithout } from './refusals.ts';

const ACR = 'urn:grn:authn:de:personalausweis';

describeRefusals({
  profile: 'personalausweis',
  parameters: {
    acr_values: ACR,
    scope: 'openid odis:Profile2',
    login_hint: 'flow:same-device txinfo:Contract17',
  },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: true,
  paths: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
  refused: [
    refusedWithout('acr_values'),
    refusedValue('acr_values', 'urn:grn:authn:nl:idin', 'is unknown'),
    refusedValue('acr_values', `${ACR} ${ACR}`, 'is unknown'),
    refusedValue('login_hint', 'flow:any-device', 'is malformed'),
    refusedValue('login_hint', 'txinfo:', 'is malformed'),
    refusedValue('login_hint', 'txinfo:Order-1', 'is malformed'),
    refusedValue('login_hint', `txinfo:${'x'.repeat(33)}`, 'is malformed'),
    refusedValue('login_hint', 'flow:same-device,txinfo:a', 'is malformed'),
    { why: 'a scope of iDIN', changes: { scope: 'openid idin:re-id' }, error: 'invalid_scope' },
  ],
});
