import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { type Broker, startBroker } from '../support/broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

const SECRET = 'calls-secret-0123456789-0123456789';
const CLIENT = { id: 'our-client', secret: 'the-secret-of-our-client' };
const ACR = 'urn:grn:authn:no:bankid:substantial';
const GRANT = 'urn:openid:params:grant-type:ciba';
const [ELINE, FRODE] = personsOf('NO');
const REQUEST = {
  scope: 'openid ssn',
  acr_values: ACR,
  login_hint: `sub:ssn:${ELINE?.nationalNumber}`,
  authorization_details: '[{"type":"customerServiceCall.v1"}]',
};

let simulator: OidcSimulator;
let broker: Broker;
beforeAll(async () => {
  simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const variables = () => ({
    BANKID_ISSUER: simulator.issuers['no-bankid'] ?? '',
    BANKID_CLIENT_SECRET: CLIENT.secret,
    CALLS_SECRET: SECRET,
  });
  broker = await startBroker('test/fixtures/bankid-norway.yaml', { variables });
  await simulator.addClient('no-bankid', {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    client_name: 'Our service',
    redirect_uris: [`${broker.issuer}/callback/no-bankid`],
    token_endpoint_auth_method: 'client_secret_basic',
  });
});
afterAll(async () => {
  await broker.close();
  await simulator.close();
});
// Resets the limits on starts.
afterEach(() => later(300));

/** Time passes here and at BankID. */
function later(seconds: number): void {
  broker.advance(seconds);
  simulator.clock.advance(seconds);
}

async function post(path: string, parameters: Readonly<Record<string, string>>) {
  const response = await fetch(`${broker.issuer}${path}`, {
    method: 'POST',
    headers: { authorization: basic('call-centre', SECRET).authorization },
    body: new URLSearchParams(parameters),
  });
  const text = await response.text();
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  return { status: response.status, body };
}

const start = (changes: Readonly<Record<string, string>> = {}) =>
  post('/ciba/bc-authorize', { ...REQUEST, ...changes });

async function startedId(): Promise<string> {
  return String((await start()).body.auth_req_id);
}

const poll = (id: string) => post('/oauth2/token', { grant_type: GRANT, auth_req_id: id });

/** The pending request, and the words that the app shows. */
function waiting() {
  const login = simulator.logins.pending().at(-1);
  if (login === undefined) throw new Error('nothing waits for the person');
  return login;
}

describe('the call of a customer with Norwegian BankID', () => {
  test('has words that the agent reads out, and ends with tokens', async () => {
    const { status, body } = await start();
    expect([status, body]).toEqual([
      200,
      {
        auth_req_id: expect.any(String),
        expires_in: 900,
        interval: 3,
        bindingMessage: waiting().verificationCode,
      },
    ]);
    const id = String(body.auth_req_id);
    later(3);
    expect(await poll(id)).toMatchObject({
      status: 400,
      body: {
        error: 'authorization_pending',
        error_description: 'User has not yet granted authorization',
      },
    });

    if (ELINE === undefined) throw new Error('no Norwegian persons');
    simulator.logins.decide(waiting().id, { kind: 'approved', person: ELINE });
    later(3);
    const { status: done, body: tokens } = await poll(id);
    expect(done).toBe(200);
    const claims = await verifiedClaims(broker, String(tokens.id_token), 'call-centre');
    expect(claims).toMatchObject({
      identityscheme: 'nobankid-oidc',
      acr: ACR,
      country: 'NO',
      name: 'Eline Prøvedal',
      socialno: ELINE.nationalNumber,
    });
    expect((await poll(id)).body.error).toBe('invalid_grant');
  });

  test('lasts longer than two minutes, and fifteen at most', async () => {
    const id = await startedId();
    later(600);
    expect((await poll(id)).body.error).toBe('authorization_pending');
    later(301);
    expect((await poll(id)).body.error).toBe('expired_token');
  });

  test.each([
    ['chooses other words', { kind: 'failed', word: 'WRONG_WORDS' }],
    ['cancels', { kind: 'aborted' }],
  ] as const)('is denied when the person %s', async (_, decision) => {
    const id = await startedId();
    simulator.logins.decide(waiting().id, decision);
    later(3);
    expect(await poll(id)).toMatchObject({
      status: 400,
      body: { error: 'access_denied', error_description: 'user declined' },
    });
  });

  test('is for the named person alone', async () => {
    await startedId();
    if (FRODE === undefined) throw new Error('no second person');
    const other = { kind: 'approved', person: FRODE } as const;
    expect(() => simulator.logins.decide(waiting().id, other)).toThrow('for another person');
  });

  test('that the application gave up never gives a person', async () => {
    const id = await startedId();
    await post('/ciba/cancel', { auth_req_id: id });
    if (ELINE === undefined) throw new Error('no Norwegian persons');
    simulator.logins.decide(waiting().id, { kind: 'approved', person: ELINE });
    later(3);
    expect((await poll(id)).body).toMatchObject({ error: 'access_denied' });
    expect((await poll(id)).body.error).toBe('invalid_grant');
  });

  test('keeps BankID’s pace, whatever the application polls', async () => {
    const id = await startedId();
    for (let second = 0; second < 9; second += 1) {
      later(1);
      expect((await poll(id)).body.error).toBe('authorization_pending');
    }
    expect(broker.logged.filter(({ event }) => event === 'order.collect_failed')).toEqual([]);
  });

  test.each([
    [
      'a binding message',
      { binding_message: 'Hei' },
      'invalid_binding_message',
      'the eID service of acr_values words the binding message itself',
    ],
    [
      'the details of another eID',
      { authorization_details: '[{"type":"phoneAuth","callInitiator":"RP"}]' },
      'invalid_authorization_details',
      'authorization_details must be a list of one object of type customerServiceCall.v1',
    ],
    [
      'an acr value without calls',
      { acr_values: 'urn:grn:authn:no:bankid:high' },
      'invalid_request',
      'the eID service of acr_values does not offer this kind of request',
    ],
    [
      'a malformed number',
      { login_hint: 'sub:ssn:15889010068' },
      'invalid_request',
      expect.any(String),
    ],
  ])('is refused with %s', async (_, changes, error, error_description) => {
    const { status, body } = await start(changes);
    expect([status, body]).toEqual([400, expect.objectContaining({ error, error_description })]);
  });

  test('is announced by its type alone', async () => {
    const response = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      authorization_details_types_supported: ['customerServiceCall.v1'],
    });
  });
});
