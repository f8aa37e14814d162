import { describeRefusals, type Refused, refusedValue, refusedWithout } from './refusals.ts';

describeRefusals({
  profile: 'vipps',
  parameters: { acr_values: 'urn:vipps:acr:app_auth', scope: 'openid name' },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: false,
  paths: { authorization: '/oauth2/auth', token: '/oauth2/token' },
  refused: [
    refusedWithout('state'),
    refusedValue('state', '1234567', 'is malformed'),
    refusedValue('acr_values', 'urn:vipps:acr:other', 'is unknown'),
    refusedValue('requested_flow', 'app_to_web', 'is unknown'),
    refusedValue('app_callback_uri', 'shop', 'is malformed'),
    needsOther('requested_flow', 'app_to_app'),
    needsOther('app_callback_uri', 'https://shop.example/app'),
    refusedValue('market', 'SE', 'is unknown'),
  ],
});

function needsOther(parameter: string, value: string): Refused {
  return {
    why: `${parameter} alone`,
    changes: { [parameter]: value },
    error: 'invalid_request',
    description: 'requested_flow and app_callback_uri need each other',
  };
}
