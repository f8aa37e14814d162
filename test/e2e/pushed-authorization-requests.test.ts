import { randomBytes } from 'node:crypto';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  QR_ACR,
} from '@eid-broker/testing/log-in';
import { race } from '@eid-broker/testing/races';
import { basic, codeFields, jsonOf, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { explained } from '../support/explained.ts';
import { NOT_OFFERED } from '../support/not-offered.ts';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const CALLBACK = 'https://app.example.com/cb';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const REQUEST = {
  client_id: 'web',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid ssn',
  acr_values: QR_ACR,
  state: 'st',
} as const;

type Fields = Readonly<Record<string, string | undefined>>;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

const AS_WEB = basic('web', SECRETS.web);

/** Pushes a request; by default the web application's. */
async function push(change: Fields = {}, headers: Record<string, string> = AS_WEB) {
  const fields = Object.entries<string | undefined>({ ...REQUEST, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const posted = form(fields);
  const host = new URL(broker.issuer).host;
  const all = { host, ...posted.headers, ...headers };
  return jsonOf(await send(broker.port, { ...posted, path: '/oauth2/par', headers: all }));
}

/** Pushes a valid request and returns its request_uri. */
async function pushed(change: Fields = {}): Promise<string> {
  const { status, body } = await push(change);
  expect(status).toBe(201);
  return String(body.request_uri);
}

/** The two parameters of the URL (RFC 9126 §4). */
function by(request_uri: string, client_id = 'web') {
  return { client_id, request_uri };
}

function open(params: Fields, userAgent = newUserAgent(broker.port)): Promise<WireAnswer> {
  return userAgent.get(authorizeUrl(broker.issuer, params));
}

function expectPage({ status, location, text }: WireAnswer, code: string): void {
  expect({ status, location }).toEqual({ status: 400, location: undefined });
  expect(text).toContain(`data-testid="error-code">${code}<`);
}

/** The cause of a refusal, as support reads it. */
async function causeOf({ headers }: WireAnswer): Promise<string> {
  return (await explained(broker, String(headers['support-code']))).cause;
}

/** An approved login that began with a pushed request. */
function approve(request_uri: string) {
  return approveLogin(broker, { acr_values: undefined, ...by(request_uri) });
}

describe('a pushed authorization request', () => {
  test('is stored for two minutes under an unguessable request_uri', async () => {
    const { status, headers, body } = await push();
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/),
      expires_in: 120,
    });
    const [row] = await broker.sql(`select extract(epoch from expires_at - now())::int as seconds
      from artifact where kind like '% PushedAuthorizationRequest' order by expires_at desc limit 1`);
    expect(Number(row?.seconds)).toBeGreaterThan(115);
    expect(Number(row?.seconds)).toBeLessThanOrEqual(120);
  });

  test('is the whole request: the URL has only its request_uri and the client_id', async () => {
    const callback = await logIn(broker, { acr_values: undefined, ...by(await pushed()) });
    expect(callback.searchParams.get('state')).toBe('st');
    const code = callback.searchParams.get('code') ?? '';
    const { body } = await postToken(broker, codeFields(code), AS_WEB);
    expect(body).toHaveProperty('scope', 'openid ssn');
  });

  test('is not changed by other parameters of the URL', async () => {
    const request_uri = await pushed({ response_type: 'id_token code', prompt: 'none' });
    const beside = { state: 'other', prompt: 'login', scope: 'x', redirect_uri: 'x' };
    const { location } = await open({ ...by(request_uri), ...beside });
    expect(location?.hash).toContain('error=login_required');
    expect(location?.hash).toContain('state=st');
  });

  test('is refused when the URL has another response_type', async () => {
    const { location } = await open({
      ...REQUEST,
      response_type: 'code id_token',
      ...by(await pushed()),
    });
    expect(location?.searchParams.get('error')).toBe('invalid_request_object');
  });

  test('of a public application needs only its client_id, and PKCE', async () => {
    const spa = { client_id: 'spa', code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const { status, body } = await push(spa, {});
    expect(status).toBe(201);
    const params = { acr_values: undefined, ...by(String(body.request_uri), 'spa') };
    const code = (await logIn(broker, params)).searchParams.get('code') ?? '';
    const fields = { ...codeFields(code), client_id: 'spa', code_verifier: VERIFIER };
    expect((await postToken(broker, fields)).status).toBe(200);
    expect(await push({ client_id: 'spa' }, {})).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  test('yields an ID token without a nonce that was not sent', async () => {
    const { status, body } = await push({ client_id: 'implicit', response_type: 'id_token' }, {});
    expect(status).toBe(201);
    const params = { acr_values: undefined, ...by(String(body.request_uri), 'implicit') };
    const { hash } = await logIn(broker, params);
    const [, payload = ''] = (new URLSearchParams(hash.slice(1)).get('id_token') ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).not.toHaveProperty('nonce');
  });

  test('may hold a text to sign of 40,000 characters', async () => {
    const message = randomBytes(30_000).toString('hex').slice(0, 30_000);
    const text = Buffer.from(message).toString('base64');
    expect(text).toHaveLength(40_000);
    const login_hint = `action:sign message:${text}`;
    const { location } = await open(by(await pushed({ login_hint })));
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test('may hold such a text with many characters to escape', async () => {
    const text = Buffer.from('?>~'.repeat(10_000)).toString('base64');
    expect(text).toHaveLength(40_000);
    const login_hint = `action:sign message:${text}`;
    expect(new URLSearchParams({ login_hint }).toString().length).toBeGreaterThan(56 * 1024);
    const { location } = await open(by(await pushed({ login_hint })));
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test('is required by an application with that setting', async () => {
    const { location } = await open({ ...REQUEST, client_id: 'only-pushed' });
    expect(Object.fromEntries(location!.searchParams)).toMatchObject({
      error: 'invalid_request',
      error_description: 'Pushed Authorization Request must be used',
      state: 'st',
    });
    const secret = basic('only-pushed', SECRETS.web);
    const { body } = await push({ client_id: 'only-pushed' }, secret);
    const answer = await open(by(String(body.request_uri), 'only-pushed'));
    expect(answer.location?.pathname).toMatch(/^\/login\//);
  });
});

describe('a pushed authorization request is validated on arrival', () => {
  test.each<[string, Fields, string, string | undefined]>([
    ['no scope', { scope: undefined }, 'invalid_request', undefined],
    ['two spaces in the scope', { scope: 'openid  ssn' }, 'invalid_scope', undefined],
    [
      'no acr_values',
      { acr_values: undefined },
      'invalid_request',
      "missing required parameter 'acr_values'",
    ],
    ['an unknown acr', { acr_values: 'urn:grn:authn:dk:mitid' }, 'invalid_request', NOT_OFFERED],
    [
      'no redirect_uri',
      { redirect_uri: undefined },
      'invalid_request',
      "missing required parameter 'redirect_uri'",
    ],
    [
      'a foreign redirect_uri',
      { redirect_uri: 'https://evil.example/' },
      'invalid_request',
      undefined,
    ],
    [
      "a flow outside the application's settings",
      { response_type: 'id_token' },
      'unauthorized_client',
      'this application may not use the implicit flow',
    ],
    [
      'a token in the query',
      { response_type: 'code id_token', response_mode: 'query' },
      'invalid_request',
      undefined,
    ],
    [
      'an unknown response_mode',
      { response_mode: 'bogus' },
      'unsupported_response_mode',
      undefined,
    ],
    [
      'a state of more than 4 kB',
      { state: 's'.repeat(4097) },
      'invalid_request',
      'state is longer than 4096 characters',
    ],
    [
      'an unknown action',
      { login_hint: 'action:dance' },
      'invalid_request',
      'login_hint has a malformed value for action',
    ],
    [
      'a request_uri',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      'request_uri_not_supported',
      undefined,
    ],
    ['prompt=none with another value', { prompt: 'none login' }, 'invalid_request', undefined],
  ])('and refused for %s', async (_, change, error, description) => {
    const { status, headers, body } = await push(change, { ...AS_WEB, accept: 'text/html' });
    expect(status).toBe(400);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.error).toBe(error);
    if (description !== undefined) expect(body.error_description).toBe(description);
    expect(body).not.toHaveProperty('state');
    const reference = headers['x-request-id'];
    const entries = broker.logged.filter(({ facts }) => facts.reference === reference);
    expect(entries.map(({ event, facts }) => [event, facts.code])).toEqual([
      ['request.refused', error],
    ]);
  });

  test.each([
    ['a wrong secret', basic('web', 'wrong'), 401],
    ['no secret', {}, 401],
    ["another application's secret", basic('static', SECRETS.web), 400],
  ])('and refused with %s', async (_, headers, status) => {
    const answer = await push({}, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toHaveProperty('request_uri');
  });

  test('and accepted by POST only', async () => {
    const host = new URL(broker.issuer).host;
    const { status } = await send(broker.port, {
      path: '/oauth2/par?client_id=web',
      headers: { host },
    });
    expect(status).toBe(404);
  });
});

describe('the request_uri of a pushed request', () => {
  const UNKNOWN = 'urn:ietf:params:oauth:request_uri:nobody';

  test.each([
    ['is unknown', UNKNOWN],
    ['is unknown and has the length of a real one', `${UNKNOWN.slice(0, -6)}${'a'.repeat(43)}`],
    ['is incomplete', 'urn:ietf:params:oauth:request_uri:'],
  ])('that %s leads to an error page', async (_, request_uri) => {
    expectPage(await open(by(request_uri)), 'invalid_request_uri');
    const beside = { ...REQUEST, ...by(request_uri) };
    const { location } = await open(beside);
    expect(location?.searchParams.get('error')).toBe('invalid_request_uri');
  });

  test.each(['https://app.example.com/request', 'http://127.0.0.1:1/'])(
    'that is a URL (%s) is not fetched',
    async (request_uri) => {
      expectPage(await open(by(request_uri)), 'request_uri_not_supported');
    },
  );

  test('of another application is refused and stays valid for its own', async () => {
    // The refusals of another minute are stored again.
    broker.advance(60);
    const request_uri = await pushed();
    const refused = await open(by(request_uri, 'static'));
    expectPage(refused, 'invalid_request_uri');
    expect(await causeOf(refused)).toMatch(/^The request_uri was pushed by another application/);
    const { location } = await open(by(request_uri));
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test('is refused after its expiry', async () => {
    const request_uri = await pushed();
    const realNow = Date.now;
    Date.now = () => realNow() + 121_000;
    try {
      expectPage(await open(by(request_uri)), 'invalid_request_uri');
    } finally {
      Date.now = realNow;
    }
  });

  test('is valid for more than a minute', async () => {
    const request_uri = await pushed();
    const realNow = Date.now;
    Date.now = () => realNow() + 115_000;
    try {
      expect((await open(by(request_uri))).location?.pathname).toMatch(/^\/login\//);
    } finally {
      Date.now = realNow;
    }
  });

  test('is refused after the end of its login', async () => {
    broker.advance(60);
    const request_uri = await pushed();
    const { userAgent, page } = await approve(request_uri);
    expect((await finish(userAgent, page)).location?.searchParams.get('code')).toMatch(/./);
    const used = await open(by(request_uri));
    expectPage(used, 'invalid_request_uri');
    expect(await causeOf(used)).toMatch(/^The request_uri has begun a login that finished/);
    expectPage(await open(by(request_uri), userAgent), 'invalid_request_uri');
  });

  test('may start several logins, of which one gets a code', async () => {
    const request_uri = await pushed();
    const resumes = [];
    for (const one of [await approve(request_uri), await approve(request_uri)]) {
      const { location } = await one.userAgent.get(one.page);
      resumes.push({ userAgent: one.userAgent, resume: location! });
    }
    const answers = await race(resumes, ({ userAgent, resume }) => userAgent.get(resume));
    const codes = answers.filter(({ location }) => location?.searchParams.has('code'));
    expect(codes).toHaveLength(1);
    for (const answer of answers.filter((one) => !codes.includes(one))) {
      expect({ status: answer.status, location: answer.location }).toEqual({
        status: 400,
        location: undefined,
      });
    }
  });

  test('may be opened in parallel', async () => {
    const request_uri = await pushed();
    const answers = await race([broker], () => open(by(request_uri)));
    for (const { location } of answers) expect(location?.pathname).toMatch(/^\/login\//);
  });

  test('stays valid when its code could not be stored', async () => {
    const { userAgent, page } = await approve(await pushed());
    const { location: resume } = await userAgent.get(page);
    await broker.sql(`create or replace function fail() returns trigger as
      $$ begin raise exception 'a fault of the database'; end $$ language plpgsql`);
    await broker.sql(`create trigger fault before insert on artifact
      for each row when (new.kind like '% AuthorizationCode') execute function fail()`);
    const broken = await userAgent.get(resume!);
    await broker.sql('drop trigger fault on artifact');
    expect(broken.status).toBe(500);
    const { location } = await userAgent.get(resume!);
    expect(location?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});
