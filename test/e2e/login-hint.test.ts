import { randomBytes } from 'node:crypto';
import { authorizeUrl, logIn, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { basic, claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { NOT_OFFERED } from '../support/not-offered.ts';
import {
  expectNoCallOrError,
  SECRETS,
  type SecurityBroker,
  startSecurityBroker,
} from '../support/security-broker.ts';

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
  acr_values: QR_ACR,
} as const;

const NON_VISIBLE = 'nonVisibleData must be standard base64 with padding';

type Fields = Readonly<Record<string, string | undefined>>;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

function fieldsOf(change: Fields): [string, string][] {
  return Object.entries<string | undefined>({ ...REQUEST, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
}

/** The ways to send an authorization request; each returns the error description or `accepted`. */
const WAYS: Readonly<Record<string, (change: Fields) => Promise<string>>> = {
  GET: async (change) => {
    const params = Object.fromEntries(fieldsOf(change));
    return outcomeOf(
      (await newUserAgent(broker.port).get(authorizeUrl(broker.issuer, params))).location,
    );
  },
  POST: async (change) => outcomeOf((await post('/oauth2/authorize', change)).location),
  PAR: async (change) => {
    const { status, text } = await post('/oauth2/par', change);
    return status === 201 ? 'accepted' : JSON.parse(text).error_description;
  },
};

function post(path: string, change: Fields) {
  const posted = form(fieldsOf(change));
  const host = new URL(broker.issuer).host;
  const headers = { host, ...posted.headers, ...(path.endsWith('par') && secretOf(change)) };
  return send(broker.port, { ...posted, path, headers });
}

function secretOf({ client_id = REQUEST.client_id }: Fields) {
  return basic(client_id, SECRETS.web);
}

function outcomeOf(location: URL | undefined): string {
  if (location?.pathname.startsWith('/login/')) return 'accepted';
  return location?.searchParams.get('error_description') ?? 'no answer';
}

/** A text whose base64 has exactly this length. */
function base64OfLength(length: number): string {
  const text = Buffer.alloc(Math.floor((length * 3) / 4), 'a').toString('base64url');
  return text.padEnd(length, 'A');
}

describe.each(Object.entries(WAYS))('a login_hint in a %s request', (_, sendRequest) => {
  afterEach(() => expectNoCallOrError(broker));

  // spec: limit.message.se, limit.sign.se
  test.each([
    ['a message', '', 1500],
    ['a text to sign', 'action:sign ', 40_000],
  ])('with %s is accepted up to its greatest length', async (_, before, limit) => {
    const loginHint = (length: number) => ({
      login_hint: `${before}message:${base64OfLength(length)}`,
    });
    expect(await sendRequest(loginHint(limit - 1))).toBe('accepted');
    expect(await sendRequest(loginHint(limit))).toBe('accepted');
    expect(await sendRequest(loginHint(limit + 1))).toBe(
      `message is longer than ${limit} characters after base64 encoding`,
    );
  });

  test('with a text to sign of the greatest length is accepted for any text', async () => {
    const text = randomBytes(15_000).toString('hex');
    const swedish = 'Överföring till kontot. '.repeat(1200);
    for (const sample of [text, swedish]) {
      const message = Buffer.from(sample).toString('base64').slice(0, 40_000);
      expect(await sendRequest({ login_hint: `action:sign message:${message}` })).toBe('accepted');
    }
  });

  // spec: authorize.login-hint, limit.separator
  test.each([
    ['two spaces between directives', 'action:confirm  scope:ssn', 'login_hint'],
    ['a tab between directives', 'action:confirm\tscope:ssn', 'action'],
    ['an unknown action', 'action:dance', 'action'],
    ['two actions', 'action:confirm action:approve', 'action'],
    ['a signature without a text', 'action:sign', 'message'],
    ['a message with invalid base64', 'message:***', 'message'],
    ['an empty message', 'message:', 'message'],
    ['a message with a bidi override', `message:${btoa('\xe2\x80\xae')}`, 'U+202E'],
    ['non-visible data with invalid base64', 'nonVisibleData:***', NON_VISIBLE],
    ['non-visible data in base64url', 'nonVisibleData:Pz4_-w==', NON_VISIBLE],
    ['non-visible data without its padding', 'nonVisibleData:YQ', NON_VISIBLE],
    ['an invalid person', 'sub:ssn:191212121213', 'national identity number'],
  ])('with %s is refused', async (_, login_hint, named) => {
    expect(await sendRequest({ login_hint })).toContain(named);
  });

  test.each([
    [
      'the eID of the hint',
      { acr_values: undefined, login_hint: `acr_values:${QR_ACR}` },
      'accepted',
    ],
    [
      'the eID of the parameter despite the hint',
      { login_hint: 'acr_values:urn:grn:authn:dk:mitid' },
      'accepted',
    ],
    [
      "the eID of the hint despite the application's default",
      {
        client_id: 'default-eid',
        acr_values: undefined,
        login_hint: 'acr_values:urn:grn:authn:dk:mitid',
      },
      NOT_OFFERED,
    ],
    ['openid in the hint', { scope: undefined, login_hint: 'scope:openid' }, 'accepted'],
    [
      'no openid anywhere',
      { scope: undefined, login_hint: 'scope:ssn' },
      'scope must contain openid',
    ],
    [
      'two spaces in the scope parameter',
      { scope: 'openid  email', login_hint: 'scope:ssn' },
      'scope must be tokens separated by one space',
    ],
    ['unknown directives', { login_hint: 'buffy@localhost  hello' }, 'accepted'],
    ['directives of other eIDs', { login_hint: 'BID:x appswitch:ios uuid:1' }, 'accepted'],
    ['the same directive twice', { login_hint: 'action:confirm action:confirm' }, 'accepted'],
  ])('is handled for %s', async (_, change: Fields, outcome) => {
    expect(await sendRequest(change)).toBe(outcome);
  });
});

test('a text to sign with every fourth character escaped fits into a URL and a form', async () => {
  const login_hint = `action:sign message:${'fn5+'.repeat(10_000)}`;
  expect(await WAYS.GET?.({ login_hint })).toBe('accepted');
  expect(await WAYS.POST?.({ login_hint })).toBe('accepted');
});

test('a text to sign fits into a pushed request, but a text beyond the limit does not', async () => {
  const pushed = (text: string) =>
    WAYS.PAR?.({ login_hint: `action:sign message:${text.repeat(10_000)}` });
  expect(await pushed('fn5-')).toBe('accepted');
  expect(await pushed('fn5+')).toBe('accepted');
  expect(await pushed('++++'.repeat(2))).toBe('failed to parse the request body');
});

test('a named person can start five logins in five minutes, then a page shows the limit', async () => {
  const login_hint = 'sub:ssn:199006022397';
  const orders = () => broker.simulator.statistics().calls.auth;
  const before = orders();
  for (let logins = 0; logins < 5; logins += 1) {
    const callback = await logIn(broker, await named(login_hint), {
      personalNumber: '199006022397',
    });
    expect(callback.searchParams.has('code')).toBe(true);
  }
  const userAgent = newUserAgent(broker.port);
  const { location } = await userAgent.get(authorizeUrl(broker.issuer, await named(login_hint)));
  const sixth = await userAgent.get(location ?? '');
  expect(sixth.status).toBe(429);
  expect(sixth.text).toContain('Too many at once');
  expect(sixth.text).toContain('data-testid="try-again"');
  expect(sixth.text).not.toContain('199006022397');
  expect(orders()).toBe(before + 5);
  await logIn(broker, await named('sub:ssn:191212121212'));
});

/** The parameters of a pushed request, because only an authenticated request names a person to the eID. */
async function named(login_hint: string): Promise<Fields> {
  const { text } = await post('/oauth2/par', { login_hint });
  const { request_uri } = JSON.parse(text);
  return { client_id: 'web', request_uri, acr_values: undefined };
}

describe('a scope in the hint', () => {
  async function tokenFor(params: Fields): Promise<Readonly<Record<string, unknown>>> {
    const callback = await logIn(broker, { ...REQUEST, ...params });
    const code = callback.searchParams.get('code') ?? '';
    const headers = basic(String(params.client_id), SECRETS.web);
    return (await postToken(broker, codeFields(code), headers)).body;
  }

  // spec: hint.scope
  test('is granted besides the parameter to an application with dynamic scopes', async () => {
    const login_hint = 'scope:evidence scope:ssn';
    const body = await tokenFor({ client_id: 'web', scope: 'openid email', login_hint });
    expect(body.scope).toBe('openid email ssn evidence');
    expect(claimsIn(body.id_token)).toHaveProperty('evidence');
  });

  // spec: hint.scope, authorize.scope.static
  test('has no effect for other applications', async () => {
    const body = await tokenFor({ client_id: 'static', login_hint: 'scope:evidence' });
    expect(body.scope).toBe('openid');
    expect(claimsIn(body.id_token)).not.toHaveProperty('evidence');
  });
});
