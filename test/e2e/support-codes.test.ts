import { newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  type BackchannelBroker,
  HEADLESS_REQUEST,
  pollHeadless,
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
    await decide(broker, await scan(broker, login), 'fail', 'startFailed');
    broker.advance(400);
    const over = await login.browser.get(login.url);
    expect(renderedPage(over).supportCode ?? over.headers.get('support-code')).toBe(code);
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
    ['redirect-uri-not-registered', { redirect_uri: 'http://localhost:9999/elsewhere' }],
    ['client-unknown', { client_id: 'nobody' }],
  ])('shows %s with its cause, its fix and a code', async (key, parameters) => {
    const answer = await newBrowser().get(authorizationUrl(broker.issuer, parameters), {
      'accept-language': 'sv',
    });
    const { supportCode, html } = renderedPage(answer);
    const { cause, fix, error, outcome, application } = await explained(broker, supportCode);
    expect([error, outcome]).toEqual([key, 'refused']);
    expect(application).toBe(key === 'client-unknown' ? null : 'demo-web');
    expect(html).toContain(`<p lang="en" data-testid="cause">${cause}</p>`);
    expect(html).toContain(`<p lang="en" data-testid="fix">${fix}</p>`);
    expect(html).toMatch(/<p class="message" lang="en"/);
    expect(broker.logged.some(({ facts }) => facts.support_code === supportCode)).toBe(true);
  });

  test('has the same code on the redirect and in the timeline', async () => {
    const answer = await newBrowser().get(authorizationUrl(broker.issuer, { prompt: 'none' }));
    const uri = new URL(arrivalOf(answer).searchParams.get('error_uri') ?? '');
    const { error, application } = await explained(broker, uri.searchParams.get('code'));
    expect([error, application]).toEqual(['login-required', 'demo-web']);
  });

  test('is stored within a limit for an address', async () => {
    const ask = () => newBrowser().get(authorizationUrl(broker.issuer, { client_id: 'nobody' }));
    for (let asked = 0; asked < 14; asked += 1) await ask();
    await broker.storeNotes();
    const [row] = await broker.sql(
      "select count(*)::int as stored from login_timeline where error = 'client-unknown'",
    );
    expect(row?.stored).toBeLessThanOrEqual(20);
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
