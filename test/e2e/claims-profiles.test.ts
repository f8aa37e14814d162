import { TOLVAN } from '@eid-broker/testing/phone';
import { userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import {
  assertion,
  HEADLESS_REQUEST,
  type OperatedBroker,
  pollHeadless,
  post,
  startBackchannelBroker,
} from '../support/backchannel-broker.ts';
import { normalisedSchema } from '../support/claims-schema.ts';
import { verifiedClaims } from '../support/tokens.ts';

let broker: OperatedBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());

/** Gives the application `backend` the profile, and logs a person in to it. */
async function logIn(profile: 'normalised' | 'uri') {
  await broker.change((configuration) =>
    configuration.replace('clientId: backend\n', `$&        claimsProfile: ${profile}\n`),
  );
  const request = { ...HEADLESS_REQUEST, ...(await assertion(broker)) };
  const { body } = await post(broker, '/headless/authorize', request, {});
  const { autoStartToken } = body.acr_data as { readonly autoStartToken: string };
  const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
  await broker.phone.decide(orderRef, 'approve');
  broker.advance(5);
  const tokens = await pollHeadless(broker, String(body.headless_req_id));
  return {
    idToken: await verifiedClaims(broker, String(tokens.body.id_token), 'backend'),
    userinfo: await userinfo(broker, String(tokens.body.access_token)),
  };
}

const PERSON = {
  nin: TOLVAN,
  nin_type: 'personnummer',
  nin_issuing_country: 'SE',
  name: 'Tolvan Tolvansson',
};

describe('an application with the normalised profile', () => {
  test('gets the documented claims and no others', async () => {
    const { idToken, userinfo } = await logIn('normalised');
    const fits = new Ajv2020({ allErrors: true, validateFormats: false }).compile({
      ...normalisedSchema(),
      additionalProperties: false,
    });
    fits(idToken);
    expect(fits.errors).toBeNull();
    expect(idToken).toMatchObject({
      ...PERSON,
      acr: 'http://eidas.europa.eu/LoA/substantial',
      verified_claims: { claims: PERSON },
    });
    expect(userinfo.body).toMatchObject(PERSON);
  });

  test('reads in its discovery which claims are verified', async () => {
    const discovery = `${broker.issuer}/.well-known/openid-configuration`;
    const own = await (await fetch(`${discovery}?client_id=backend`)).json();
    expect(own).toMatchObject({
      verified_claims_supported: true,
      trust_frameworks_supported: ['eidas'],
      claims_in_verified_claims_supported: expect.arrayContaining(['nin', 'birthdate']),
    });
    const other = await (await fetch(`${discovery}?client_id=neighbour`)).json();
    expect(other).not.toHaveProperty('verified_claims_supported');
  });
});

test('an application with the profile of URIs gets the claim types of WS-Federation', async () => {
  const { idToken } = await logIn('uri');
  expect(idToken).toMatchObject({
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'Tolvan Tolvansson',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/country': 'SE',
    ssn: TOLVAN,
  });
  expect(idToken).not.toHaveProperty('name');
});
