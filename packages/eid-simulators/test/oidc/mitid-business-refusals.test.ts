import { describeRefusals, type Refused, refusedValue, refusedWithout } from './refusals.ts';

const of = (why: string, provider: object, description: string): Refused => ({
  why,
  changes: { idp_params: JSON.stringify({ mitid_erhverv: provider }) },
  error: 'invalid_request',
  description: `idp_params.mitid_erhverv.${description}`,
});

describeRefusals({
  profile: 'mitid-business',
  parameters: {
    scope: 'openid nemlogin mitid',
    idp_values: 'mitid_erhverv',
    idp_params: '{"mitid_erhverv":{"allow_private":true}}',
  },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: true,
  paths: { authorization: '/connect/authorize', token: '/connect/token' },
  refused: [
    refusedWithout('idp_values'),
    refusedValue('idp_values', 'mitid', 'is unknown'),
    of('a flag as text', { allow_private: 'true' }, 'allow_private is not a boolean'),
    of('an unknown parameter', { cvr: '12345678' }, 'cvr is unknown or malformed'),
    {
      why: 'the scope of addresses',
      changes: { scope: 'openid nemlogin ssn.details_address' },
      error: 'invalid_scope',
    },
  ],
});
