import { describeRefusals, refusedValue, refusedWithout } from './refusals.ts';

describeRefusals({
  profile: 'mitid-signicat',
  parameters: { scope: 'openid profile idp-id', acr_values: 'idp:mitid loa:high' },
  clientAuthentication: 'client_secret_basic',
  paths: { authorization: '/connect/authorize', token: '/connect/token' },
  refused: [
    refusedWithout('acr_values'),
    refusedValue('acr_values', 'idp:nosuchidp', 'is unknown'),
    refusedValue('acr_values', 'idp:mitid loa:highest', 'is unknown'),
    refusedValue('acr_values', 'idp:mitid loa:high mitid_reference_text:UGF5', 'is unknown'),
  ],
});
