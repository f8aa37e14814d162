import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOLVAN } from '@eid-broker/testing/phone';
import { orderFault } from '@eid-broker/testing/simulator-faults';
import { userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  assertion,
  type BackchannelBroker,
  CIBA,
  onlyOrder,
  PHONE_REQUEST,
  pollHeadless,
  pollPhone,
  post,
  startBackchannelBroker,
  startPhone,
} from '../support/backchannel-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

const START = '/ciba/bc-authorize';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());
// Expires the pending requests of a test and resets the limits on starts.
afterEach(() => broker.advance(300));

/** Opens the pending order and confirms the call, so that only the signature is missing. */
async function confirmCall(): Promise<string> {
  const orderRef = await onlyOrder(broker);
  await broker.phone.open({ orderRef }, TOLVAN);
  await broker.phone.decide(orderRef, 'confirm-call');
  return orderRef;
}

async function approve(): Promise<void> {
  await broker.phone.decide(await confirmCall(), 'approve');
  broker.advance(5);
}

describe('a phone authentication', () => {
  // spec: flow.ciba, ciba.response, ciba.client-assertion, auth.private-key-jwt, token.ciba
  // spec: token.type, token.expires-in, token.id-token, token.access-token, token.success
  // spec: limit.poll-interval, limit.expires-in
  test('starts with a client assertion and ends with tokens', async () => {
    const request = { ...PHONE_REQUEST, ...(await assertion(broker)) };
    const started = await post(broker, START, request, {});
    expect(started.status).toBe(200);
    expect(started.headers['content-type']).toMatch(/^application\/json/);
    expect(started.headers['cache-control']).toBe('no-store');
    expect(started.body).toEqual({
      auth_req_id: expect.stringMatching(UUID),
      expires_in: 120,
      interval: 5,
    });

    await approve();
    const fields = { grant_type: CIBA, auth_req_id: String(started.body.auth_req_id) };
    const backchannel = await post(
      broker,
      '/oauth2/token',
      { ...fields, ...(await assertion(broker)) },
      {},
    );
    expect(backchannel.status).toBe(200);
    expect(backchannel.headers['cache-control']).toBe('no-store');
    expect(backchannel.body).toEqual({
      token_type: 'Bearer',
      expires_in: 120,
      access_token: expect.any(String),
      id_token: expect.any(String),
      scope: 'openid',
    });
    const claims = await verifiedClaims(broker, String(backchannel.body.id_token), 'backend');
    expect(claims).toMatchObject({
      ssn: TOLVAN,
      identityscheme: 'sebankid',
      authenticationtype: 'urn:grn:authn:se:bankid',
      acr: 'urn:grn:authn:se:bankid',
      sub: expect.stringMatching(/^\{.*\}$/),
    });
    expect(claims).not.toHaveProperty('nonce');
    const person = await userinfo(broker, String(backchannel.body.access_token));
    expect(person.status).toBe(200);
    expect(person.body).toMatchObject({ sub: claims.sub, ssn: TOLVAN });
  });

  // spec: poll.error, token.pending, state.first-interaction, state.acknowledgement
  // spec: state.identification, error.first-interaction, error.acknowledgement
  // spec: error.identification, poll.acr-data.headless-only
  test('reports each pending state with the text of the specification', async () => {
    const id = await startPhone(broker);
    const responses: unknown[] = [];
    const poll = async () => {
      broker.advance(5);
      const { status, body } = await pollPhone(broker, id);
      responses.push([status, body]);
    };
    await poll();
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await poll();
    await broker.phone.decide(orderRef, 'confirm-call');
    await poll();
    expect(responses).toEqual(
      [
        'awaiting first user interaction',
        'awaiting user request acknowledgement',
        'awaiting user identification',
      ].map((text) => [400, { error: 'authorization_pending', error_description: text }]),
    );
  });

  // spec: poll.error, token.pending, state.declined, error.declined
  test.each([
    ['declines the call', 'decline-call'],
    ['cancels', 'cancel'],
  ])('is denied once when the person %s', async (_, decision) => {
    const id = await startPhone(broker);
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, decision);
    broker.advance(5);
    const denied = await pollPhone(broker, id);
    expect([denied.status, denied.body]).toEqual([
      400,
      { error: 'access_denied', error_description: 'user declined' },
    ]);
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
  });

  // spec: limit.expires-in
  test('expires after 120 seconds, and the person can no longer approve it', async () => {
    const id = await startPhone(broker);
    const orderRef = await confirmCall();
    broker.advance(120);
    const expired = await pollPhone(broker, id);
    expect([expired.status, expired.body.error]).toEqual([400, 'expired_token']);
    await expect(broker.phone.decide(orderRef, 'approve')).rejects.toThrow();
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
  });

  test('expires when the client does not fetch its result', async () => {
    const id = await startPhone(broker);
    await approve();
    broker.advance(115);
    expect((await pollPhone(broker, id)).body.error).toBe('expired_token');
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
  });

  test('has the requested lifetime, up to the maximum', async () => {
    const startWith = async (requested_expiry: string) =>
      (await post(broker, START, { ...PHONE_REQUEST, requested_expiry })).body;
    expect(await startWith('30')).toMatchObject({ expires_in: 30 });
    broker.advance(200);
    expect(await startWith('600')).toMatchObject({ expires_in: 120 });
    expect(await startWith('-1')).toMatchObject({ error: 'invalid_request' });
  });
});

describe('polling', () => {
  test('yields one pair of tokens to a hundred parallel polls', async () => {
    const id = await startPhone(broker);
    await approve();
    const polls = await Promise.all(Array.from({ length: 100 }, () => pollPhone(broker, id)));
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
  }, 30_000);

  test('gets slow_down while pending more often than once a second, with an unchanged interval', async () => {
    const id = await startPhone(broker);
    expect((await pollPhone(broker, id)).body.error).toBe('authorization_pending');
    expect((await pollPhone(broker, id)).body).toEqual({
      error: 'slow_down',
      error_description: 'poll at most once a second',
    });
    broker.advance(1);
    expect((await pollPhone(broker, id)).body.error).toBe('authorization_pending');
  });

  test('collects from BankID every two seconds at most', async () => {
    const collects = () => broker.simulator.statistics().calls.collect;
    const before = collects();
    const id = await startPhone(broker);
    for (let half = 0; half < 20; half += 1) {
      await pollPhone(broker, id);
      broker.advance(0.5);
    }
    expect(collects() - before).toBeLessThanOrEqual(5);
    expect(collects() - before).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['an unknown id', '00000000-0000-0000-0000-000000000000'],
    ['a malformed id', 'nonsense'],
  ])('is refused for %s', async (_, id) => {
    const { status, body } = await pollPhone(broker, id);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('is refused for another client’s request and for another flow', async () => {
    const id = await startPhone(broker);
    expect((await pollPhone(broker, id, 'neighbour')).body.error).toBe('invalid_grant');
    expect((await pollHeadless(broker, id)).body.error).toBe('invalid_grant');
    expect((await pollPhone(broker, id)).body.error).toBe('authorization_pending');
  });

  // spec: token.ciba
  test('requires the id and the client', async () => {
    const none = await post(broker, '/oauth2/token', { grant_type: CIBA });
    expect(none.body).toEqual({
      error: 'invalid_request',
      error_description: "missing required parameter 'auth_req_id'",
    });
    const nobody = await post(broker, '/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' }, {});
    expect(nobody.status).toBeGreaterThanOrEqual(400);
    expect(nobody.body).not.toHaveProperty('id_token');
  });

  test('is refused with the id from the database', async () => {
    const id = await startPhone(broker);
    const [row] = await broker.sql(
      'select id from authentication order by created_at desc limit 1',
    );
    expect(row?.id).not.toBe(id);
    expect((await pollPhone(broker, String(row?.id))).body.error).toBe('invalid_grant');
  });
});

describe('the call initiator', () => {
  const details = (callInitiator: string) => JSON.stringify([{ type: 'phoneAuth', callInitiator }]);
  const { callInitiator: _, ...withoutInitiator } = PHONE_REQUEST;

  // spec: ciba.call-initiator
  test.each([
    ['as a parameter', { callInitiator: 'user' }],
    ['in authorization_details', { authorization_details: details('RP') }],
    ['in both with the same value', { callInitiator: 'RP', authorization_details: details('RP') }],
  ])('may be sent %s', async (__, initiator) => {
    expect((await post(broker, START, { ...withoutInitiator, ...initiator })).status).toBe(200);
  });

  // spec: ciba.call-initiator
  test.each([
    ['not at all', {}, 'invalid_request'],
    ['in another case', { callInitiator: 'rp' }, 'invalid_request'],
    [
      'twice with different values',
      { callInitiator: 'user', authorization_details: details('RP') },
      'invalid_request',
    ],
    ['in details with a wrong value', { authorization_details: details('me') }, 'invalid_request'],
    [
      'in details of another type',
      { authorization_details: '[{"type":"payment"}]' },
      'invalid_authorization_details',
    ],
    [
      'in details with invalid JSON',
      { authorization_details: '[' },
      'invalid_authorization_details',
    ],
    [
      'in two details',
      { authorization_details: '[{"type":"phoneAuth"},{"type":"phoneAuth"}]' },
      'invalid_authorization_details',
    ],
    [
      'in details with an unknown member',
      { authorization_details: '[{"type":"phoneAuth","callInitiator":"RP","amount":1}]' },
      'invalid_authorization_details',
    ],
  ])('must not be sent %s', async (__, initiator, error) => {
    const { status, body } = await post(broker, START, { ...withoutInitiator, ...initiator });
    expect([status, body.error]).toEqual([400, error]);
  });

  test('may come from the application’s settings, like the eID', async () => {
    const { acr_values: __, ...request } = withoutInitiator;
    expect((await post(broker, START, request, as('phone-only'))).status).toBe(200);
  });
});

// spec: ciba.scope, ciba.acr-values, ciba.login-hint, ciba.binding-message
describe('a phone request is refused', () => {
  test.each([
    ['without openid', { scope: 'email' }, 'invalid_request'],
    ['without a scope', { scope: '' }, 'invalid_request'],
    ['without an eID', { acr_values: '' }, 'invalid_request'],
    [
      'with two eIDs',
      { acr_values: 'urn:grn:authn:se:bankid urn:grn:authn:dk:mitid:low' },
      'invalid_request',
    ],
    [
      'with an eID of another country',
      { acr_values: 'urn:grn:authn:dk:mitid:low' },
      'invalid_request',
    ],
    ['without a person', { login_hint: '' }, 'invalid_request'],
    ['with a person without a number', { login_hint: 'sub:ssn:' }, 'invalid_request'],
    ['with an invalid number', { login_hint: 'sub:ssn:191212121213' }, 'invalid_request'],
    ['without a message', { binding_message: '' }, 'invalid_request'],
    [
      'with a message of excessive length',
      { binding_message: 'x'.repeat(1126) },
      'invalid_binding_message',
    ],
    [
      'with a message of ten times the length',
      { binding_message: 'x'.repeat(10_000) },
      'invalid_binding_message',
    ],
    ['with two hints', { login_hint_token: 'x' }, 'invalid_request'],
  ])('%s', async (_, fields, error) => {
    const { status, body } = await post(broker, START, { ...PHONE_REQUEST, ...fields });
    expect([status, body.error]).toEqual([400, error]);
  });

  test.each<[string, object, string, string]>([
    [
      'two hints',
      { login_hint_token: 'x' },
      'invalid_request',
      'only one of required parameters login_hint_token, id_token_hint, or login_hint must be provided',
    ],
    [
      'a login_hint_token',
      { login_hint: '', login_hint_token: 'x' },
      'unknown_user_id',
      'could not identify end-user',
    ],
    [
      'an id_token_hint that is no ID token',
      { login_hint: '', id_token_hint: 'x' },
      'invalid_request',
      'could not validate id_token_hint',
    ],
    [
      'no hint',
      { login_hint: '' },
      'invalid_request',
      'login_hint must name the person with sub:ssn:',
    ],
    [
      'a requested_expiry that is no number',
      { requested_expiry: 'soon' },
      'invalid_request',
      'invalid requested_expiry parameter value',
    ],
  ])('with a description of %s', async (_, fields, error, description) => {
    const { status, body } = await post(broker, START, { ...PHONE_REQUEST, ...fields });
    expect([status, body]).toEqual([400, { error, error_description: description }]);
  });

  test.each(['backend', 'phone-only'])('without openid, with the same text for %s', async (id) => {
    const fields = { ...PHONE_REQUEST, scope: 'email' };
    const { body } = await post(broker, START, fields, as(id));
    expect(body.error_description).toBe('scope must contain openid');
  });

  test('with a repeated parameter', async () => {
    const twice: [string, string][] = [...Object.entries(PHONE_REQUEST), ['callInitiator', 'RP']];
    const { status, body } = await post(broker, START, twice);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  // spec: ciba.confidential
  test('from an unknown client, before any other check', async () => {
    const { status, body } = await post(broker, START, {}, as('nobody'));
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test.each(['web', 'headless-only'])('from %s, an application without the flow', async (id) => {
    const { status, body } = await post(broker, START, PHONE_REQUEST, as(id));
    expect([status, body]).toEqual([
      400,
      {
        error: 'unauthorized_client',
        error_description: 'this application may not use the ciba flow',
      },
    ]);
  });

  // spec: ciba.confidential, flow.ciba
  test('from a public client', async () => {
    const { body } = await post(broker, START, { ...PHONE_REQUEST, client_id: 'public' }, {});
    expect(body.error).toBe('unauthorized_client');
  });

  test('with JSON, even to a browser', async () => {
    const headers = { ...as('nobody'), accept: 'text/html' };
    const { headers: answered } = await post(broker, START, PHONE_REQUEST, headers);
    expect(answered['content-type']).toMatch(/^application\/json/);
  });
});

describe('a person is protected from repeated calls', () => {
  test('by a limit of requests per minute for each application', async () => {
    const start = () => post(broker, START, PHONE_REQUEST, as('neighbour'));
    expect([(await start()).status, (await start()).status]).toContain(200);
    const { status, body } = await start();
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    broker.advance(60);
    expect((await start()).status).not.toBe(429);
  });

  test('by BankID, which refuses a second order during the first', async () => {
    await startPhone(broker);
    const { status, body } = await post(broker, START, PHONE_REQUEST);
    expect([status, body.error]).toEqual([403, 'access_denied']);
  });
});

describe('the person of a phone request', () => {
  // spec: hint.sub, ciba.login-hint
  test('must be the named one: another person yields no tokens', async () => {
    const id = await startPhone(broker);
    const user = { personalNumber: '199006022397', name: 'Å Ö', givenName: 'Å', surname: 'Ö' };
    const completionData = { user, device: { ipAddress: '192.0.2.9' } };
    await orderFault(broker, {
      endpoint: 'collect',
      when: 'complete',
      effect: { kind: 'answer', members: { completionData } },
    });
    await approve();
    expect((await pollPhone(broker, id)).body).toEqual({
      error: 'access_denied',
      error_description: 'another person answered',
    });
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
    expect(JSON.stringify(broker.logged)).not.toContain('199006022397');
  });
});

describe('a parameter of ping and push', () => {
  // spec: limit.ciba-poll
  test('is ignored and causes no call', async () => {
    const calls: string[] = [];
    const server = createServer((req, res) => {
      calls.push(String(req.url));
      res.end();
    });
    const address = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      });
    });
    const id = await startPhone(broker, {
      client_notification_token: 'token',
      client_notification_endpoint: address,
      user_code: '1234',
    });
    await approve();
    expect((await pollPhone(broker, id)).status).toBe(200);
    await new Promise((resolve) => server.close(resolve));
    expect(calls).toEqual([]);
  });
});

describe('a cancelled phone request', () => {
  test('ends the order, is reported once and may be cancelled again', async () => {
    const id = await startPhone(broker);
    const cancel = () => post(broker, '/ciba/cancel', { auth_req_id: id });
    const first = await cancel();
    expect([first.status, first.body]).toEqual([200, {}]);
    expect(await broker.phone.orders()).toEqual([]);
    expect((await cancel()).status).toBe(200);
    expect((await pollPhone(broker, id)).body).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
    });
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
  });

  test('yields no tokens after an approval', async () => {
    const id = await startPhone(broker);
    await approve();
    await post(broker, '/ciba/cancel', { auth_req_id: id });
    expect((await pollPhone(broker, id)).body).not.toHaveProperty('id_token');
  });

  test.each([
    ['another client', 'neighbour'],
    ['an unknown client', 'nobody'],
  ])('cannot be caused by %s', async (_, clientId) => {
    const id = await startPhone(broker);
    const { status } = await post(broker, '/ciba/cancel', { auth_req_id: id }, as(clientId));
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await pollPhone(broker, id)).body.error).toBe('authorization_pending');
  });
});
