import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { assertionFields } from '@eid-broker/testing/client-assertion';
import { TOLVAN } from '@eid-broker/testing/phone';
import {
  error as bankIdError,
  orderFault,
  takeBackFaults,
} from '@eid-broker/testing/simulator-faults';
import { claimsIn, type JsonAnswer, userinfo } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { base64url, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';

import {
  as,
  assertion,
  CIBA,
  type Fields,
  HEADLESS,
  HEADLESS_REQUEST,
  type Headless,
  type OperatedBroker,
  onlyOrder,
  PHONE_REQUEST,
  pollHeadless,
  pollPhone,
  post,
  startBackchannelBroker,
  startHeadless,
  startPhone,
} from '../support/backchannel-broker.ts';
import { loggedSecrets } from '../support/log-scan.ts';

const ACR = 'urn:grn:authn:se:bankid';

/** The key set at the URL of the application `published-keys`. */
let published: { readonly keys: readonly object[] } = { keys: [] };
let keyServer: Server;
let broker: OperatedBroker;

beforeAll(async () => {
  keyServer = createServer((_req, res) => res.end(JSON.stringify(published)));
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  const { port } = keyServer.address() as AddressInfo;
  const variables = () => ({ CLIENT_KEYS_URL: `http://localhost:${port}/jwks` });
  broker = await startBackchannelBroker({ variables });
  published = JSON.parse(broker.keys.jwks);
});
afterAll(async () => {
  await broker.close();
  keyServer.closeAllConnections();
  await new Promise((resolve) => keyServer.close(resolve));
});
// Expires the pending requests of a test and resets the limits on starts.
afterEach(() => broker.advance(300));

function outcome({ status, body }: JsonAnswer): readonly unknown[] {
  return [status, body.error];
}

async function approve({ autoStartToken }: Pick<Headless, 'autoStartToken'>): Promise<void> {
  const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
  await broker.phone.decide(orderRef, 'approve');
  broker.advance(5);
}

const startCall = (fields: Fields, client = 'backend') =>
  post(broker, '/ciba/bc-authorize', fields, as(client));
const UNKNOWN = [400, 'invalid_grant'];

describe('a signed phone request', () => {
  /** The time of the machine's clock, which the library uses. */
  const now = () => Math.floor(Date.now() / 1000);

  function claims(clientId: string, changed: JWTPayload = {}): JWTPayload {
    const times = { iat: now(), nbf: now(), exp: now() + 1800 };
    const about = { iss: clientId, aud: broker.issuer, jti: `${Math.random()}` };
    return { ...PHONE_REQUEST, ...about, ...times, ...changed };
  }

  function signed(payload: JWTPayload): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
      .sign(broker.keys.ec);
  }

  test.each(['', ' ', 'null', 'e30.e30.'])(
    'is not replaced by parameters when it is %j',
    async (request) => {
      const { body } = await startCall({ ...PHONE_REQUEST, request }, 'signed');
      expect(body.error).toBe('invalid_request');
      expect(await broker.phone.orders()).toEqual([]);
    },
  );

  test('with a broken signature does not use up the jti of the correct one', async () => {
    const request = await signed(claims('signed'));
    const broken = `${request.slice(0, -10)}${request.at(-10) === 'A' ? 'B' : 'A'}${request.slice(-9)}`;
    expect(outcome(await startCall({ request: broken }, 'signed'))).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await startCall({ request }, 'signed')).status).toBe(200);
    expect(outcome(await startCall({ request }, 'signed'))).toEqual([400, 'invalid_request']);
  });

  test('counts once among parallel copies', async () => {
    const request = await signed(claims('signed'));
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => startCall({ request }, 'signed')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await broker.phone.orders()).toHaveLength(1);
  });

  test('has a jti per client: another client may use the same one', async () => {
    const jti = `shared-${Math.random()}`;
    const mine = await signed(claims('signed', { jti, callInitiator: 'rp' }));
    const theirs = await signed(claims('backend', { jti }));
    expect((await startCall({ request: mine }, 'signed')).body.error_description).toBe(
      'callInitiator must be RP or user',
    );
    expect((await startCall({ request: theirs })).status).toBe(200);
  });

  test('is refused without a signature or with an HMAC of the public key', async () => {
    const [, body] = (await signed(claims('signed'))).split('.');
    const none = `${base64url.encode('{"alg":"none"}')}.${body}.`;
    const publicKey = new TextEncoder().encode(
      JSON.stringify(JSON.parse(broker.keys.jwks).keys[1]),
    );
    const hmac = await new SignJWT(claims('backend'))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(publicKey);
    for (const [client, request] of [
      ['signed', none],
      ['backend', none.replace('signed', 'backend')],
      ['backend', hmac],
    ] as const) {
      expect(outcome(await startCall({ request }, client))).toEqual([400, 'invalid_request']);
    }
    expect(await broker.phone.orders()).toEqual([]);
  });

  test('is refused with a key from its own header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const request = await new SignJWT(claims('signed'))
      .setProtectedHeader({ alg: 'ES256', jwk, jku: 'http://127.0.0.1:1/', kid: 'ec' })
      .sign(privateKey);
    expect(outcome(await startCall({ request }, 'signed'))).toEqual([400, 'invalid_request']);
  });

  test('is not accepted as a client assertion, nor an assertion as a request', async () => {
    const { client_assertion: jwt = '', ...type } = await assertion(broker, 'signed');
    expect(outcome(await startCall({ request: jwt }, 'signed'))).toEqual([400, 'invalid_request']);
    const request = await signed(claims('signed'));
    const answer = await post(
      broker,
      '/ciba/bc-authorize',
      { ...type, ...PHONE_REQUEST, client_assertion: request },
      {},
    );
    expect(outcome(answer)).toEqual([401, 'invalid_client']);
  });

  test('may be signed with keys from a URL', async () => {
    const request = await signed(claims('published-keys'));
    expect((await startCall({ request }, 'published-keys')).status).toBe(200);
    broker.advance(300);
    const foreign = await generateKeyPair('ES256');
    const forged = await new SignJWT(claims('published-keys'))
      .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
      .sign(foreign.privateKey);
    expect(outcome(await startCall({ request: forged }, 'published-keys'))).toEqual([
      400,
      'invalid_request',
    ]);
  });
});

describe('a signed request in the browser', () => {
  const REQUEST = {
    client_id: 'published-keys',
    response_type: 'code',
    redirect_uri: 'https://app.example.com/cb',
    scope: 'openid',
    state: 'signed',
    acr_values: ACR,
  };

  async function authorize(request: string, path = '/oauth2/authorize'): Promise<URL> {
    const { state: _, acr_values: __, ...shown } = REQUEST;
    const url = `${broker.issuer}${path}?${new URLSearchParams({ ...shown, request })}`;
    const answer = await fetch(url, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '/', broker.issuer);
  }

  async function signedBy(
    key: Parameters<SignJWT['sign']>[0],
    header: { alg: string; kid?: string },
    changed: object = {},
  ) {
    const payload = { ...REQUEST, iss: 'published-keys', aud: broker.issuer, ...changed };
    return new SignJWT(payload).setProtectedHeader(header).sign(key);
  }

  test('may be signed with keys from a URL', async () => {
    const request = await signedBy(broker.keys.rsa, { alg: 'RS256', kid: 'rsa' });
    expect((await authorize(request)).pathname).toMatch(/^\/login\//);
    const pushed = await post(
      broker,
      '/oauth2/par',
      { request, client_id: 'published-keys' },
      as('published-keys'),
    );
    expect(pushed.status).toBe(201);
  });

  test.each([
    [
      'no algorithm',
      async () => {
        const claims = base64url.encode(
          JSON.stringify({ ...REQUEST, iss: 'published-keys', aud: broker.issuer }),
        );
        return `${base64url.encode('{"alg":"none"}')}.${claims}.`;
      },
    ],
    ['HMAC', () => signedBy(new TextEncoder().encode(JSON.stringify(published)), { alg: 'HS256' })],
    [
      'an unsupported algorithm',
      async () => {
        const key = await importJWK(
          {
            ...(await exportJWK(
              (
                await generateKeyPair('RS512', { extractable: true })
              ).privateKey,
            )),
          },
          'RS512',
        );
        return signedBy(key, { alg: 'RS512' });
      },
    ],
    ['a foreign key', () => signedBy(broker.keys.foreign, { alg: 'RS256', kid: 'rsa' })],
    ['an unknown key', () => signedBy(broker.keys.rsa, { alg: 'RS256', kid: 'nobody' })],
  ])('gets an error at the registered URL when it is signed with %s', async (_, make) => {
    const location = await authorize(await make());
    expect(location.origin).toBe('https://app.example.com');
    expect(location.searchParams.get('error')).toBe('invalid_request_object');
    expect(location.searchParams.has('code')).toBe(false);
  });

  test('redirects errors to the registered URL only', async () => {
    const changed = { redirect_uri: 'https://evil.example/cb' };
    for (const request of [
      await signedBy(broker.keys.foreign, { alg: 'RS256', kid: 'rsa' }, changed),
      await signedBy(broker.keys.rsa, { alg: 'RS256', kid: 'rsa' }, changed),
    ]) {
      expect((await authorize(request)).host).not.toBe('evil.example');
    }
  });
});

describe('the end_user_ip', () => {
  test.each([
    'fe80::1%eth0',
    '::1%-.:',
    '2001:db8::7%25',
    '127.1',
    '0x7f.1',
    '٠.٠.٠.٠',
    '192.0.2.7\u0000',
  ])('cannot be %j', async (end_user_ip) => {
    const answer = await post(broker, '/headless/authorize', { ...HEADLESS_REQUEST, end_user_ip });
    expect(outcome(answer)).toEqual([400, 'invalid_request']);
  });
});

describe('a client that exceeds a limit', () => {
  test('gets Retry-After for the limit of the application', async () => {
    for (let start = 0; start < 2; start += 1) await startCall(PHONE_REQUEST, 'neighbour');
    const refused = await startCall(PHONE_REQUEST, 'neighbour');
    expect(outcome(refused)).toEqual([429, 'temporarily_unavailable']);
    expect(refused.headers['retry-after']).toMatch(/^(?:60|5\d)$/);
  });

  test('gets Retry-After for the limit of the person, for any spelling of the number', async () => {
    const spellings = [TOLVAN, '19121212-1212', '121212+1212'];
    const hints = [...spellings, ...spellings].map((number) => `sub:ssn:${number}`);
    const answers: JsonAnswer[] = [];
    for (const login_hint of hints) answers.push(await startCall({ ...PHONE_REQUEST, login_hint }));
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 403, 200, 429]);
    expect(answers.at(-1)?.headers['retry-after']).toMatch(/^(?:300|2\d\d)$/);
  });
});

describe('the id of a request', () => {
  test('is refused by every other endpoint', async () => {
    const phone = await startPhone(broker);
    const headless = await startHeadless(broker);
    await approve(headless);
    const elsewhere = [
      ['/oauth2/token', { grant_type: HEADLESS, headless_req_id: phone }],
      ['/oauth2/token', { grant_type: CIBA, auth_req_id: headless.id }],
      ['/headless/events', { headless_req_id: phone }],
      ['/headless/cancel', { headless_req_id: phone }],
      ['/ciba/cancel', { auth_req_id: headless.id }],
    ] as const;
    for (const [path, fields] of elsewhere) {
      expect(outcome(await post(broker, path, fields as Fields))).toEqual(UNKNOWN);
    }
    expect((await userinfo(broker, headless.id)).status).toBe(401);
    expect((await pollHeadless(broker, headless.id)).status).toBe(200);
  });

  test('is refused for the same client id of another issuer', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    await approve({ autoStartToken });
    const second = { issuer: broker.secondIssuer, port: broker.port };
    const fields = { grant_type: HEADLESS, headless_req_id: id };
    for (const path of ['/oauth2/token', '/headless/events', '/headless/cancel']) {
      const { grant_type, ...rest } = fields;
      const sent = path === '/oauth2/token' ? { grant_type, ...rest } : rest;
      expect(outcome(await post(second, path, sent))).toEqual(UNKNOWN);
    }
    expect((await pollHeadless(broker, id)).status).toBe(200);
  });

  test('gets the same response for a foreign and for an unknown request', async () => {
    const { id } = await startHeadless(broker);
    const foreign = await pollHeadless(broker, id, { clientId: 'neighbour' });
    const never = await pollHeadless(broker, '00000000-0000-0000-0000-000000000000', {
      clientId: 'neighbour',
    });
    expect(foreign.body).toEqual(never.body);
  });
});

describe('a change between a start and its polls', () => {
  const waiting = async () => {
    const started = await startHeadless(broker);
    await approve(started);
    return started.id;
  };
  const restore = () => broker.change((content) => content);
  /** Edits the settings of `backend` in the first tenant only. */
  const ofBackend = (edit: (text: string) => string) => (content: string) => {
    const [before = '', rest = ''] = content.split(/(?= {6}- clientId: neighbour)/);
    return edit(before) + rest + content.slice(before.length + rest.length);
  };

  afterEach(restore);

  test('takes effect: an eID that the application may no longer use yields no tokens', async () => {
    const id = await waiting();
    await broker.change(
      ofBackend((text) =>
        text.replace(
          '        dynamicScopes: true',
          '        acrValues: [urn:grn:authn:se:bankid:same-device]\n        dynamicScopes: true',
        ),
      ),
    );
    const { body } = await pollHeadless(broker, id);
    expect(body).toMatchObject({
      error: 'access_denied',
      error_description: 'authentication failed',
    });
    await restore();
    expect(outcome(await pollHeadless(broker, id))).toEqual(UNKNOWN);
  });

  test('takes effect: an application without the flow can no longer poll, stream or cancel', async () => {
    const id = await waiting();
    await broker.change(
      ofBackend((text) => text.replace('flows: [ciba, headless]', 'flows: [ciba]')),
    );
    const fields = { headless_req_id: id };
    for (const answer of [
      await pollHeadless(broker, id),
      await post(broker, '/headless/events', fields),
      await post(broker, '/headless/cancel', fields),
    ]) {
      expect(outcome(answer)).toEqual([400, 'unauthorized_client']);
    }
  });

  test('takes effect: a removed application gets no tokens', async () => {
    const id = await waiting();
    await broker.change((content) => content.replaceAll('clientId: backend', 'clientId: other'));
    expect(outcome(await pollHeadless(broker, id))).toEqual([401, 'invalid_client']);
  });

  test('takes effect for a pending request', async () => {
    const started = await startHeadless(broker);
    await broker.change(
      ofBackend((text) =>
        text.replace(
          '        dynamicScopes: true',
          '        acrValues: [urn:grn:authn:se:bankid:same-device]\n        dynamicScopes: true',
        ),
      ),
    );
    await approve(started);
    const { body } = await pollHeadless(broker, started.id);
    expect(body).not.toHaveProperty('id_token');
    expect(body.error).toBe('access_denied');
  });
});

describe('an order that the person did not open in time', () => {
  afterEach(() => takeBackFaults(broker));

  test('is renewed when BankID is available again, and the request stays pending until then', async () => {
    const { id } = await startHeadless(broker);
    broker.advance(31);
    await orderFault(broker, {
      endpoint: 'auth',
      times: 2,
      effect: bankIdError(503, 'maintenance'),
    });
    const bodies: unknown[] = [];
    for (let poll = 0; poll < 2; poll += 1) {
      bodies.push((await pollHeadless(broker, id)).body);
      broker.advance(3);
    }
    const pending = {
      error: 'authorization_pending',
      error_description: 'awaiting first user interaction',
      acr_data: { qrData: '', hintCode: 'outstandingTransaction' },
    };
    expect(bodies).toEqual([pending, pending]);
    const back = await pollHeadless(broker, id);
    const { qrData, autoStartToken } = back.body.acr_data as Fields;
    expect(qrData).toMatch(/^bankid\./);
    await approve({ autoStartToken: String(autoStartToken) });
    expect((await pollHeadless(broker, id)).status).toBe(200);
  });

  test('expires with its request when BankID stays unavailable', async () => {
    const { id } = await startHeadless(broker);
    broker.advance(31);
    await orderFault(broker, {
      endpoint: 'auth',
      times: 100,
      effect: bankIdError(503, 'maintenance'),
    });
    expect((await pollHeadless(broker, id)).body.error).toBe('authorization_pending');
    broker.advance(90);
    expect((await pollHeadless(broker, id)).body.error).toBe('expired_token');
    expect(outcome(await pollHeadless(broker, id))).toEqual(UNKNOWN);
  });

  test('is not renewed when the person has another order', async () => {
    const { id } = await startHeadless(broker);
    broker.advance(31);
    await orderFault(broker, { endpoint: 'auth', effect: bankIdError(400, 'alreadyInProgress') });
    const starts = () => broker.simulator.statistics().calls.auth;
    expect((await pollHeadless(broker, id)).body).toEqual({
      error: 'access_denied',
      error_description: 'cancelled by a newer request',
      acr_data: { hintCode: 'alreadyInProgress' },
    });
    const before = starts();
    broker.advance(3);
    expect(outcome(await pollHeadless(broker, id))).toEqual(UNKNOWN);
    expect(starts()).toBe(before);
  });

  test('is not reported as a denial when BankID refuses our certificate', async () => {
    const { id } = await startHeadless(broker);
    broker.advance(31);
    await orderFault(broker, { endpoint: 'auth', effect: bankIdError(401, 'unauthorized') });
    expect((await pollHeadless(broker, id)).body.error).toBe('server_error');
  });
});

describe('evidence', () => {
  const withEvidence = { scope: 'openid evidence' };

  async function answered(completionData: object): Promise<JsonAnswer> {
    const started = await startHeadless(broker, withEvidence);
    await orderFault(broker, {
      endpoint: 'collect',
      when: 'complete',
      effect: { kind: 'answer', members: { completionData } },
    });
    await approve(started);
    const answer = await pollHeadless(broker, started.id);
    expect(outcome(await pollHeadless(broker, started.id))).toEqual(UNKNOWN);
    return answer;
  }

  test('with an invalid signature yields neither tokens nor a denial', async () => {
    const user = {
      personalNumber: TOLVAN,
      name: 'Tolvan Tolvansson',
      givenName: 'Tolvan',
      surname: 'Tolvansson',
    };
    const facts = { user, device: { ipAddress: '192.0.2.9' }, bankIdIssueDate: '2024-01-01' };
    const forged = {
      signature: Buffer.from('<Signature/>').toString('base64'),
      ocspResponse: 'MAA=',
    };
    for (const completionData of [facts, { ...facts, ...forged }]) {
      const { body } = await answered(completionData);
      expect(body.error).toBe('server_error');
      broker.advance(120);
    }
  });

  test('is in no token without its scope', async () => {
    const started = await startHeadless(broker);
    await approve(started);
    const { body } = await pollHeadless(broker, started.id);
    expect(Object.keys(claimsIn(body.id_token))).not.toEqual(expect.arrayContaining(['evidence']));
    expect(JSON.stringify(claimsIn(body.id_token))).not.toContain('ocspResponse');
  });
});

describe('a cancellation', () => {
  test('among polls of a finished request leaves one pair of tokens or none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const started = await startHeadless(broker);
      await approve(started);
      const fields = { headless_req_id: started.id };
      const racers = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? post(broker, '/headless/cancel', fields)
          : pollHeadless(broker, started.id),
      );
      const answers = await Promise.all(racers);
      const tokens = answers.filter(({ body }) => body.id_token !== undefined);
      expect(tokens.length).toBeLessThanOrEqual(1);
      for (const { body } of tokens) {
        expect((await userinfo(broker, String(body.access_token))).status).toBe(200);
      }
      expect(outcome(await pollHeadless(broker, started.id))).toEqual(UNKNOWN);
    }
    const [row] = await broker.sql(
      `select count(*)::int as events, count(distinct authentication_id)::int as attempts
       from authentication_event`,
    );
    expect(row?.events).toBe(row?.attempts);
  });

  test('prevents a later approval', async () => {
    const id = await startPhone(broker);
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'confirm-call');
    await post(broker, '/ciba/cancel', { auth_req_id: id });
    await expect(broker.phone.decide(orderRef, 'approve')).rejects.toThrow();
    broker.advance(5);
    expect((await pollPhone(broker, id)).body.error_description).toBe('user declined');
    expect(outcome(await pollPhone(broker, id))).toEqual(UNKNOWN);
  });
});

describe('event streams', () => {
  async function open(id: string) {
    const answer = await fetch(`${broker.issuer}/headless/events`, {
      method: 'POST',
      headers: as(),
      body: new URLSearchParams({ headless_req_id: id }),
    });
    return { status: answer.status, reader: answer.body!.getReader() };
  }

  async function textOf(reader: Awaited<ReturnType<typeof open>>['reader']): Promise<string> {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += Buffer.from(value).toString();
    }
  }

  test('replace one another: a new stream ends the previous one without an outcome', async () => {
    const { id } = await startHeadless(broker);
    const first = await open(id);
    await first.reader.read();
    const second = await open(id);
    await second.reader.read();
    expect(await textOf(first.reader)).not.toContain('outcome');
    await post(broker, '/headless/cancel', { headless_req_id: id });
    expect(await textOf(second.reader)).toMatch(/event: outcome\ndata: .*user declined.*\n\n$/);
  });

  test('collect no more often than polls do, and stop when the client disconnects', async () => {
    const { id } = await startHeadless(broker);
    const logged = broker.logged.length;
    const collects = () => broker.simulator.statistics().calls.collect;
    const before = collects();
    const stream = await open(id);
    await stream.reader.read();
    await Promise.all(Array.from({ length: 10 }, () => pollHeadless(broker, id)));
    await stream.reader.cancel();
    expect(collects() - before).toBeLessThanOrEqual(1);
    // One collect may be under way when the client disconnects.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    broker.advance(10);
    const after = collects();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(collects()).toBe(after);
    expect(broker.logged.slice(logged).filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('malformed requests', () => {
  const paths = [
    '/ciba/bc-authorize',
    '/headless/authorize',
    '/headless/events',
    '/headless/cancel',
    '/ciba/cancel',
  ];
  const host = () => ({ host: new URL(broker.issuer).host });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '%s gets 404 at the backchannel endpoints',
    async (method) => {
      for (const path of paths) {
        const query = new URLSearchParams({ ...HEADLESS_REQUEST, client_id: 'backend' });
        const answer = await send(broker.port, {
          method,
          path: `${path}?${query}`,
          headers: { ...host(), ...as(), origin: 'https://evil.example' },
        });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  test('a request in the query, as JSON or of excessive size starts no order', async () => {
    const before = broker.simulator.statistics().calls;
    const query = new URLSearchParams(HEADLESS_REQUEST).toString();
    const asForm = form({}).headers;
    for (const wire of [
      { path: `/headless/authorize?${query}`, headers: asForm, body: '' },
      {
        path: '/headless/authorize',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(HEADLESS_REQUEST),
      },
      { path: '/headless/authorize', headers: { 'content-type': 'text/plain' }, body: query },
      { path: '/headless/authorize', headers: {}, body: query },
      { path: '/headless/authorize', headers: asForm, body: `${query}&x=${'x'.repeat(200_000)}` },
      { path: '/headless/authorize/', headers: asForm, body: query },
      { path: '//headless/authorize', headers: asForm, body: query },
      { path: '/Headless/authorize', headers: asForm, body: query },
    ]) {
      const { status } = await send(broker.port, {
        method: 'POST',
        ...wire,
        headers: { ...host(), ...as(), ...wire.headers } as Fields,
      });
      expect([wire.path, [400, 404].includes(status)]).toEqual([wire.path, true]);
    }
    expect(broker.simulator.statistics().calls.auth).toBe(before.auth);
  });

  test.each(paths)('%s accepts forms only and names itself in the error', async (path) => {
    const types: Fields[] = [{ 'content-type': 'application/json' }, {}];
    for (const type of types) {
      const headers = { ...host(), ...as(), ...type };
      const { status, text } = await send(broker.port, {
        method: 'POST',
        path,
        headers,
        body: 'a=b',
      });
      const error_description = `only application/x-www-form-urlencoded content-type bodies are supported on POST ${path}`;
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ error: 'invalid_request', error_description });
    }
  });

  test.each(paths.slice(1))('%s refuses a repeated parameter', async (path) => {
    const twice: [string, string][] = [
      ...Object.entries({ ...HEADLESS_REQUEST, headless_req_id: 'x', auth_req_id: 'x' }),
    ];
    const name =
      path === '/headless/authorize'
        ? 'end_user_ip'
        : path === '/ciba/cancel'
          ? 'auth_req_id'
          : 'headless_req_id';
    expect(outcome(await post(broker, path, [...twice, [name, '']]))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('an assertion counts as used before the other checks of a request', async () => {
    const fields = await assertionFields(broker, 'backend', { key: broker.keys.rsa });
    const twice: [string, string][] = [
      ...Object.entries({ ...PHONE_REQUEST, ...fields }),
      ['scope', 'openid'],
    ];
    expect(outcome(await post(broker, '/ciba/bc-authorize', twice, {}))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(
      outcome(await post(broker, '/ciba/bc-authorize', { ...PHONE_REQUEST, ...fields }, {})),
    ).toEqual([401, 'invalid_client']);
    expect(await broker.phone.orders()).toEqual([]);
  });

  test.each([
    ['deep nesting', '['.repeat(4000)],
    ['null', 'null'],
    ['a list of null', '[null]'],
    ['an empty list', '[]'],
    ['an object', '{"type":"phoneAuth"}'],
    ['a prototype', '[{"type":"phoneAuth","callInitiator":"RP","__proto__":{"a":1}}]'],
    ['two types', '[{"type":"phoneAuth","type":"x","callInitiator":"RP"}]'],
  ])('authorization_details cannot be %s', async (__, authorization_details) => {
    const { callInitiator: _, ...request } = PHONE_REQUEST;
    const answer = await startCall({ ...request, authorization_details });
    expect(outcome(answer)).toEqual([400, 'invalid_authorization_details']);
  });
});

describe('the stored data after a request', () => {
  test('contains no person, text, address, request or token in clear', async () => {
    const login_hint = `sub:ssn:${TOLVAN} nonVisibleData:aGlkZGVuIGRhdGE=`;
    const phone = await startPhone(broker, { login_hint });
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'cancel');
    broker.advance(5);
    await pollPhone(broker, phone);
    const message = `message:${Buffer.from('Please confirm 17').toString('base64')}`;
    const started = await startHeadless(broker, { login_hint: message, scope: 'openid evidence' });
    await approve(started);
    const { body } = await pollHeadless(broker, started.id);
    const claims = claimsIn(body.id_token);
    const secrets = [
      TOLVAN,
      TOLVAN.slice(2),
      'Tolvan',
      'call centre',
      'Please confirm',
      '192.0.2.7',
      'aGlkZGVu',
      phone,
      started.id,
      started.autoStartToken,
      started.qrData.split('.')[1],
      String(body.access_token),
      String(body.id_token).slice(-40),
      String(claims.sub),
      Buffer.from(PHONE_REQUEST.binding_message).toString('base64').slice(0, 24),
      message.slice('message:'.length),
    ].filter((secret) => secret !== undefined);
    const tables = await broker.sql(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    );
    const found: string[] = [];
    for (const { table_name: table } of tables) {
      const rows = JSON.stringify(await broker.sql(`select t::text from "${table}" t`));
      found.push(...secrets.filter((one) => rows.includes(one)).map((one) => `${table}: ${one}`));
    }
    expect(tables.length).toBeGreaterThan(5);
    expect(found).toEqual([]);
    expect(loggedSecrets(broker.logged, secrets)).toEqual([]);
  });
});
