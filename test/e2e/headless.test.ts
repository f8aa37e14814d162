import { TOLVAN } from '@eid-broker/testing/phone';
import { claimsIn, userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  assertion,
  type BackchannelBroker,
  HEADLESS,
  HEADLESS_ALIAS,
  HEADLESS_REQUEST,
  type Headless,
  pollHeadless,
  pollPhone,
  post,
  startBackchannelBroker,
  startHeadless,
} from '../support/backchannel-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

const START = '/headless/authorize';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const QR = /^bankid\.[0-9a-f-]{36}\.\d+\.[0-9a-f]{64}$/;

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());
// Expires the pending requests of a test, but not the tokens of the first tests.
afterEach(() => broker.advance(300));

async function approve({ autoStartToken }: Pick<Headless, 'autoStartToken'>): Promise<void> {
  const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
  await broker.phone.decide(orderRef, 'approve');
  broker.advance(5);
}

function acrDataOf({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  return body.acr_data as Readonly<Record<string, string>>;
}

describe('a headless authentication', () => {
  // spec: flow.headless, headless.response, headless.acr-data, headless.client-assertion
  // spec: auth.private-key-jwt, token.headless, token.headless.other-spelling, token.type
  // spec: token.expires-in, token.id-token, token.access-token, token.success
  test.each([HEADLESS, HEADLESS_ALIAS])('ends with tokens for the grant type %s', async (grant) => {
    const request = { ...HEADLESS_REQUEST, ...(await assertion(broker)) };
    const started = await post(broker, START, request, {});
    expect(started.status).toBe(200);
    expect(started.headers['content-type']).toMatch(/^application\/json/);
    expect(started.headers['cache-control']).toBe('no-store');
    expect(started.body).toEqual({
      headless_req_id: expect.stringMatching(UUID),
      expires_in: 120,
      acr_data: {
        qrData: expect.stringMatching(QR),
        autoStartToken: expect.stringMatching(UUID),
      },
    });

    const { orderRef } = await broker.phone.scan(String(acrDataOf(started).qrData), TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const fields = { grant_type: grant, headless_req_id: String(started.body.headless_req_id) };
    const backchannel = await post(
      broker,
      '/oauth2/token',
      { ...fields, ...(await assertion(broker)) },
      {},
    );
    expect(backchannel.status).toBe(200);
    expect(backchannel.body).toEqual({
      token_type: 'Bearer',
      expires_in: 120,
      access_token: expect.any(String),
      id_token: expect.any(String),
      scope: 'openid',
    });
    const claims = await verifiedClaims(broker, String(backchannel.body.id_token), 'backend');
    expect(claims).toMatchObject({ ssn: TOLVAN, acr: 'urn:grn:authn:se:bankid' });
    const person = await userinfo(broker, String(backchannel.body.access_token));
    expect(person.body).toMatchObject({ sub: claims.sub, ssn: TOLVAN });
    const again = await post(broker, '/oauth2/token', fields);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  // spec: setting.dynamic-scopes
  test('gets only the configured scopes while dynamic scopes are off', async () => {
    const fields = { scope: 'openid evidence', login_hint: 'scope:ssn' };
    const started = await startHeadless(broker, fields, 'neighbour');
    await approve(started);
    const { body } = await pollHeadless(broker, started.id, { clientId: 'neighbour' });
    expect(body.scope).toBe('openid');
    expect(claimsIn(body.id_token)).not.toHaveProperty('evidence');
  });

  test('carries evidence when its scope requests it', async () => {
    const started = await startHeadless(broker, { scope: 'openid evidence' });
    await approve(started);
    const { body } = await pollHeadless(broker, started.id);
    const claims = await verifiedClaims(broker, String(body.id_token), 'backend');
    expect(claims).toMatchObject({
      evidence: expect.any(String),
      ocspResponse: expect.any(String),
    });
  });

  // spec: poll.error, poll.acr-data, token.pending, state.first-interaction
  // spec: error.first-interaction
  test('returns the QR code of the current second and BankID’s hint to each poll', async () => {
    const { id, qrData } = await startHeadless(broker);
    const seen = [qrData];
    for (let poll = 0; poll < 3; poll += 1) {
      broker.advance(5);
      const { status, body } = await pollHeadless(broker, id);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'authorization_pending',
        error_description: 'awaiting first user interaction',
        acr_data: { qrData: expect.stringMatching(QR), hintCode: 'outstandingTransaction' },
      });
      seen.push(String((body.acr_data as Record<string, string>).qrData));
    }
    expect(seen.map((text) => text.split('.')[2]).map(Number)).toEqual([0, 5, 10, 15]);
  });

  test('has a hint from the first poll on', async () => {
    const { id } = await startHeadless(broker);
    expect(acrDataOf(await pollHeadless(broker, id)).hintCode).toBe('outstandingTransaction');
  });

  // spec: poll.acr-data, state.declined, error.declined
  test('returns both while it is pending, even after a scan, and only the hint at its end', async () => {
    const { id, qrData } = await startHeadless(broker);
    const { orderRef } = await broker.phone.scan(qrData, TOLVAN);
    broker.advance(5);
    const { body } = await pollHeadless(broker, id);
    expect(body).toEqual({
      error: 'authorization_pending',
      error_description: 'awaiting user identification',
      acr_data: { qrData: expect.stringMatching(QR), hintCode: 'userSign' },
    });
    await broker.phone.decide(orderRef, 'cancel');
    broker.advance(5);
    expect((await pollHeadless(broker, id)).body).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
      acr_data: { hintCode: 'userCancel' },
    });
  });

  test('gets a new order with a new token when the person did not open the first', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    broker.advance(31);
    const { body } = await pollHeadless(broker, id);
    expect(body.error).toBe('authorization_pending');
    const renewed = String(acrDataOf({ body }).autoStartToken);
    expect(renewed).toMatch(UUID);
    expect(renewed).not.toBe(autoStartToken);
    await expect(broker.phone.open({ autoStartToken }, TOLVAN)).rejects.toThrow();
    await approve({ autoStartToken: renewed });
    expect((await pollHeadless(broker, id)).status).toBe(200);
  });

  // spec: limit.expires-in
  test('expires 120 seconds after its start, despite renewed orders', async () => {
    const { id } = await startHeadless(broker);
    for (const seconds of [31, 31, 31]) {
      broker.advance(seconds);
      expect((await pollHeadless(broker, id)).body.error).toBe('authorization_pending');
    }
    broker.advance(27);
    const { status, body } = await pollHeadless(broker, id);
    expect([status, body]).toEqual([
      400,
      {
        error: 'expired_token',
        error_description: 'the request expired',
        acr_data: { hintCode: 'expired' },
      },
    ]);
    expect(await broker.phone.orders()).toEqual([]);
    expect((await pollHeadless(broker, id)).body.error).toBe('invalid_grant');
  });

  test("never returns BankID's secrets", async () => {
    const started = await post(broker, START, HEADLESS_REQUEST);
    const backchannel = await pollHeadless(broker, String(started.body.headless_req_id));
    expect(JSON.stringify([started.body, backchannel.body])).not.toMatch(/secret|orderRef/i);
  });
});

describe('the end_user_ip', () => {
  // spec: headless.end-user-ip
  test.each(['192.0.2.7', '2001:db8::7', '127.0.0.1', '10.0.0.1'])('may be %s', async (ip) => {
    expect((await startHeadless(broker, { end_user_ip: ip })).qrData).toMatch(QR);
  });

  test.each(['192.0.2', '192.0.2.7, 10.0.0.1', '192.0.2.7\r\nX: y', 'localhost', '[::1]'])(
    'cannot be %j',
    async (end_user_ip) => {
      const { status, body } = await post(broker, START, { ...HEADLESS_REQUEST, end_user_ip });
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_request',
          error_description: 'end_user_ip must be an IPv4 or IPv6 address',
        },
      ]);
    },
  );

  // spec: headless.end-user-ip
  test('may be omitted unless the application’s settings require it', async () => {
    const { end_user_ip: _, ...request } = HEADLESS_REQUEST;
    expect((await post(broker, START, request)).status).toBe(200);
    const refused = await post(broker, START, request, as('headless-only'));
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: "missing required parameter 'end_user_ip'",
      },
    ]);
  });
});

describe('the event of a headless authentication', () => {
  test.each([
    ['request', { end_user_ip: '192.0.2.7' }],
    ['caller', { end_user_ip: '' }],
  ])('names the %s as the source of the address', async (source, fields) => {
    const started = await startHeadless(broker, fields);
    await approve(started);
    await pollHeadless(broker, started.id);
    const [event] = await broker.sql(
      'select channel, outcome, address_from from authentication_event order by sequence desc limit 1',
    );
    expect(event).toEqual({ channel: 'headless', outcome: 'identified', address_from: source });
  });
});

describe('a request', () => {
  test('may have a return_url with its own secret', async () => {
    const return_url = 'https://app.example.com/cb?nonce=abc';
    const { autoStartToken } = await startHeadless(broker, { return_url });
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    expect((await broker.phone.decide(orderRef, 'approve')).returnUrl).toBe(return_url);
  });

  test('for one person is limited to five in five minutes', async () => {
    const login_hint = `sub:ssn:${TOLVAN}`;
    for (let start = 0; start < 5; start += 1) {
      const { id } = await startHeadless(broker, { login_hint });
      await post(broker, '/headless/cancel', { headless_req_id: id });
    }
    const sixth = await post(broker, START, { ...HEADLESS_REQUEST, login_hint });
    expect([sixth.status, sixth.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(sixth.headers['retry-after']).toMatch(/^(?:300|2\d\d)$/);
    expect((await post(broker, START, HEADLESS_REQUEST)).status).toBe(200);
  });

  test('cannot have a foreign return_url', async () => {
    const foreign = { ...HEADLESS_REQUEST, return_url: 'https://evil.example/cb' };
    const { status, body } = await post(broker, START, foreign);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  // spec: flow.headless.se, headless.acr-values
  test('for another country’s eID is refused', async () => {
    const request = { ...HEADLESS_REQUEST, acr_values: 'urn:grn:authn:dk:mitid:low' };
    const { status, body } = await post(broker, START, request);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test.each(['web', 'phone-only'])(
    'of an application without the flow is refused: %s',
    async (id) => {
      const { status, body } = await post(broker, START, HEADLESS_REQUEST, as(id));
      expect([status, body]).toEqual([
        400,
        {
          error: 'unauthorized_client',
          error_description: 'this application may not use the headless flow',
        },
      ]);
    },
  );

  // spec: headless.confidential
  test('of a public client or an unknown client is refused', async () => {
    const open = await post(broker, START, { ...HEADLESS_REQUEST, client_id: 'public' }, {});
    expect(open.body.error).toBe('unauthorized_client');
    const nobody = await post(broker, START, HEADLESS_REQUEST, as('nobody'));
    expect([nobody.status, nobody.body.error]).toEqual([401, 'invalid_client']);
  });

  test('of an application that signs its phone requests needs no signature', async () => {
    expect((await startHeadless(broker, {}, 'signed')).qrData).toMatch(QR);
  });

  test('gets 404 with other methods', async () => {
    const answer = await fetch(`${broker.issuer}${START}`);
    expect(answer.status).toBe(404);
  });
});

describe('login_hint', () => {
  const sentence = Buffer.from('Please **confirm** order 17.').toString('base64');

  // spec: hint.message
  test('shows a message in the app', async () => {
    const login_hint = `message:${sentence} nonVisibleData:aGlkZGVu`;
    const started = await startHeadless(broker, { login_hint });
    const opened = await broker.phone.open({ autoStartToken: started.autoStartToken }, TOLVAN);
    expect(JSON.stringify(opened)).toContain('Please **confirm** order 17.');
  });

  test('signs a text of 40,000 characters, even with many characters to escape', async () => {
    const text = Buffer.from('?>~'.repeat(10_000)).toString('base64');
    expect(encodeURIComponent(text).length).toBeGreaterThan(56 * 1024);
    const started = await startHeadless(broker, { login_hint: `action:sign message:${text}` });
    expect(started.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  // spec: purpose.signs
  test('requests a signature, which comes with evidence', async () => {
    const login_hint = `action:sign message:${sentence}`;
    const scope = 'openid evidence';
    const started = await startHeadless(broker, { login_hint, scope });
    expect((await broker.phone.orders()).map(({ kind }) => kind)).toEqual(['sign']);
    await approve(started);
    const { body } = await pollHeadless(broker, started.id);
    expect(claimsIn(body.id_token)).toMatchObject({ evidence: expect.any(String) });
  });

  // spec: hint.scope, authorize.login-hint.fallback
  test('carries scope and acr_values', async () => {
    const { acr_values, ...rest } = HEADLESS_REQUEST;
    const login_hint = `acr_values:${acr_values} scope:evidence`;
    const started = await post(broker, START, { ...rest, login_hint }, as());
    expect(started.status).toBe(200);
    await approve({ autoStartToken: String(acrDataOf(started).autoStartToken) });
    const { body } = await pollHeadless(broker, String(started.body.headless_req_id));
    expect(body.scope).toBe('openid evidence');
  });

  test('limits the request to the named person', async () => {
    const started = await startHeadless(broker, { login_hint: `sub:ssn:${TOLVAN}` });
    const { autoStartToken } = started;
    await expect(broker.phone.open({ autoStartToken }, '199006022397')).rejects.toThrow();
    broker.advance(5);
    expect((await pollHeadless(broker, started.id)).body.error).toBe('access_denied');
  });
});

describe('a poll', () => {
  test("for another client's request or for another flow is refused", async () => {
    const { id } = await startHeadless(broker);
    const neighbour = await pollHeadless(broker, id, { clientId: 'neighbour' });
    expect(neighbour.body.error).toBe('invalid_grant');
    expect((await pollPhone(broker, id)).body.error).toBe('invalid_grant');
    expect((await pollHeadless(broker, id)).body.error).toBe('authorization_pending');
  });

  test('among a hundred is the only one with tokens', async () => {
    const started = await startHeadless(broker);
    await approve(started);
    const polls = await Promise.all(
      Array.from({ length: 100 }, () => pollHeadless(broker, started.id)),
    );
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
  }, 30_000);

  test('more often than once a second gets slow_down', async () => {
    const { id } = await startHeadless(broker);
    await pollHeadless(broker, id);
    expect((await pollHeadless(broker, id)).body.error).toBe('slow_down');
  });
});

describe('a cancellation', () => {
  test('ends the order immediately', async () => {
    const { id } = await startHeadless(broker);
    const { status, body } = await post(broker, '/headless/cancel', { headless_req_id: id });
    expect([status, body]).toEqual([200, {}]);
    expect(await broker.phone.orders()).toEqual([]);
    expect((await pollHeadless(broker, id)).body.error).toBe('access_denied');
    expect((await pollHeadless(broker, id)).body.error).toBe('invalid_grant');
  });

  test('may use a client assertion', async () => {
    const { id } = await startHeadless(broker);
    const fields = { headless_req_id: id, ...(await assertion(broker)) };
    expect((await post(broker, '/headless/cancel', fields, {})).status).toBe(200);
  });

  test('cannot have a grant_type', async () => {
    const fields = { headless_req_id: 'x', grant_type: 'authorization_code' };
    const { status, body } = await post(broker, '/headless/cancel', fields);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test('of an unknown request is refused', async () => {
    const { status, body } = await post(broker, '/headless/cancel', { headless_req_id: 'x' });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('the event stream', () => {
  /** The parsed events of a stream; `onEvent` runs after each of them. */
  async function watch(id: string, onEvent: (seen: number) => Promise<void>) {
    const answer = await fetch(`${broker.issuer}/headless/events`, {
      method: 'POST',
      headers: as(),
      body: new URLSearchParams({ headless_req_id: id }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const events: { readonly name: string; readonly data: unknown }[] = [];
    let text = '';
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [name = '', data = ''] = part.split('\n');
        events.push({
          name: name.replace('event: ', ''),
          data: JSON.parse(data.replace('data: ', '')),
        });
        await onEvent(events.length);
      }
    }
    return events;
  }

  test('animates the QR code, ends with the outcome and leaves the tokens to a poll', async () => {
    const started = await startHeadless(broker);
    const events = await watch(started.id, async (seen) => {
      if (seen === 2) await approve(started);
    });
    expect(events.slice(0, 2)).toEqual(
      [0, 1].map(() => ({
        name: 'update',
        data: { qrData: expect.stringMatching(QR), hintCode: 'outstandingTransaction' },
      })),
    );
    expect(events[0]).not.toEqual(events[1]);
    expect(events.at(-1)).toEqual({ name: 'outcome', data: { state: 'completed' } });
    expect((await pollHeadless(broker, started.id)).status).toBe(200);
  });

  test('ends with the body of a poll when the person declines', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    const events = await watch(id, async (seen) => {
      if (seen !== 1) return;
      const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
      await broker.phone.decide(orderRef, 'cancel');
      broker.advance(5);
    });
    const denied = {
      error: 'access_denied',
      error_description: 'user declined',
      acr_data: { hintCode: 'userCancel' },
    };
    expect(events.at(-1)).toEqual({ name: 'outcome', data: denied });
    expect((await pollHeadless(broker, id)).body).toEqual(denied);
    const again = await post(broker, '/headless/events', { headless_req_id: id });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('is refused to another client', async () => {
    const { id } = await startHeadless(broker);
    const { status, body } = await post(
      broker,
      '/headless/events',
      { headless_req_id: id },
      as('neighbour'),
    );
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });
});

// spec: endpoints.paths, limit.ciba-poll
test('discovery lists the endpoints of CIBA and headless', async () => {
  const answer = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
  const metadata = (await answer.json()) as Record<string, unknown>;
  const { issuer } = broker;
  expect(metadata).toMatchObject({
    backchannel_authentication_endpoint: `${issuer}/ciba/bc-authorize`,
    backchannel_token_delivery_modes_supported: ['poll'],
    backchannel_user_code_parameter_supported: false,
    headless_authorization_endpoint: `${issuer}/headless/authorize`,
    headless_cancellation_endpoint: `${issuer}/headless/cancel`,
    headless_events_endpoint: `${issuer}/headless/events`,
    backchannel_authentication_cancellation_endpoint: `${issuer}/ciba/cancel`,
    authorization_details_types_supported: ['phoneAuth'],
    grant_types_supported: expect.arrayContaining([HEADLESS, HEADLESS_ALIAS]),
  });
});
