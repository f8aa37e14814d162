import { TOLVAN } from '@eid-broker/testing/phone';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  assertion,
  type BackchannelBroker,
  CIBA,
  PHONE_REQUEST,
  post,
} from '../support/backchannel-broker.ts';
import { SECRETS } from '../support/security-broker.ts';
import { startSpecificationBroker } from '../support/specification.ts';

const START = '/ciba/bc-authorize';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());
// Expires the pending requests of a test.
afterEach(() => broker.advance(300));

/** Starts a request as the specification does: with a private key JWT only. */
async function start(fields: Readonly<Record<string, string>>) {
  return post(broker, START, { ...fields, ...(await assertion(broker)) }, {});
}

describe('POST /ciba/bc-authorize', () => {
  // spec: ciba.scope, ciba.call-initiator, ciba.login-hint, ciba.acr-values, ciba.binding-message
  test.each(Object.keys(PHONE_REQUEST))(
    'requires %s, and starts no order without it',
    async (name) => {
      const { [name as keyof typeof PHONE_REQUEST]: _, ...rest } = PHONE_REQUEST;
      for (const fields of [rest, { ...rest, [name]: '' }]) {
        const { status, body } = await start(fields);
        expect([status, body]).toEqual([
          400,
          { error: 'invalid_request', error_description: expect.any(String) },
        ]);
      }
      expect(await broker.phone.orders()).toEqual([]);
    },
  );

  // spec: flow.ciba.se, ciba.call-initiator, ciba.binding-message, ciba.login-hint, hint.sub
  test.each(['RP', 'user'])(
    'starts a phone authentication of the named person with the call initiator %s and the message',
    async (callInitiator) => {
      const binding_message = 'Är det du som talar med oss? Ärende 4711';
      const { status } = await start({ ...PHONE_REQUEST, callInitiator, binding_message });
      expect(status).toBe(200);
      expect(await broker.phone.orders()).toEqual([
        expect.objectContaining({
          kind: 'phone/auth',
          personalNumber: TOLVAN,
          display: expect.objectContaining({
            action: 'identify',
            callInitiator,
            text: binding_message,
          }),
        }),
      ]);
    },
  );

  // spec: ciba.client-assertion, ciba.confidential
  test('starts nothing without a complete client assertion', async () => {
    const { client_assertion_type = '', client_assertion = '' } = await assertion(broker);
    for (const half of [{}, { client_assertion_type }, { client_assertion }]) {
      const { status, body } = await post(broker, START, { ...PHONE_REQUEST, ...half }, {});
      expect([400, 401]).toContain(status);
      expect(body).not.toHaveProperty('auth_req_id');
    }
    expect(await broker.phone.orders()).toEqual([]);
  });
});

describe('a client secret instead of the assertion', () => {
  const credentials = { client_id: 'backend', client_secret: SECRETS.web };

  // spec: auth.secret
  test('works from the start to the tokens', async () => {
    const started = await post(broker, START, { ...PHONE_REQUEST, ...credentials }, {});
    const auth_req_id = String(started.body.auth_req_id);
    const orderRef = String((await broker.phone.orders())[0]?.orderRef);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'confirm-call');
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const fields = { grant_type: CIBA, auth_req_id, ...credentials };
    const { status, body } = await post(broker, '/oauth2/token', fields, {});
    expect(status).toBe(200);
    expect(claimsIn(body.id_token)).toMatchObject({ aud: 'backend', ssn: TOLVAN });
  });
});
