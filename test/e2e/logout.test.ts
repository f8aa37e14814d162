import { newUserAgent, type UserAgent } from '@eid-broker/testing/log-in';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { jsonOf } from '@eid-broker/testing/token-endpoint';
import { send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  authorize,
  FORUM,
  idTokenAt,
  loggedIn,
  outcomeOf,
  type Params,
  type SsoBroker,
  startSsoBroker,
} from '../support/single-sign-on.ts';

const ASA = '199006022397';
const SHOP_CB = 'https://shop.example/cb';
const SHOP_BYE = 'https://shop.example/bye?from=shop';
const FORUM_CB = 'https://forum.example/cb';

let broker: SsoBroker;
let idTokens: { readonly tolvan: string; readonly asa: string };
beforeAll(async () => {
  broker = await startSsoBroker();
  const tolvan = await loggedIn(broker);
  const asa = await loggedIn(broker, {}, { personalNumber: ASA });
  idTokens = {
    tolvan: await idTokenAt(broker, tolvan.callback),
    asa: await idTokenAt(broker, asa.callback),
  };
});
afterAll(() => broker.close());
beforeEach(async () => {
  await broker.sql('delete from rate_limit');
});

test('discovery lists the end-session endpoint and the prompts', async () => {
  const headers = { host: new URL(broker.issuer).host };
  const { body } = jsonOf(
    await send(broker.port, { path: '/.well-known/openid-configuration', headers }),
  );
  expect(body).toMatchObject({
    end_session_endpoint: `${broker.issuer}/oauth2/logout`,
    prompt_values_supported: ['none', 'login', 'consent'],
  });
});

describe('a logout', () => {
  test('with only post_logout_redirect_uri, as the SDKs send it, ends the session', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { post_logout_redirect_uri: SHOP_CB });
    expect([answer.status, answer.headers.location]).toEqual([302, SHOP_CB]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^session=; .*expires=Thu, 01 Jan 1970/);
    expect(await isLoggedIn(userAgent)).toBe(false);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('login');
  });

  test('may be posted as a form', async () => {
    const { userAgent } = await loggedIn(broker);
    const fields = {
      post_logout_redirect_uri: SHOP_CB,
      state: 'x',
      id_token_hint: idTokens.tolvan,
    };
    const answer = await userAgent.post(`${broker.issuer}/oauth2/logout`, fields);
    expect([answer.status, answer.headers.location]).toEqual([302, `${SHOP_CB}?state=x`]);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test('cannot be posted with another content type', async () => {
    const { userAgent } = await loggedIn(broker);
    const cookie = await userAgent.jar.getCookieString(broker.issuer);
    const headers = { host: new URL(broker.issuer).host, 'content-type': 'application/json' };
    const { status } = await send(broker.port, {
      method: 'POST',
      path: '/oauth2/logout',
      headers: { ...headers, cookie },
      body: '{}',
    });
    expect(status).toBe(415);
    expect(await isLoggedIn(userAgent)).toBe(true);
  });

  test('ends the session for a copy of the cookie too', async () => {
    const { userAgent } = await loggedIn(broker);
    const copy = await userAgent.jar.getCookieString(broker.issuer);
    await leave(userAgent);
    const thief = newUserAgent(broker.port);
    for (const pair of copy.split('; ')) await thief.jar.setCookie(pair, broker.issuer);
    expect(await isLoggedIn(thief)).toBe(false);
  });

  test.each([
    [SHOP_CB, 'a b/ä&c=d', `${SHOP_CB}?state=a%20b%2F%C3%A4%26c%3Dd`],
    [SHOP_BYE, 'x', `${SHOP_BYE}&state=x`],
    [FORUM_CB, undefined, FORUM_CB],
  ])('redirects to %s with the state %s', async (uri, state, expected) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { post_logout_redirect_uri: uri, state });
    expect([answer.status, answer.headers.location]).toEqual([302, expected]);
  });

  test('may be posted', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await userAgent.post(`${broker.issuer}/oauth2/logout`, {
      post_logout_redirect_uri: SHOP_CB,
      state: 's',
    });
    expect([answer.status, answer.headers.location]).toEqual([302, `${SHOP_CB}?state=s`]);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test('accepts all parameters of the standard', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, {
      post_logout_redirect_uri: SHOP_BYE,
      id_token_hint: idTokens.tolvan,
      client_id: 'shop',
      logout_hint: 'somebody',
      ui_locales: 'sv en',
      state: 's',
      unknown: 'x',
    });
    expect(answer.headers.location).toBe(`${SHOP_BYE}&state=s`);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test.each([
    [undefined, 'You are logged out'],
    ['sv', 'Du är utloggad'],
    ['fi-FI en', 'Olet kirjautunut ulos'],
  ])('without a redirect URI shows a page (ui_locales %s)', async (ui_locales, title) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { ui_locales, state: 'x' });
    expect([answer.status, answer.location]).toEqual([200, undefined]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test('without a session redirects', async () => {
    const answer = await leave(newUserAgent(broker.port), { post_logout_redirect_uri: SHOP_CB });
    expect([answer.status, answer.headers.location]).toEqual([302, SHOP_CB]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('without single sign-on redirects', async () => {
    const issuer = broker.offIssuer;
    const { userAgent } = await loggedIn(broker, {}, { issuer });
    const answer = await leave(userAgent, { post_logout_redirect_uri: SHOP_CB }, issuer);
    expect([answer.status, answer.headers.location]).toEqual([302, SHOP_CB]);
  });

  test('and a login after it create a new session', async () => {
    const { userAgent } = await loggedIn(broker);
    await leave(userAgent);
    await loggedIn(broker, {}, { userAgent });
    expect(await isLoggedIn(userAgent)).toBe(true);
  });

  test.each(['get', 'post'] as const)(
    'by %s shows a page to try again while the database cannot end the session',
    async (method) => {
      const { userAgent } = await loggedIn(broker);
      await broker.sql(`create function disk_full() returns trigger as
        $$ begin raise exception using errcode = '53100'; end $$ language plpgsql`);
      await broker.sql(`create trigger disk_full before delete on artifact
        for each row execute function disk_full()`);
      const url = `${broker.issuer}/oauth2/logout`;
      const html = { accept: 'text/html' };
      const answer =
        method === 'get' ? await userAgent.get(url, html) : await userAgent.post(url, {}, html);
      await broker.sql('drop function disk_full cascade');
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('3');
      // A page that reloads itself would send a GET without the form.
      expect(answer.headers.refresh).toBe(method === 'get' ? '3' : undefined);
      expect(answer.text).toContain('Please wait a moment');
      const advice = method === 'get' ? 'this page tries again by itself' : 'reload this page';
      expect(answer.text).toContain(advice);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(broker.logged.at(-1)).toMatchObject({ level: 'warn', event: 'request.unavailable' });
      expect((await userAgent.get(url)).status).toBe(200);
      expect(await isLoggedIn(userAgent)).toBe(false);
    },
  );
});

describe('the redirect URI of a logout', () => {
  test.each([
    'https://evil.example/',
    'https://shop.example/cb/',
    'https://shop.example/cb?x=1',
    'https://shop.example/cb#x',
    'https://shop.example/bye',
    'HTTPS://shop.example/cb',
    'https://shop.example@evil.example/cb',
    '//evil.example',
    '/oauth2/authorize',
    'javascript:alert(1)',
  ])('cannot be %s: a page shows the error, and the session is over', async (uri) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { post_logout_redirect_uri: uri, state: '<script>x' });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('post_logout_redirect_uri is not registered');
    expect(answer.text).toContain('data-testid="fix"');
    expect(renderedPage(answer).supportCode).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(answer.text).not.toContain('evil');
    expect(answer.text).not.toContain('<script>x');
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test.each([
    ['client_id', () => ({ client_id: 'shop' })],
    ['id_token_hint', () => ({ id_token_hint: idTokens.tolvan })],
  ])('cannot belong to another application than %s', async (_by, params) => {
    const answer = await leave(newUserAgent(broker.port), {
      ...params(),
      post_logout_redirect_uri: FORUM_CB,
    });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
  });

  test('that is refused has a log entry with the reference', async () => {
    const answer = await leave(newUserAgent(broker.port), { post_logout_redirect_uri: 'x' });
    const reference = answer.headers['x-request-id'];
    expect(broker.logged.filter(({ facts }) => facts.reference === reference)).toEqual([
      {
        level: 'info',
        event: 'request.refused',
        facts: expect.objectContaining({ at: 'end_session.error', code: 'invalid_request' }),
      },
    ]);
  });
});

describe('a refused logout', () => {
  const foreign = () => idTokens.tolvan.replace(/\.[^.]+$/, `.${'A'.repeat(342)}`);
  test.each<[string, () => Params, string]>([
    ['an invalid hint', () => ({ id_token_hint: 'x' }), 'not an ID token of ours'],
    [
      'a hint with a foreign signature',
      () => ({ id_token_hint: foreign() }),
      'not an ID token of ours',
    ],
    [
      'a hint without a signature',
      () => ({ id_token_hint: unsigned() }),
      'not an ID token of ours',
    ],
    [
      'a hint of another application than client_id',
      () => ({ id_token_hint: idTokens.tolvan, client_id: 'forum' }),
      'client_id does not match id_token_hint',
    ],
    ['an unknown client_id', () => ({ client_id: 'nobody' }), 'client_id is not known here'],
    ['a long state', () => ({ state: 'x'.repeat(4097) }), 'state is longer than 4096 characters'],
  ])('with %s leaves the session unchanged', async (_why, params, texts) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { post_logout_redirect_uri: SHOP_CB, ...params() });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain(texts);
    expect(await isLoggedIn(userAgent)).toBe(true);
  });

  test('with a repeated parameter leaves the session unchanged', async () => {
    const { userAgent } = await loggedIn(broker);
    const query = new URLSearchParams([
      ['post_logout_redirect_uri', SHOP_CB],
      ['post_logout_redirect_uri', FORUM_CB],
    ]);
    const answer = await userAgent.get(`${broker.issuer}/oauth2/logout?${query}`);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(await isLoggedIn(userAgent)).toBe(true);
  });

  test('with another method gets 404', async () => {
    const { userAgent } = await loggedIn(broker);
    const headers = {
      host: new URL(broker.issuer).host,
      cookie: await userAgent.jar.getCookieString(broker.issuer),
    };
    for (const method of ['PUT', 'DELETE', 'HEAD']) {
      const answer = await send(broker.port, { method, path: '/oauth2/logout', headers });
      expect(answer.status).toBe(404);
    }
    expect(await isLoggedIn(userAgent)).toBe(true);
  });
});

describe('an application that requires id_token_hint', () => {
  const CAREFUL_CB = 'https://careful.example/cb';

  test.each([
    ['its return URL only', { post_logout_redirect_uri: CAREFUL_CB, state: 's' }],
    ['its client_id', { client_id: 'careful' }],
    ['both', { client_id: 'careful', post_logout_redirect_uri: SHOP_CB }],
  ])('refuses a logout by %s, and the session stays', async (_by, params) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, params);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('missing required parameter &#39;id_token_hint&#39;');
    expect(await isLoggedIn(userAgent)).toBe(true);
  });

  test('accepts a logout with its ID token', async () => {
    const request = { client_id: 'careful', redirect_uri: CAREFUL_CB };
    const { userAgent, callback } = await loggedIn(broker, {
      ...request,
      response_type: 'id_token',
      nonce: 'n',
    });
    const id_token_hint = String(new URLSearchParams(callback.hash.slice(1)).get('id_token'));
    const answer = await leave(userAgent, { id_token_hint, post_logout_redirect_uri: CAREFUL_CB });
    expect([answer.status, answer.headers.location]).toEqual([302, CAREFUL_CB]);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });

  test('has no effect on other applications, even with a shared return URL', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await leave(userAgent, { post_logout_redirect_uri: SHOP_CB });
    expect([answer.status, answer.headers.location]).toEqual([302, SHOP_CB]);
    expect(await isLoggedIn(userAgent)).toBe(false);
  });
});

test('an id_token_hint of another person does not end the session', async () => {
  const { userAgent } = await loggedIn(broker);
  const answer = await leave(userAgent, {
    id_token_hint: idTokens.asa,
    post_logout_redirect_uri: SHOP_CB,
  });
  expect([answer.status, answer.headers.location]).toEqual([302, SHOP_CB]);
  expect(await isLoggedIn(userAgent)).toBe(true);
});

/** Logs out with these parameters. */
function leave(
  userAgent: UserAgent,
  params: Params = {},
  issuer = broker.issuer,
): Promise<WireAnswer> {
  const url = new URL('/oauth2/logout', issuer);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return userAgent.get(url);
}

async function isLoggedIn(userAgent: UserAgent): Promise<boolean> {
  return outcomeOf(await authorize(broker, userAgent, { ...FORUM, prompt: 'none' })) === 'code';
}

/** Tolvan's ID token with the algorithm `none`. */
function unsigned(): string {
  const [, payload] = idTokens.tolvan.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${payload}.`;
}
