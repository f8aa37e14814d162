import { approveLogin, finish, newUserAgent } from '@eid-broker/testing/log-in';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { explained } from '../support/explained.ts';
import {
  authorize,
  claimsAt,
  FORUM,
  idTokenAt,
  loggedIn,
  outcomeOf,
  SAME_DEVICE,
  SHOP,
  type SsoBroker,
  startSsoBroker,
} from '../support/single-sign-on.ts';

const ASA = '199006022397';

let broker: SsoBroker;
beforeAll(async () => {
  broker = await startSsoBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  await broker.sql('delete from rate_limit');
});

// spec: authorize.prompt
describe('prompt=none', () => {
  test('with a session yields a code without a page', async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, callback);
    const answer = await authorize(broker, userAgent, { ...FORUM, prompt: 'none' });
    expect(await claimsAt(broker, answer.location, FORUM)).toMatchObject({ sub, auth_time });
  });

  test('without a session yields login_required, without a page or an order', async () => {
    const before = broker.simulator.statistics().calls;
    const answer = await authorize(broker, newUserAgent(broker.port), { prompt: 'none' });
    expect(answer.status).toBe(302);
    expect(`${answer.location?.origin}${answer.location?.pathname}`).toBe(SHOP.redirect_uri);
    expect(Object.fromEntries(answer.location?.searchParams ?? [])).toEqual({
      error: 'login_required',
      error_description: 'End-User authentication is required',
      error_uri: expect.stringContaining(`${broker.issuer}/errors/`),
      state: 'a-state',
      iss: broker.issuer,
    });
    expect(broker.simulator.statistics().calls).toEqual(before);
  });

  test('with an unsuitable session yields login_required', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await authorize(broker, userAgent, { prompt: 'none', acr_values: SAME_DEVICE });
    expect(Object.fromEntries(answer.location?.searchParams ?? [])).toMatchObject({
      error: 'login_required',
      error_description: 'a login is required',
    });
  });

  test.each([
    [
      'a scope of one use',
      { scope: 'openid evidence' },
      /a scope of the request \(evidence or risk\)/,
    ],
    ['another eID service', { acr_values: SAME_DEVICE }, /another eID service or a lower level/],
    ['another person', { login_hint: 'sub:ssn:198001062390' }, /names another person/],
    ['a text', { login_hint: 'message:SGVq' }, /has an action, a text or a directive/],
  ])('has a story that names the rule: %s', async (_, params, cause) => {
    const { userAgent } = await loggedIn(broker);
    const answer = await authorize(broker, userAgent, { prompt: 'none', ...params });
    const uri = new URL(answer.location?.searchParams.get('error_uri') ?? '');
    const story = await explained(broker, uri.searchParams.get('code'));
    expect(story).toMatchObject({ error: 'login-unanswered', whoActs: 'application' });
    expect(story.cause).toMatch(cause);
  });

  test.each(['login', 'consent', 'consent_revoke'])('cannot be combined with %s', async (other) => {
    const { userAgent } = await loggedIn(broker);
    for (const prompt of [`none ${other}`, `${other} none`]) {
      const answer = await authorize(broker, userAgent, { prompt });
      expect(outcomeOf(answer)).toBe('invalid_request');
    }
  });
});

describe('a prompt for a login', () => {
  // spec: authorize.prompt
  test.each([
    'login',
    'consent',
    'consent_revoke',
    'login consent',
    'consent consent_revoke login',
    'login login',
  ])('%s starts one login despite a session', async (prompt) => {
    const { userAgent, callback } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, callback);
    broker.advance(3);
    const { page } = await approveLogin(broker, { ...SHOP, prompt }, { userAgent });
    const answer = await finish(userAgent, page);
    expect(outcomeOf(answer)).toBe('code');
    const claims = await claimsAt(broker, answer.location);
    expect(claims.sub).toBe(sub);
    expect(Number(claims.auth_time)).toBeGreaterThanOrEqual(Number(auth_time) + 3);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
  });

  test.each(['consent', 'consent_revoke'])('%s works without single sign-on', async (prompt) => {
    const issuer = broker.offIssuer;
    const { callback } = await loggedIn(broker, { prompt }, { issuer });
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test.each(['bogus', 'Welcome back!', 'create', 'LOGIN', 'consent-revoke', 'x'.repeat(1000)])(
    '%s is unknown and ignored: the session is used',
    async (prompt) => {
      const { userAgent } = await loggedIn(broker);
      expect(outcomeOf(await authorize(broker, userAgent, { prompt }))).toBe('code');
    },
  );

  test.each([
    'login bogus',
    'bogus login',
    'select_account',
    'create select_account',
    'login '.repeat(20),
  ])('%s starts a login for its known value', async (prompt) => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await authorize(broker, userAgent, { prompt }))).toBe('login');
  });

  test('none with an unknown value is refused', async () => {
    const { userAgent } = await loggedIn(broker);
    const { location } = await authorize(broker, userAgent, { prompt: 'none bogus' });
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    expect(location?.searchParams.get('error_description')).toBe(
      'prompt none must only be used alone',
    );
  });
});

describe('max_age', () => {
  test("above the session's age has no effect", async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, callback);
    broker.advance(100);
    const answer = await authorize(broker, userAgent, { max_age: '10000' });
    expect(await claimsAt(broker, answer.location)).toMatchObject({ sub, auth_time });
  });

  test("below the session's age starts a new login", async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const { auth_time } = await claimsAt(broker, callback);
    broker.advance(2);
    const silent = await authorize(broker, userAgent, { max_age: '1', prompt: 'none' });
    expect(outcomeOf(silent)).toBe('login_required');
    const { page } = await approveLogin(broker, { ...SHOP, max_age: '1' }, { userAgent });
    const answer = await finish(userAgent, page);
    const claims = await claimsAt(broker, answer.location);
    expect(Number(claims.auth_time)).toBeGreaterThanOrEqual(Number(auth_time) + 2);
  });

  test('of 0 equals prompt=login', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await authorize(broker, userAgent, { max_age: '0' }))).toBe('login');
    // The token must contain auth_time, because the request has max_age.
    const { callback } = await loggedIn(broker, { max_age: '0' }, { userAgent });
    expect(await claimsAt(broker, callback)).toHaveProperty('auth_time');
  });

  test.each(['-1', 'NaN', '1.5', '1e400'])('of %s is refused', async (max_age) => {
    const { userAgent } = await loggedIn(broker);
    const { location } = await authorize(broker, userAgent, { max_age });
    expect(location?.searchParams.get('error_description')).toBe('invalid max_age parameter value');
  });
});

describe('id_token_hint', () => {
  let tolvans: string;
  let asas: string;
  // A service whose clock equals the machine's, because the library checks the ID token hint with the machine's clock.
  let own: SsoBroker;
  beforeAll(async () => {
    own = await startSsoBroker();
    tolvans = await idTokenAt(own, (await loggedIn(own)).callback);
    const asa = await loggedIn(own, {}, { personalNumber: ASA });
    asas = await idTokenAt(own, asa.callback);
  });
  afterAll(() => own.close());

  test("of the session's person yields a code silently", async () => {
    const { userAgent } = await loggedIn(own);
    const answer = await authorize(own, userAgent, { prompt: 'none', id_token_hint: tolvans });
    expect((await claimsAt(own, answer.location)).sub).toBe(claimsIn(tolvans).sub);
  });

  test('of another person requires a login of that person', async () => {
    const { userAgent } = await loggedIn(own);
    const idTokenHint = { id_token_hint: asas };
    expect(outcomeOf(await authorize(own, userAgent, { ...idTokenHint, prompt: 'none' }))).toBe(
      'login_required',
    );
    const { callback } = await loggedIn(own, idTokenHint, { userAgent, personalNumber: ASA });
    expect((await claimsAt(own, callback)).sub).toBe(claimsIn(asas).sub);
  });

  test('of a person is refused when another person logs in', async () => {
    const { callback } = await loggedIn(own, { id_token_hint: asas });
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'login_required',
      error_description: 'another person than id_token_hint names logged in',
    });
  });

  test('of another application is refused', async () => {
    const { userAgent } = await loggedIn(own);
    const answer = await authorize(own, userAgent, { ...FORUM, id_token_hint: tolvans });
    expect(outcomeOf(answer)).toBe('invalid_request');
  });
});
