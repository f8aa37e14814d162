import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { describe, expect, test } from '@jest/globals';

import { startOidcSimulator } from '../../src/oidc/simulator.ts';
import { Browser } from './harness.ts';
import { describeRefusals } from './refusals.ts';

const PATH = '/auth/idp/profile/oidc';

describeRefusals({
  profile: 'idaustria',
  parameters: { scope: 'openid profile' },
  clientId: 'https://broker.example/',
  clientAuthentication: 'client_secret_post',
  onlyItsWay: true,
  demandsPkce: false,
  paths: { authorization: `${PATH}/authorize`, token: `${PATH}/token` },
  refused: [],
});

describe('the simulated idaustria', () => {
  test('refuses a client whose id is no URL', async () => {
    const simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
    await simulator.addClient('idaustria', {
      client_id: 'broker',
      client_secret: 'a-secret-of-the-broker-for-tests-only',
      redirect_uris: ['https://broker.example/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const query = new URLSearchParams({
      client_id: 'broker',
      response_type: 'code',
      redirect_uri: 'https://broker.example/callback',
      scope: 'openid',
    });
    const url = `${simulator.issuers.idaustria}${PATH}/authorize?${query}`;
    const { searchParams } = await new Browser().leave(url);
    expect(searchParams.get('error_description')).toBe('client_id is malformed');
    await simulator.close();
  });
});
