import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';

import { type Broker, startBroker } from '../support/broker.ts';
import { discover, privateKeyJwt } from './application.ts';

const BANKID = 'urn:grn:authn:se:bankid';

let broker: Broker;
let config: oidc.Configuration;
beforeAll(async () => {
  broker = await startBroker();
  config = await discover(broker, 'demo-backend', await privateKeyJwt());
});
afterAll(() => broker.close());
afterEach(() => allowNextCollect());

describe('openid-client, as it comes from npm, in the flows without a browser', () => {
  const phoneRequest = {
    scope: 'openid',
    acr_values: BANKID,
    callInitiator: 'RP',
    login_hint: `sub:ssn:${TOLVAN}`,
    binding_message: 'You are talking to the demo',
  };

  test('polls while a person is on the phone', async () => {
    const started = await oidc.initiateBackchannelAuthentication(config, phoneRequest);
    expect(started).toMatchObject({ auth_req_id: expect.any(String), interval: 5 });
    const orderRef = await answerTheCall();
    await broker.phone.decide(orderRef, 'approve');
    await allowNextCollect();
    const tokens = await oidc.pollBackchannelAuthenticationGrant(config, started);
    expect(tokens.claims()).toMatchObject({ aud: 'demo-backend', acr: BANKID, ssn: TOLVAN });

    const subject = tokens.claims()?.sub ?? '';
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, subject);
    expect(userinfo.ssn).toBe(TOLVAN);
  });

  test('reports that the person declined', async () => {
    const started = await oidc.initiateBackchannelAuthentication(config, phoneRequest);
    const orderRef = await answerTheCall();
    await broker.phone.decide(orderRef, 'cancel');
    await allowNextCollect();
    await expect(oidc.pollBackchannelAuthenticationGrant(config, started)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
  });

  test.each(['urn:grn:params:grant-type:headless', 'urn:urn:params:grant-type:headless'])(
    'gets the tokens of a headless login by %s',
    async (grant) => {
      const { headless_req_id, acr_data } = await startHeadless();
      const { orderRef } = await broker.phone.scan(String(acr_data.qrData), TOLVAN);
      await broker.phone.decide(orderRef, 'approve');
      await allowNextCollect();
      const tokens = await oidc.genericGrantRequest(config, grant, { headless_req_id });
      expect(tokens.claims()).toMatchObject({ aud: 'demo-backend', acr: BANKID, ssn: TOLVAN });
    },
  );

  test('reports a headless login that is pending', async () => {
    const { headless_req_id } = await startHeadless();
    const grant = 'urn:grn:params:grant-type:headless';
    const answer = oidc.genericGrantRequest(config, grant, { headless_req_id });
    await expect(answer).rejects.toMatchObject({ status: 400, error: 'authorization_pending' });
  });
});

/**
 * A call with the application's own code: openid-client does not support this endpoint, but
 * authenticates the client.
 */
async function startHeadless() {
  const { headless_authorization_endpoint: url } = config.serverMetadata();
  const body = new URLSearchParams({ scope: 'openid', acr_values: BANKID, end_user_ip: '::1' });
  const headers = { authorization: `Basic ${btoa('demo-backend:demo-backend-secret')}` };
  const response = await fetch(String(url), { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return (await response.json()) as {
    readonly headless_req_id: string;
    readonly acr_data: Readonly<Record<string, unknown>>;
  };
}

async function answerTheCall(): Promise<string> {
  const [order] = (await broker.phone.orders()).filter(({ kind }) => kind === 'phone/auth');
  const orderRef = order?.orderRef ?? '';
  await broker.phone.open({ orderRef }, TOLVAN);
  await broker.phone.decide(orderRef, 'confirm-call');
  return orderRef;
}

/**
 * The clock of the client is real, so that ours is not advanced; the test allows the next collect
 * instead.
 */
async function allowNextCollect(): Promise<void> {
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
}
