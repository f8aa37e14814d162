import { newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type BackchannelBroker,
  CIBA,
  PHONE_REQUEST,
  post,
  startBackchannelBroker,
} from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { arrivalOf, decide, scan, visit } from '../support/visit.ts';

/** One of Skatteverket's test numbers; the simulator has no such person. */
const NOBODY = '199006022397';

describe('the existence of a person or of an eID', () => {
  let broker: BackchannelBroker;
  beforeAll(async () => {
    broker = await startBackchannelBroker();
  });
  afterAll(() => broker.close());

  test('cannot be seen from the responses to a request', async () => {
    const [known, unknown] = [await responsesFor(TOLVAN), await responsesFor(NOBODY)];
    expect(known).toEqual(unknown);
    expect(known).toEqual([
      { status: 200, members: ['auth_req_id', 'expires_in', 'interval'] },
      { status: 400, error: 'authorization_pending', texts: expect.any(String) },
      { status: 400, error: 'expired_token', texts: 'the request expired' },
    ]);
  });

  /** The responses to a request for this person, until it expires. */
  async function responsesFor(personalNumber: string) {
    const request = { ...PHONE_REQUEST, login_hint: `sub:ssn:${personalNumber}` };
    const started = await post(broker, '/ciba/bc-authorize', request);
    const poll = async () => {
      broker.advance(5);
      const fields = { grant_type: CIBA, auth_req_id: String(started.body.auth_req_id) };
      const { status, body } = await post(broker, '/oauth2/token', fields);
      return { status, error: body.error, texts: body.error_description };
    };
    const pending = await poll();
    broker.advance(125);
    const members = Object.keys(started.body).sort();
    return [{ status: started.status, members }, pending, await poll()];
  }
});

describe('a login that an attacker may have lured the person into', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker();
  });
  afterAll(() => broker.close());

  test('names the application on the page and in the app, and its QR code expires soon', async () => {
    const login = await visit(broker);
    const first = await login.load();
    expect(first.purpose).toBe('Login at Demo shop');
    broker.advance(30);
    const later = await login.load();
    expect(later.qr).not.toBe(first.qr);
    await expect(broker.phone.scan(String(first.qr), TOLVAN)).rejects.toThrow();
    await broker.phone.scan(String(later.qr), TOLVAN);
  });

  test('shows no QR code to another browser', async () => {
    const login = await visit(broker);
    await login.load();
    for (const path of ['', '/status', '/qr.svg']) {
      const answer = await newBrowser().get(`${login.url}${path}`);
      expect(answer.text).not.toMatch(/bankid\.[\da-f-]{36}/);
      expect(answer.headers.get('content-type')).not.toBe('image/svg+xml');
    }
  });

  test("is stopped by the eID's risk assessment, without a code and with the reason in the event", async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login), 'fail', 'transactionRiskBlocked');
    expect(await login.load()).toMatchObject({
      state: 'ended',
      heading: 'Stopped for your safety',
    });
    const fields = errorFieldsIn(arrivalOf(await login.press('cancel')));
    expect(fields).toMatchObject({
      error: 'access_denied',
      error_description: 'blocked by risk policy',
    });
    expect(fields).not.toHaveProperty('code');
    const events = await broker.sql('select outcome from authentication_event');
    expect(events).toEqual([{ outcome: 'too-risky' }]);
  });
});
