import { newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { error, orderFault, takeBackFaults } from '@eid-broker/testing/simulator-faults';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  as,
  type BackchannelBroker,
  CIBA,
  HEADLESS_REQUEST,
  PHONE_REQUEST,
  pollHeadless,
  pollPhone,
  post,
  startBackchannelBroker,
} from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { explained } from '../support/explained.ts';
import { runCommand } from '../support/run-command.ts';
import { exchangeCode, requestTokens } from '../support/tokens.ts';
import { arrivalOf, authorizationUrl, decide, scan, type Visit, visit } from '../support/visit.ts';

const CODE = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;

let broker: Broker;
let backchannel: BackchannelBroker;
beforeAll(async () => {
  [broker, backchannel] = await Promise.all([startBroker(), startBackchannelBroker()]);
});
afterAll(async () => {
  await Promise.all([broker.close(), backchannel.close()]);
});

async function codeOf(login: Visit): Promise<string> {
  const { supportCode = '' } = await login.load();
  expect(supportCode).toMatch(CODE);
  return supportCode;
}

/** An approved login at the application's callback. */
async function arrived(parameters: Readonly<Record<string, string>> = {}) {
  const login = await visit(broker, parameters);
  const code = await codeOf(login);
  await decide(broker, await scan(broker, login));
  return { code, callback: await login.arrive() };
}

describe('the timeline of a browser login', () => {
  test('has every step from the request to the tokens, and says who was waited for', async () => {
    const { code, callback } = await arrived({ state: 'the-state-of-the-app' });
    const { status, headers } = await exchangeCode(broker, callback);
    expect([status, headers.get('support-code')]).toEqual([200, code]);

    const login = await explained(broker, code);
    expect(login).toMatchObject({
      code,
      tenant: 'demo',
      application: 'demo-web',
      eid: 'se-bankid',
      channel: 'browser',
      outcome: 'identified',
      error: null,
      whoActs: 'nobody',
      stepsLeftOut: 0,
    });
    expect(login.steps.map(({ what }) => what)).toEqual([
      'begun',
      'started',
      'page',
      'identified',
      'told',
      'redeemed',
    ]);
    expect(login.steps.at(-1)).toMatchObject({
      words: 'The application exchanged the code for tokens.',
      waitedFor: 'application',
    });
  });

  test('has the hints of the eID, each once', async () => {
    const login = await visit(broker);
    const code = await codeOf(login);
    const orderRef = await scan(broker, login);
    for (let polls = 0; polls < 3; polls += 1) {
      broker.advance(2);
      await login.load();
    }
    await decide(broker, orderRef, 'cancel');
    expect((await login.arrive()).searchParams.get('error_uri')).toContain(`?code=${code}`);
    const { steps, cause, whoActs, error } = await explained(broker, code);
    expect(steps.filter(({ what }) => what === 'hint')).toHaveLength(1);
    expect(steps.at(-1)?.words).toContain('The application was told: access_denied (declined)');
    expect([error, whoActs]).toEqual(['declined', 'person']);
    expect(cause).toMatch(/^The person cancelled/);
    const logged = broker.logged.filter(({ facts }) => facts.support_code === code);
    expect(logged.map(({ event }) => event)).toContain('request.refused');
    const events = await broker.sql(
      'select outcome from authentication_event where support_code = $1',
      [code.replace('-', '')],
    );
    expect(events).toEqual([{ outcome: 'declined' }]);
  });

  test('that has ended has its code on the page and in the log', async () => {
    const login = await visit(broker);
    const code = await codeOf(login);
    await decide(broker, await scan(broker, login), 'fail', 'certificateErr');
    broker.advance(2);
    const over = await login.browser.get(login.url);
    const { state, supportCode } = renderedPage(over);
    expect([state, supportCode, over.headers.get('support-code')]).toEqual(['ended', code, code]);
    const lines = broker.logged.filter(({ event }) => event === 'login.ended');
    expect(lines.map(({ level, facts }) => ({ level, facts }))).toContainEqual({
      level: 'info',
      facts: {
        reference: over.headers.get('x-request-id'),
        support_code: code,
        login: new URL(login.url).pathname.split('/')[2],
        client: 'demo-web',
        why: 'blocked',
        hintCode: 'certificateErr',
      },
    });
    const { cause, whoActs, outcome } = await explained(broker, code);
    expect([cause, whoActs, outcome]).toEqual([
      'The person’s eID is blocked, revoked or out of date.',
      'person',
      'blocked',
    ]);
  });

  test('names an outage of the eID once, however long it lasts', async () => {
    const login = await visit(broker);
    const code = await codeOf(login);
    await scan(broker, login);
    await orderFault(broker, { endpoint: 'collect', times: 5, effect: error(503, 'maintenance') });
    for (let polls = 0; polls < 3; polls += 1) {
      broker.advance(3);
      await login.load();
    }
    await takeBackFaults(broker);
    const { steps, cause, whoActs } = await explained(broker, code);
    expect(steps.filter(({ what }) => what === 'refused')).toHaveLength(1);
    expect([whoActs, cause]).toEqual(['eid', expect.stringMatching(/HTTP 503 maintenance/)]);
    const lines = broker.logged.filter(({ event }) => event === 'order.collect_failed');
    expect(new Set(lines.map(({ facts }) => facts.support_code))).toEqual(new Set([code]));
  });

  test.each([
    ['code-used', 'grant-invalid', {}, true],
    [
      'redirect-uri-differs',
      'grant-invalid',
      { redirect_uri: 'http://localhost:9999/other' },
      false,
    ],
    ['verifier-differs', 'grant-invalid', { code_verifier: 'x'.repeat(43) }, false],
  ] as const)('tells %s from other refused exchanges', async (_, error, fields, isRepeat) => {
    const { code, callback } = await arrived();
    if (isRepeat) await exchangeCode(broker, callback);
    const sent = { code: callback.searchParams.get('code') ?? '', ...fields };
    const answer = await requestTokens(broker, sent, {
      authorization: `Basic ${btoa('demo-web:demo-web-secret')}`,
    });
    expect(answer.status).toBe(400);
    const login = await explained(broker, code);
    expect(login.error).toBe(error);
    expect(login.cause).not.toContain('The log has the reason');
    expect(login.whoActs).toBe('application');
  });

  test('has an application’s wrong secret, although it came before the code was read', async () => {
    const { code, callback } = await arrived();
    const sent = { code: callback.searchParams.get('code') ?? '' };
    const wrong = await requestTokens(broker, sent, {
      authorization: `Basic ${btoa('demo-web:wrong')}`,
    });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('support-code')).toMatch(CODE);
    const login = await explained(broker, code);
    expect(login).toMatchObject({ error: 'client-authentication-failed', whoActs: 'application' });
    expect(login.cause).toBe('The client secret is wrong.');
    const refused = await explained(broker, wrong.headers.get('support-code'));
    expect(refused).toMatchObject({ login: code, application: 'demo-web', outcome: 'refused' });
    expect(refused.cause).toBe(`The client secret is wrong. It belongs to the login ${code}.`);
  });

  test('is named by another application’s exchange, which has a code of its own', async () => {
    const { code, callback } = await arrived();
    const sent = {
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: 'http://localhost:9999/other',
    };
    const refused = await requestTokens(broker, sent, basic('demo-backend', 'demo-backend-secret'));
    const own = refused.headers.get('support-code');
    expect([refused.status, own === code]).toEqual([400, false]);
    expect(await explained(broker, own)).toMatchObject({ login: code, outcome: 'refused' });
    const login = await explained(broker, code);
    expect(login.cause).toMatch(/^Another application sent the code/);
  });

  test('tells an ID token at userinfo, and a secret of a public application', async () => {
    const { callback } = await arrived();
    const { body } = await exchangeCode(broker, callback);
    const authorization = `Bearer ${body.id_token}`;
    const refused = await fetch(`${broker.issuer}/oauth2/userinfo`, { headers: { authorization } });
    const atUserinfo = await explained(broker, refused.headers.get('support-code'));
    expect([refused.status, atUserinfo.error]).toEqual([401, 'access-token-invalid']);
    expect(atUserinfo.cause).toMatch(
      /^What came as the access token is an ID token of this domain\./,
    );
    expect(atUserinfo.application).toBe('demo-web');
    const sent = { code: 'unknown', code_verifier: 'v'.repeat(43) };
    const basicOfPublic = { authorization: `Basic ${btoa('demo-spa:made-up')}` };
    const secret = await requestTokens(broker, sent, basicOfPublic);
    const atToken = await explained(broker, secret.headers.get('support-code'));
    expect(atToken.cause).toMatch(/^The application is public: its settings have no secret/);
  });

  test('is named by a visit from another browser', async () => {
    const login = await visit(broker);
    const code = await codeOf(login);
    const foreign = renderedPage(await newBrowser().get(login.url));
    const visited = await explained(broker, foreign.supportCode);
    expect(visited).toMatchObject({ login: code, error: 'login-not-found', whoActs: 'person' });
    expect(visited.cause).toMatch(/^The browser has no cookie of a login: the link was opened in/);
    expect((await explained(broker, code)).steps.at(-1)?.words).toContain('login-not-found');
  });

  test('says that a code was not exchanged', async () => {
    const { code } = await arrived();
    const { cause, whoActs } = await explained(broker, code);
    expect(cause).toContain('has not exchanged it');
    expect(whoActs).toBe('application');
  });

  test('is printed by the command', async () => {
    const { code } = await arrived();
    await broker.storeNotes();
    const env = { DATABASE_URL: broker.databaseUrl };
    const printed = await runCommand('explain', [code.toLowerCase().replace('-', ' ')], { env });
    expect(printed.code).toBe(0);
    expect(printed.out).toContain(`Support code  ${code}`);
    expect(printed.out).toContain('Next:  the application’s developer must act');
    const unknown = await runCommand('explain', ['2222-2222', '--json'], { env });
    expect([unknown.code, unknown.out]).toEqual([1, '[]\n']);
    expect((await runCommand('explain', ['hello'], { env })).code).toBe(2);
  });
});

describe('a request that is refused before a login exists', () => {
  test.each([
    ['redirect-uri-not-registered', { redirect_uri: 'http://localhost:9998/elsewhere' }],
    ['client-unknown', { client_id: 'nobody' }],
  ])('shows %s with its cause, its fix and a code', async (key, parameters) => {
    const answer = await newBrowser().get(authorizationUrl(broker.issuer, parameters), {
      'accept-language': 'sv',
    });
    const { supportCode, html } = renderedPage(answer);
    const { cause, fix, error, outcome, application } = await explained(broker, supportCode);
    expect([error, outcome]).toEqual([key, 'refused']);
    expect(application).toBe(key === 'client-unknown' ? null : 'demo-web');
    const [, shown = ''] = /data-testid="cause">([^<]+)</.exec(html) ?? [];
    expect(cause.startsWith(shown) && shown !== '').toBe(true);
    expect(html).toContain(`<p lang="en" data-testid="fix">${fix}</p>`);
    expect(html).toMatch(/<p class="message" lang="en"/);
    expect(broker.logged.some(({ facts }) => facts.support_code === supportCode)).toBe(true);
  });

  test('has the same code on the redirect and in the timeline', async () => {
    const answer = await newBrowser().get(authorizationUrl(broker.issuer, { prompt: 'none' }));
    const uri = new URL(arrivalOf(answer).searchParams.get('error_uri') ?? '');
    const { error, application, cause } = await explained(broker, uri.searchParams.get('code'));
    expect([error, application]).toEqual(['login-required', 'demo-web']);
    expect(cause).toContain('This domain keeps no sessions');
  });

  test('has the description that was sent, and in what a redirect URI differs', async () => {
    const ask = (parameters: Readonly<Record<string, string>>) =>
      newBrowser().get(authorizationUrl(broker.issuer, parameters));
    const unsupported = arrivalOf(await ask({ login_hint: 'message:a.b' })).searchParams;
    const uri = new URL(unsupported.get('error_uri') ?? '');
    const { steps } = await explained(broker, uri.searchParams.get('code'));
    expect(steps[0]?.words).toContain(unsupported.get('error_description'));

    const { redirect_uri: registered = '' } = Object.fromEntries(
      new URL(authorizationUrl(broker.issuer, {})).searchParams,
    );
    const slash = renderedPage(await ask({ redirect_uri: `${registered}/` }));
    const { cause } = await explained(broker, slash.supportCode);
    expect(cause).toBe(
      `The redirect_uri differs from a registered one by a slash at the end alone. Sent: redirect_uri ${registered}/. Expected: ${registered}.`,
    );
  });

  test('is stored within a limit for an address', async () => {
    // A minute of its own, whatever was refused before.
    broker.advance(60 - (Math.floor(broker.now().getTime() / 1000) % 60));
    const began = broker.now();
    const ask = () => newBrowser().get(authorizationUrl(broker.issuer, { client_id: 'nobody' }));
    for (let asked = 0; asked < 14; asked += 1) await ask();
    await broker.storeNotes();
    const [row] = await broker.sql(
      "select count(*)::int as stored from login_timeline where error = 'client-unknown' and began_at >= $1",
      [began],
    );
    expect(row?.stored).toBe(10);
  });
});

describe('the timeline of a headless login', () => {
  test('is named by the start and by every poll', async () => {
    const started = await post(backchannel, '/headless/authorize', HEADLESS_REQUEST);
    const code = started.headers['support-code'];
    expect(code).toMatch(CODE);
    const id = String(started.body.headless_req_id);
    const poll = await pollHeadless(backchannel, id);
    expect([poll.body.error, poll.headers['support-code']]).toEqual([
      'authorization_pending',
      code,
    ]);
    backchannel.advance(200);
    const ended = await pollHeadless(backchannel, id);
    expect([ended.body.error, ended.headers['support-code']]).toEqual(['expired_token', code]);
    const login = await explained(backchannel, String(code));
    expect(login).toMatchObject({
      channel: 'headless',
      outcome: 'expired',
      error: 'polled-expired',
    });
    expect(login.steps.map(({ what }) => what)).toEqual(['begun', 'started', 'ended', 'told']);
  });

  test('of a refused start has a code too', async () => {
    const refused = await post(backchannel, '/headless/authorize', {
      ...HEADLESS_REQUEST,
      end_user_ip: 'not an address',
    });
    const login = await explained(backchannel, String(refused.headers['support-code']));
    expect(login).toMatchObject({ channel: 'headless', error: 'end-user-ip-malformed' });
  });
});

describe('the timeline of a CIBA login', () => {
  test('has its code on the start and on every answer, and tells who was too fast', async () => {
    const started = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
    const code = String(started.headers['support-code']);
    expect(code).toMatch(CODE);
    const id = String(started.body.auth_req_id);
    const answers = [];
    for (const seconds of [2, 0, 200, 0]) {
      backchannel.advance(seconds);
      answers.push(await pollPhone(backchannel, id));
    }
    expect(answers.map(({ body }) => body.error)).toEqual([
      'authorization_pending',
      'slow_down',
      'expired_token',
      'invalid_grant',
    ]);
    const codes = answers.map(({ headers }) => headers['support-code']);
    expect(codes).toEqual([code, code, code, code]);
    const login = await explained(backchannel, code);
    expect(login).toMatchObject({ channel: 'ciba', outcome: 'expired', whoActs: 'application' });
    expect(login.cause).toMatch(/polled again after it had the one answer/);
    expect(login.steps.map(({ what }) => what)).toEqual([
      ...['begun', 'started', 'hint', 'refused', 'ended', 'told', 'refused'],
    ]);
    expect(login.steps[1]?.words).toMatch(/, for 120 seconds\.$/);
  });

  test('has a poll with a wrong secret, whose own code leads to it', async () => {
    const started = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
    const code = String(started.headers['support-code']);
    const poll = { grant_type: CIBA, auth_req_id: String(started.body.auth_req_id) };
    const refused = await post(backchannel, '/oauth2/token', poll, basic('backend', 'wrong'));
    const own = await explained(backchannel, String(refused.headers['support-code']));
    expect(own).toMatchObject({ login: code, channel: 'ciba', application: 'backend' });
    const login = await explained(backchannel, code);
    expect(login.cause).toBe('The client secret is wrong.');
    expect(login).toMatchObject({ error: 'client-authentication-failed', outcome: null });
    backchannel.advance(200);
  });

  test('says that another application polled', async () => {
    const started = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
    const poll = { grant_type: CIBA, auth_req_id: String(started.body.auth_req_id) };
    const refused = await post(backchannel, '/oauth2/token', poll, as('headless-only'));
    const own = await explained(backchannel, String(refused.headers['support-code']));
    expect(own).toMatchObject({ error: 'flow-not-offered', whoActs: 'application' });
    expect(own.cause).toMatch(
      /^The request id belongs to a login that another application started/,
    );
    expect(own.cause).toContain(String(started.headers['support-code']));
    backchannel.advance(200);
  });

  test('says that the application allowed too little time', async () => {
    const request = { ...PHONE_REQUEST, requested_expiry: '12' };
    const started = await post(backchannel, '/ciba/bc-authorize', request);
    backchannel.advance(20);
    await pollPhone(backchannel, String(started.body.auth_req_id));
    const login = await explained(backchannel, String(started.headers['support-code']));
    expect(login).toMatchObject({ error: 'polled-expired', whoActs: 'application' });
    expect(login.cause).toContain('The application allowed 12 seconds (requested_expiry).');
  });

  test('says that the application no longer polled', async () => {
    const started = await post(backchannel, '/ciba/bc-authorize', PHONE_REQUEST);
    backchannel.advance(130);
    await backchannel.abandonExpired();
    const login = await explained(backchannel, String(started.headers['support-code']));
    expect(login).toMatchObject({ outcome: 'expired', whoActs: 'application' });
    expect(login.cause).toContain('the application no longer polled');
  });
});
