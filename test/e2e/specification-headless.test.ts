import { TOLVAN } from '@eid-broker/testing/phone';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  assertion,
  type BackchannelBroker,
  HEADLESS,
  HEADLESS_REQUEST,
  pollHeadless,
  post,
  startHeadless,
} from '../support/backchannel-broker.ts';
import { SECRETS } from '../support/security-broker.ts';
import { startSpecificationBroker } from '../support/specification.ts';

const START = '/headless/authorize';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());
// Expires the pending requests of a test.
afterEach(() => broker.advance(300));

describe('POST /headless/authorize', () => {
  // spec: headless.scope, headless.acr-values
  test.each(['scope', 'acr_values'] as const)(
    'requires %s, and starts no order without it',
    async (name) => {
      const { [name]: _, ...rest } = HEADLESS_REQUEST;
      for (const fields of [rest, { ...rest, [name]: '' }]) {
        const request = { ...fields, ...(await assertion(broker)) };
        const { status, body } = await post(broker, START, request, {});
        expect([status, body]).toEqual([
          400,
          { error: 'invalid_request', error_description: expect.any(String) },
        ]);
      }
      expect(await broker.phone.orders()).toEqual([]);
    },
  );

  // spec: headless.scope, hint.scope
  test('requires openid in its scope, which the hint may contain', async () => {
    const without = { ...HEADLESS_REQUEST, scope: 'evidence', ...(await assertion(broker)) };
    expect(await post(broker, START, without, {})).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'scope must contain openid' },
    });
    const login_hint = 'scope:openid';
    const helped = { ...without, login_hint, ...(await assertion(broker)) };
    expect((await post(broker, START, helped, {})).status).toBe(200);
  });

  // spec: headless.client-assertion, headless.confidential
  test('starts nothing without a complete client assertion', async () => {
    const { client_assertion_type = '', client_assertion = '' } = await assertion(broker);
    for (const half of [{}, { client_assertion_type }, { client_assertion }]) {
      const { status, body } = await post(broker, START, { ...HEADLESS_REQUEST, ...half }, {});
      expect([400, 401]).toContain(status);
      expect(body).not.toHaveProperty('headless_req_id');
    }
    expect(await broker.phone.orders()).toEqual([]);
  });

  // spec: flow.headless, headless.acr-data
  test('calls no device: any person can open the order by the QR code or the link', async () => {
    const shown = await startHeadless(broker);
    const [order] = await broker.phone.orders();
    expect(order).toMatchObject({ kind: 'auth', qrData: shown.qrData });
    expect(order).not.toHaveProperty('personalNumber');
    const scanned = await broker.phone.scan(shown.qrData, TOLVAN);
    expect(scanned.orderRef).toBe(order?.orderRef);
    broker.advance(300);
    const { autoStartToken } = await startHeadless(broker);
    const [another] = await broker.phone.orders();
    const opened = await broker.phone.open({ autoStartToken }, TOLVAN);
    expect(opened.orderRef).toBe(another?.orderRef);
  });

  // spec: headless.end-user-ip
  test('sends the address in end_user_ip to the eID', async () => {
    const { id, autoStartToken } = await startHeadless(broker, { end_user_ip: '192.0.2.77' });
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const { body } = await pollHeadless(broker, id);
    // The simulated app runs on the device with the order's address.
    expect(claimsIn(body.id_token).ipaddress).toBe('192.0.2.77');
  });
});

describe('a poll', () => {
  // spec: token.headless
  test('requires headless_req_id', async () => {
    const { status, body } = await post(broker, '/oauth2/token', { grant_type: HEADLESS });
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: "missing required parameter 'headless_req_id'",
      },
    ]);
  });
});

describe('a client secret instead of the assertion', () => {
  const credentials = { client_id: 'backend', client_secret: SECRETS.web };

  // spec: auth.secret
  test('works from the start to the tokens', async () => {
    const started = await post(broker, START, { ...HEADLESS_REQUEST, ...credentials }, {});
    const { qrData } = started.body.acr_data as Readonly<Record<string, string>>;
    const { orderRef } = await broker.phone.scan(String(qrData), TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const id = { headless_req_id: String(started.body.headless_req_id) };
    const fields = { grant_type: HEADLESS, ...id, ...credentials };
    const { status, body } = await post(broker, '/oauth2/token', fields, {});
    expect(status).toBe(200);
    expect(claimsIn(body.id_token)).toMatchObject({ aud: 'backend', ssn: TOLVAN });
  });
});
