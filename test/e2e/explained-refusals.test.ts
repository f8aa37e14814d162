import { newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { orderFault, reset, takeBackFaults } from '@eid-broker/testing/simulator-faults';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import {
  as,
  type BackchannelBroker,
  HEADLESS_REQUEST,
  PHONE_REQUEST,
  pollPhone,
  post,
  startBackchannelBroker,
} from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { explained } from '../support/explained.ts';
import { exchangeCode, requestTokens } from '../support/tokens.ts';
import {
  arrivalOf,
  authorizationUrl,
  decide,
  REDIRECT_URI,
  scan,
  type Visit,
  visit,
} from '../support/visit.ts';

const BASIC = { authorization: `Basic ${btoa('demo-web:demo-web-secret')}` };

let broker: Broker;
let backchannel: BackchannelBroker;
beforeAll(async () => {
  [broker, backchannel] = await Promise.all([startBroker(), startBackchannelBroker()]);
});
afterAll(async () => {
  await Promise.all([broker.close(), backchannel.close()]);
});

/** An approved login at the application's callback. */
async function arrived(parameters: Readonly<Record<string, string>> = {}) {
  const login = await visit(broker, parameters);
  const { supportCode = '' } = await login.load();
  await decide(broker, await scan(broker, login));
  return { login, code: supportCode, callback: await login.arrive() };
}

/** Ten refusals a minute are stored for an address. */
beforeEach(() => {
  broker.advance(60);
  backchannel.advance(60);
});

async function refusalOf(response: Response) {
  const body = (await response.json()) as Readonly<Record<string, string>>;
  expect(body.support_code).toBe(response.headers.get('support-code'));
  return explained(broker, body.support_code);
}

function userinfo(query: string, authorization?: string): Promise<Response> {
  const headers = authorization === undefined ? {} : { authorization };
  return fetch(`${broker.issuer}/oauth2/userinfo${query}`, { headers });
}

describe('a refusal at userinfo', () => {
  test('names application and login by the access token, wherever it is', async () => {
    const { code, callback } = await arrived();
    const token = (await exchangeCode(broker, callback)).body.access_token;
    const inQuery = await refusalOf(await userinfo(`?access_token=${token}`));
    expect(inQuery).toMatchObject({
      error: 'access-token-in-query',
      application: 'demo-web',
      login: code,
      whoActs: 'application',
    });
    const scheme = await refusalOf(await userinfo('', `Token ${token}`));
    expect(scheme).toMatchObject({ error: 'access-token-scheme', login: code });
    expect(scheme.cause).toContain('Sent: the scheme token.');
    const scope = await userinfo('?scope=openid+photo', `Bearer ${token}`);
    expect(await refusalOf(scope)).toMatchObject({ error: 'scope-of-token-missing' });
    const login = await explained(broker, code);
    expect(login.steps.map(({ words }) => words).join(' ')).toContain(
      `The answer had the code ${inQuery.code}.`,
    );
  });

  test('says that a token was revoked, because its code was sent twice', async () => {
    const { code, callback } = await arrived();
    const token = (await exchangeCode(broker, callback)).body.access_token;
    await exchangeCode(broker, callback);
    const revoked = await refusalOf(await userinfo('', `Bearer ${token}`));
    expect(revoked).toMatchObject({ login: code, application: 'demo-web' });
    expect(revoked.cause).toMatch(/^The access token was revoked: the application had sent/);
    const unknown = await refusalOf(await userinfo('', 'Bearer no-token-of-ours'));
    expect(unknown).toMatchObject({ login: null, application: null });
    expect(unknown.cause).toMatch(/^No access token of this domain is like the one that came/);
  });
});

describe('a refused token request', () => {
  test('in JSON names application and login, and the type that came', async () => {
    const { code, callback } = await arrived();
    const fields = { grant_type: 'authorization_code', code: callback.searchParams.get('code') };
    const response = await fetch(`${broker.issuer}/oauth2/token`, {
      method: 'POST',
      headers: { ...BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, redirect_uri: REDIRECT_URI }),
    });
    const refused = await refusalOf(response);
    expect(refused).toMatchObject({ error: 'body-type', application: 'demo-web', login: code });
    expect(refused.cause).toContain('Sent: Content-Type "application/json".');
    expect(await explained(broker, code)).toMatchObject({ error: 'body-type' });
  });

  test.each([
    ['demo-web:demo-web-secret ', /^The client secret is right but for blanks/],
    ['demo-web:demo-web%252Dsecret', /^The client secret is right but encoded once too often/],
    ['demo-web:demo-backend-secret', /^The client secret is that of another application/],
    ['demo-web-secret:demo-web', /: the two were swapped\./],
    ['demo-web:demo-web-secret%0A', /Sent: a secret with a line break\.$/],
    ['demo-web:wrong', /^The client secret is wrong\./],
  ])('knows the mistake in the credentials %s', async (pair, cause) => {
    const headers = { authorization: `Basic ${btoa(pair)}` };
    const { headers: answered } = await requestTokens(broker, { code: 'unknown' }, headers);
    expect((await explained(broker, answered.get('support-code'))).cause).toMatch(cause);
  });

  test('has the parameters that came beside the one that lacks', async () => {
    const form = { code: 'unknown', redirect_uri: '', redirect_url: REDIRECT_URI };
    const { headers } = await requestTokens(broker, form, BASIC);
    const { cause, fix } = await explained(broker, headers.get('support-code'));
    expect(cause).toMatch(/It is redirect_uri\./);
    expect(cause).toContain('redirect_url');
    expect(fix).toMatch(/^Send redirect_uri\./);
  });

  const SECRET = 'demo-web-secret';
  const FORM = { grant_type: 'authorization_code', client_id: 'demo-web', client_secret: SECRET };

  test.each([
    [JSON.stringify(FORM), /^The parameters came as JSON where a form is expected/],
    [JSON.stringify(JSON.stringify(FORM)), /^The parameters came as JSON where a form is expected/],
    [encodeURIComponent(String(new URLSearchParams(FORM))), /^The form was encoded once too often/],
    [SECRET, /Sent: the parameters 1 other name\.$/],
    [`${SECRET}=1&redirect_url=x&client_id=demo-web`, /redirect_url, client_id, 1 other name\.$/],
    [`grant_type=${SECRET}&code=x`, /Sent: grant_type "\(unknown\)"\./],
    [`grant_type=authorization_cod&code=x`, /Sent: grant_type "authorization_cod"\./],
    [`grant_type=urn:${SECRET}`, /Sent: grant_type "\(unknown\)"\./],
  ])('shows no secret that was pasted in a wrong place: %s', async (body, cause) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (path: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${broker.issuer}${path}`, { method: 'POST', headers: { ...headers, ...type }, body });
    const backend = basic('demo-backend', 'demo-backend-secret');
    for (const [path, headers] of [
      ['/oauth2/token', {}],
      ['/oauth2/par', BASIC],
      ['/ciba/bc-authorize', backend],
      ['/headless/authorize', backend],
      ['/oauth2/authorize', {}],
    ] as const) {
      expect((await send(path, headers)).headers.get('support-code')).not.toBeNull();
    }
    expect((await refusalOf(await send('/oauth2/token', BASIC))).cause).toMatch(cause);
    const stored = await broker.sql(
      "select count(*)::int as found from login_timeline t where t::text like '%' || $1 || '%'",
      [SECRET],
    );
    expect(stored).toEqual([{ found: 0 }]);
  });

  test.each([
    [
      'refresh_token',
      /^The application sent grant_type=refresh_token\. There are no refresh tokens/,
    ],
    ['client_credentials', /there are no client credentials and no passwords/],
  ])('says what there is in place of %s, also after many refusals', async (grant_type, cause) => {
    for (let sent = 0; sent < 10; sent += 1)
      await requestTokens(broker, { code: 'unknown' }, BASIC);
    const { headers } = await requestTokens(broker, { grant_type, refresh_token: 'abc' }, BASIC);
    const refused = await explained(broker, headers.get('support-code'));
    expect(refused).toMatchObject({ error: 'grant-type-unsupported', application: 'demo-web' });
    expect(refused.cause).toMatch(cause);
    expect(refused.cause).toContain(
      `Sent: grant_type "${grant_type}". Expected: authorization_code`,
    );
  });

  test('has both redirect URIs', async () => {
    const { code, callback } = await arrived();
    const form = {
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: 'http://a.test/cb',
    };
    await requestTokens(broker, form, BASIC);
    const { cause } = await explained(broker, code);
    expect(cause).toContain(`Sent: redirect_uri http://a.test/cb. Expected: ${REDIRECT_URI}.`);
  });
});

describe('a refused pushed request', () => {
  const REQUEST = {
    client_id: 'demo-web',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid:another-device:qr',
  };

  function push(fields: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({ ...REQUEST, ...fields });
    return fetch(`${broker.issuer}/oauth2/par`, { method: 'POST', headers: BASIC, body });
  }

  test('names both applications of one request', async () => {
    const refused = await refusalOf(await push({ client_id: 'demo-spa' }));
    expect(refused).toMatchObject({ error: 'client-id-mismatch', application: 'demo-web' });
    expect(refused.cause).toContain('client_id "demo-spa", and credentials of "demo-web"');
  });

  test('leads to the login that used it', async () => {
    const { request_uri = '' } = (await (await push({})).json()) as Record<string, string>;
    const url = `${broker.issuer}/oauth2/authorize?${new URLSearchParams({ client_id: 'demo-web', request_uri })}`;
    const browser = newBrowser();
    const { location = '' } = await browser.get(url);
    const page = renderedPage(await browser.get(location));
    const login: Visit = {
      ...(await visit(broker)),
      browser,
      url: location,
      load: async () => page,
    };
    await decide(broker, await scan(broker, login));
    arrivalOf(await browser.follow(location));
    const again = renderedPage(await browser.get(url));
    const refused = await explained(broker, again.supportCode);
    expect(refused).toMatchObject({ error: 'pushed-request-used', login: page.supportCode });
  });
});

test('the page of a finished login says that it is over, and names application and login', async () => {
  const { login, code } = await arrived();
  const page = renderedPage(await login.browser.get(login.url));
  expect(page.html).toContain('You have finished here already');
  const visited = await explained(broker, page.supportCode);
  expect(visited).toMatchObject({
    error: 'login-over',
    login: code,
    application: 'demo-web',
    whoActs: 'person',
  });
  expect((await explained(broker, code)).cause).toContain('opened a page of the login again');
});

test('an outage of the eID stays in sight after a reload, and is what the application hears', async () => {
  const login = await visit(broker, { acr_values: 'urn:grn:authn:se:bankid' });
  const { supportCode } = await login.load();
  await orderFault(broker, { endpoint: 'auth', times: 5, effect: reset });
  await login.press('other-device');
  const reloaded = await login.load();
  await takeBackFaults(broker);
  expect(reloaded.state).toBe('ended');
  expect(reloaded.html).toContain('BankID does not answer right now');
  const { location } = await login.press('cancel');
  const callback = new URL(location ?? '');
  expect(callback.searchParams.get('error')).toBe('temporarily_unavailable');
  expect(await explained(broker, supportCode)).toMatchObject({ error: 'eid-unavailable' });
});

test('refused requests that only name a login are one step of it, and no cause once it is redeemed', async () => {
  const { code, callback } = await arrived();
  const exchanges = (secret: string) =>
    requestTokens(
      broker,
      { code: callback.searchParams.get('code') ?? '' },
      { authorization: `Basic ${btoa(`demo-web:${secret}`)}` },
    );
  for (let n = 0; n < 12; n += 1) await exchanges('not-the-secret');
  expect((await explained(broker, code)).error).toBe('client-authentication-failed');
  expect((await exchanges('demo-web-secret')).status).toBe(200);
  for (let n = 0; n < 3; n += 1) await exchanges('not-the-secret');
  const { error, steps, stepsLeftOut } = await explained(broker, code);
  const kinds = steps.map(({ what }) => what);
  expect([error, stepsLeftOut, kinds.includes('redeemed')]).toEqual([null, 0, true]);
  expect(kinds.filter((what) => what === 'refused')).toHaveLength(1);
  expect(steps.at(-1)?.words).toContain('It came 15 times; this is the last.');
});

test('two requests for one person name each other', async () => {
  const first = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
  const second = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
  expect([first.status, second.status, second.body.error]).toEqual([200, 403, 'access_denied']);
  const [one, other] = [first, second].map(({ headers }) => String(headers['support-code']));
  const refused = await explained(backchannel, other);
  expect(refused).toMatchObject({ error: 'eid-busy-with-person', whoActs: 'application' });
  expect(refused.cause).toContain(`the login ${one}, begun`);
  backchannel.advance(3);
  await pollPhone(backchannel, String(first.body.auth_req_id));
  const stopped = await explained(backchannel, one);
  expect(stopped).toMatchObject({ outcome: 'superseded', whoActs: 'application' });
  expect(stopped.cause).toContain(`another request for the same person meanwhile: ${other}.`);
});

test('a number says which check it failed, and no digit of it', async () => {
  const cases = [
    ['199006022398', 'check digit is wrong'],
    ['199002302397', 'date of birth does not exist'],
    ['19900602239', 'wrong length'],
  ] as const;
  for (const [number, words] of cases) {
    const request = { ...PHONE_REQUEST, login_hint: `sub:ssn:${number}` };
    const { headers } = await post(backchannel, '/ciba/bc-authorize', request);
    const { cause, steps } = await explained(backchannel, String(headers['support-code']));
    expect(cause).toContain(words);
    expect(JSON.stringify([cause, steps])).not.toContain(number);
  }
});

test('a hint and an address have what is wrong with them, and nothing of a person', async () => {
  const causeOf = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { headers } = await post(backchannel, path, fields);
    return (await explained(backchannel, String(headers['support-code']))).cause;
  };
  const start = '/ciba/bc-authorize';
  const bare = await causeOf(start, { ...PHONE_REQUEST, login_hint: '199006022397' });
  expect(bare).toContain('Sent: a login_hint without sub:ssn:.');
  const login_hint = 'action:login  sub:ssn:199006022397';
  expect(await causeOf(start, { ...PHONE_REQUEST, login_hint })).toContain(
    'login_hint of action:login, an empty word (two spaces, or one at an end), sub:ssn:....',
  );
  const end_user_ip = '192.0.2.7:8080';
  expect(await causeOf('/headless/authorize', { ...HEADLESS_REQUEST, end_user_ip })).toContain(
    'Sent: an address with a port.',
  );
});

/** Claims that cannot become text, or are too deep for it. */
const NO_TEXT = { toString: 1 };
const DEEP = '['.repeat(7000) + ']'.repeat(7000);
const HOSTILE = [
  ['{"alg":"RS256"}', JSON.stringify({ sub: 'web', iss: 'x', aud: NO_TEXT })],
  [JSON.stringify({ alg: 'RS256', kid: [NO_TEXT] }), '{"sub":"web","iss":"web"}'],
  [JSON.stringify({ alg: NO_TEXT, kid: NO_TEXT }), JSON.stringify({ sub: 'web', iss: [NO_TEXT] })],
  ['{"alg":"RS256"}', `{"sub":"web","iss":"web","aud":${DEEP}}`],
  ['{"alg":"RS256"}', JSON.stringify({ sub: NO_TEXT, iss: NO_TEXT, aud: [[NO_TEXT]], exp: [] })],
  ['{"alg":"none"}', JSON.stringify({ sub: [], response_type: [NO_TEXT], client_id: [NO_TEXT] })],
].map((parts) =>
  [...parts.map((part) => Buffer.from(part).toString('base64url')), 'AAAA'].join('.'),
);
const CALLBACK = { client_id: 'web', redirect_uri: 'https://app.example.com/cb', scope: 'openid' };

test.each(HOSTILE)('a JWT of hostile claims is refused as any other: %#', async (jwt) => {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const asserted = { client_assertion: jwt, client_assertion_type: type };
  const ask = { ...CALLBACK, response_type: 'code' };
  const code = { grant_type: 'authorization_code', code: 'x' };
  const requests: readonly [string, Readonly<Record<string, string>>][] = [
    ['/oauth2/token', { ...code, ...asserted }],
    ['/oauth2/token', { ...code, ...asserted, client_id: 'web' }],
    ['/oauth2/par', { ...ask, ...asserted }],
    ['/oauth2/par', { ...ask, request: jwt }],
    ['/ciba/bc-authorize', { ...PHONE_REQUEST, ...asserted, client_id: 'backend' }],
    ['/ciba/bc-authorize', { request: jwt }],
    ['/headless/authorize', { ...HEADLESS_REQUEST, ...asserted }],
    ['/headless/authorize', { ...HEADLESS_REQUEST, id_token_hint: jwt }],
    ['/oauth2/authorize', { ...ask, request: jwt }],
    ['/oauth2/authorize', { ...ask, id_token_hint: jwt, prompt: 'none' }],
    ['/oauth2/logout', { id_token_hint: jwt }],
  ];
  for (const [path, fields] of requests) {
    const isOfBrowser = /authorize$|logout$/.test(path) && path.startsWith('/oauth2');
    const headers =
      'client_assertion' in fields || isOfBrowser
        ? {}
        : as(path === '/oauth2/par' ? 'web' : 'backend');
    const body = new URLSearchParams(fields);
    const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
    const { status } = await fetch(`${backchannel.issuer}${path}`, init);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const failed = ['request.failed', 'request.finding_failed'];
  expect(backchannel.logged.filter(({ event }) => failed.includes(event))).toEqual([]);
});

test('a misspelt scope, acr value and client id have what came, and what may be meant', async () => {
  const causeOf = async (parameters: Readonly<Record<string, string>>) => {
    const answer = await newBrowser().get(authorizationUrl(broker.issuer, parameters));
    const uri = answer.location && new URL(answer.location).searchParams.get('error_uri');
    const code = uri ? new URL(uri).searchParams.get('code') : renderedPage(answer).supportCode;
    return (await explained(broker, code)).cause;
  };
  expect(await causeOf({ scope: 'openid,ssn' })).toContain('Sent: scope "openid,ssn".');
  expect(await causeOf({ acr_values: 'urn:grn:authn:se:bankdi' })).toContain(
    'Expected: perhaps acr_values "urn:grn:authn:se:bankid".',
  );
  expect(await causeOf({ client_id: 'demo-wep' })).toContain('perhaps client_id "demo-web"');
});
