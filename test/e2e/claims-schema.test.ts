import { logIn, QR_ACR } from '@eid-broker/testing/log-in';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { offer } from '../../src/adapters/eid/se-bankid/offer.ts';
import { claimsSchema } from '../support/claims-schema.ts';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  acr_values: QR_ACR,
  state: 'st',
} as const;

test.each(['openid', 'openid ssn evidence risk'])(
  'an ID token for scope %s has the documented claims and no others',
  async (scope) => {
    const callback = await logIn(broker, { ...REQUEST, scope });
    const fields = codeFields(callback.searchParams.get('code') ?? '');
    const { body } = await postToken(broker, fields, basic('web', SECRETS.web));
    const claims = await verifiedClaims(broker, String(body.id_token), 'web');

    const fits = new Ajv2020({ allErrors: true }).compile({
      ...claimsSchema(offer),
      additionalProperties: false,
    });
    fits(claims);
    expect(fits.errors).toBeNull();
  },
);
