import { approveLogin, finish, newUserAgent } from '@eid-broker/testing/log-in';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ask,
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
  test('with a session answers silently', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, connection);
    const answer = await ask(broker, userAgent, { ...FORUM, prompt: 'none' });
    expect(await claimsAt(broker, answer.location, FORUM)).toMatchObject({ sub, auth_time });
  });

  test('without one is login_required at the application: no page, no order', async () => {
    const before = broker.simulator.statistics().calls;
    const answer = await ask(broker, newUserAgent(broker.port), { prompt: 'none' });
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

  test('whose session does not do says that a login is required', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await ask(broker, userAgent, { prompt: 'none', acr_values: SAME_DEVICE });
    expect(Object.fromEntries(answer.location?.searchParams ?? [])).toMatchObject({
      error: 'login_required',
      error_description: 'a login is required',
    });
  });

  test.each(['login', 'consent', 'consent_revoke'])('does not go with %s', async (other) => {
    const { userAgent } = await loggedIn(broker);
    for (const prompt of [`none ${other}`, `${other} none`]) {
      const answer = await ask(broker, userAgent, { prompt });
      expect(outcomeOf(answer)).toBe('invalid_request');
    }
  });
});

describe('a prompt for the person', () => {
  // spec: authorize.prompt
  test.each([
    'login',
    'consent',
    'consent_revoke',
    'login consent',
    'consent consent_revoke login',
    'login login',
  ])('%s runs one login, whatever the session says', async (prompt) => {
    const { userAgent, connection } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, connection);
    broker.advance(3);
    const { page } = await approveLogin(broker, { ...SHOP, prompt }, { userAgent });
    const answer = await finish(userAgent, page);
    expect(outcomeOf(answer)).toBe('code');
    const claims = await claimsAt(broker, answer.location);
    expect(claims.sub).toBe(sub);
    expect(Number(claims.auth_time)).toBeGreaterThanOrEqual(Number(auth_time) + 3);
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
  });

  test.each(['consent', 'consent_revoke'])(
    '%s works without single sign-on too',
    async (prompt) => {
      const issuer = broker.offIssuer;
      const { connection } = await loggedIn(broker, { prompt }, { issuer });
      expect(connection.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    },
  );

  test.each(['bogus', 'Welcome back!', 'create', 'LOGIN', 'consent-revoke', 'x'.repeat(1000)])(
    '%s is unknown and ignored: the session answers',
    async (prompt) => {
      const { userAgent } = await loggedIn(broker);
      expect(outcomeOf(await ask(broker, userAgent, { prompt }))).toBe('code');
    },
  );

  test.each([
    'login bogus',
    'bogus login',
    'select_account',
    'create select_account',
    'login '.repeat(20),
  ])('%s runs a login: what is known of it counts', async (prompt) => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await ask(broker, userAgent, { prompt }))).toBe('login');
  });

  test('an unknown value beside none is refused as any other is', async () => {
    const { userAgent } = await loggedIn(broker);
    const { location } = await ask(broker, userAgent, { prompt: 'none bogus' });
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    expect(location?.searchParams.get('error_description')).toBe(
      'prompt none must only be used alone',
    );
  });
});

describe('max_age', () => {
  test('longer than the session is old changes nothing', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, connection);
    broker.advance(100);
    const answer = await ask(broker, userAgent, { max_age: '10000' });
    expect(await claimsAt(broker, answer.location)).toMatchObject({ sub, auth_time });
  });

  test('shorter than the session is old runs a new login', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const { auth_time } = await claimsAt(broker, connection);
    broker.advance(2);
    const silent = await ask(broker, userAgent, { max_age: '1', prompt: 'none' });
    expect(outcomeOf(silent)).toBe('login_required');
    const { page } = await approveLogin(broker, { ...SHOP, max_age: '1' }, { userAgent });
    const answer = await finish(userAgent, page);
    const claims = await claimsAt(broker, answer.location);
    expect(Number(claims.auth_time)).toBeGreaterThanOrEqual(Number(auth_time) + 2);
  });

  test('of 0 is prompt=login', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await ask(broker, userAgent, { max_age: '0' }))).toBe('login');
    // It has to stand in the token, for whoever asked for it.
    const { connection } = await loggedIn(broker, { max_age: '0' }, { userAgent });
    expect(await claimsAt(broker, connection)).toHaveProperty('auth_time');
  });

  test.each(['-1', 'NaN', '1.5', '1e400'])('of %s is refused', async (max_age) => {
    const { userAgent } = await loggedIn(broker);
    const { location } = await ask(broker, userAgent, { max_age });
    expect(location?.searchParams.get('error_description')).toBe('invalid max_age parameter value');
  });
});

describe('id_token_hint', () => {
  let tolvans: string;
  let asas: string;
  // On one's own clock: the library checks the hint by the machine's.
  let own: SsoBroker;
  beforeAll(async () => {
    own = await startSsoBroker();
    tolvans = await idTokenAt(own, (await loggedIn(own)).connection);
    const asa = await loggedIn(own, {}, { personalNumber: ASA });
    asas = await idTokenAt(own, asa.connection);
  });
  afterAll(() => own.close());

  test('of the person of the session is answered silently', async () => {
    const { userAgent } = await loggedIn(own);
    const answer = await ask(own, userAgent, { prompt: 'none', id_token_hint: tolvans });
    expect((await claimsAt(own, answer.location)).sub).toBe(claimsIn(tolvans).sub);
  });

  test('of another person needs that person to log in', async () => {
    const { userAgent } = await loggedIn(own);
    const hint = { id_token_hint: asas };
    expect(outcomeOf(await ask(own, userAgent, { ...hint, prompt: 'none' }))).toBe(
      'login_required',
    );
    const { connection } = await loggedIn(own, hint, { userAgent, personalNumber: ASA });
    expect((await claimsAt(own, connection)).sub).toBe(claimsIn(asas).sub);
  });

  test('of a person while another one logs in is refused, not asked again', async () => {
    const { connection } = await loggedIn(own, { id_token_hint: asas });
    expect(Object.fromEntries(connection.searchParams)).toMatchObject({
      error: 'login_required',
      error_description: 'another person than id_token_hint names logged in',
    });
  });

  test('of another application is refused', async () => {
    const { userAgent } = await loggedIn(own);
    const answer = await ask(own, userAgent, { ...FORUM, id_token_hint: tolvans });
    expect(outcomeOf(answer)).toBe('invalid_request');
  });
});
