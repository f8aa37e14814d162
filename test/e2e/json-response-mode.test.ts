import { authorizeUrl, logIn, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { race } from '@eid-broker/testing/races';
import { error, orderFault } from '@eid-broker/testing/simulator-faults';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { explained } from '../support/explained.ts';
import { NOT_OFFERED } from '../support/not-offered.ts';
import {
  fetchFromPage,
  jsonRequest,
  newPkce,
  SDK_CALLBACK,
  SDK_PAGE,
} from '../support/page-script.ts';

const BANKID = 'urn:grn:authn:se:bankid';
const SAME = `${BANKID}:same-device`;
const NOT_DONE = 'Native-app driven authentication is not done';

/** The response to the script's request. */
interface Opened {
  readonly pollUrl: string;
  readonly completeUrl: string;
  readonly cancelUrl: string;
  readonly initialQrCode?: string;
  readonly launchLinks?: { readonly universalLink: string; readonly customFileHandlerUrl: string };
}

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker('test/fixtures/sdk.yaml');
});
afterAll(() => broker.close());

const { verifier, challenge } = newPkce();

/** Starts a login by a script, which must not need or set a cookie. */
async function open(changes: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const answer = await fetchFromPage(jsonRequest(broker.issuer, challenge, changes));
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('location')).toBeNull();
  return (await answer.json()) as Opened;
}

/** The person scans the QR code and decides. */
async function decide(
  qr: string | undefined,
  what: 'approve' | 'cancel' | 'fail',
  hintCode?: string,
) {
  const { orderRef } = await broker.phone.scan(qr ?? '', TOLVAN);
  await broker.phone.decide(orderRef, what, { hintCode });
  broker.advance(2);
}

async function fetchText(url: string, init?: Parameters<typeof fetchFromPage>[1]) {
  const answer = await fetchFromPage(url, init);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get('content-type'),
  };
}

/** Completes a login; returns the URL that a redirect would have. */
async function completed(url: string): Promise<URL> {
  const { status, text } = await fetchText(url);
  expect(status).toBe(200);
  return new URL(JSON.parse(text).location);
}

async function exchangeCode(code: string | null): Promise<Response> {
  return fetchFromPage(`${broker.issuer}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      client_id: 'demo-sdk',
      redirect_uri: SDK_CALLBACK,
      code_verifier: verifier,
    }),
  });
}

describe('response_mode=json with a QR code', () => {
  test("the app shows the purpose and the application in the browser's language", async () => {
    const { pollUrl } = await open({ ui_locales: 'fi' });
    expect(await broker.phone.orders()).toMatchObject([
      { display: { text: 'Kirjaudu palveluun Demo SDK', format: 'plaintext' } },
    ]);
    await fetchFromPage(pollUrl.replace(/poll$/, 'cancel'), { method: 'POST' });
  });

  test('the page draws the QR code, polls, completes, and gets the tokens', async () => {
    const opened = await open();
    const { pathname } = new URL(opened.pollUrl);
    expect(pathname).toMatch(/^\/embedded\/[\w-]{43}\/poll$/);
    const at = `${broker.issuer}${pathname.slice(0, -'poll'.length)}`;
    expect(opened).toEqual({
      initialQrCode: expect.stringMatching(/^bankid\.[\w-]+\.\d+\.[0-9a-f]{64}$/),
      pollUrl: `${at}poll`,
      completeUrl: `${at}complete`,
      cancelUrl: `${at}cancel`,
    });

    broker.advance(1);
    const pending = await fetchText(opened.pollUrl);
    expect(pending.status).toBe(202);
    const { qrCode } = JSON.parse(pending.text);
    expect(qrCode).toMatch(/^bankid\./);
    expect(qrCode).not.toBe(opened.initialQrCode);
    expect(await fetchText(opened.completeUrl)).toEqual({
      status: 400,
      text: NOT_DONE,
      type: 'text/plain; charset=utf-8',
    });

    const { orderRef } = await broker.phone.scan(qrCode, TOLVAN);
    broker.advance(2);
    expect(await fetchText(opened.pollUrl)).toMatchObject({ status: 202, text: '{}' });
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);
    const finished = await fetchText(opened.pollUrl);
    expect([finished.status, JSON.parse(finished.text)]).toEqual([
      200,
      { targetUrl: opened.completeUrl },
    ]);
    const location = await completed(opened.completeUrl);
    expect(`${location.origin}${location.pathname}`).toBe(SDK_CALLBACK);
    expect(location.search).toContain('state=a%20state');
    expect(location.searchParams.get('iss')).toBe(broker.issuer);

    const tokens = await exchangeCode(location.searchParams.get('code'));
    expect(tokens.status).toBe(200);
    const claims = claimsIn(String(((await tokens.json()) as { id_token: string }).id_token));
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', acr: QR_ACR, aud: 'demo-sdk' });
  });

  test('one of several parallel requests gets the response', async () => {
    const { completeUrl, initialQrCode } = await open();
    await decide(initialQrCode, 'approve');
    const answers = await race([completeUrl], (url) => fetchText(url));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await fetchText(completeUrl)).text).toBe('This login is over');
  });

  test('a decline ends the polls, and the application gets an OAuth error', async () => {
    const { pollUrl, completeUrl, initialQrCode } = await open();
    await decide(initialQrCode, 'cancel');
    const type = 'text/plain; charset=utf-8';
    expect(await fetchText(pollUrl)).toEqual({ status: 400, text: 'access_denied', type });
    expect(await fetchText(pollUrl)).toEqual({ status: 400, text: 'access_denied', type });
    const { searchParams } = await completed(completeUrl);
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
      state: 'a state',
      iss: broker.issuer,
    });
  });

  test("another failure is reported with the eID's hint code", async () => {
    const { pollUrl, initialQrCode } = await open();
    await decide(initialQrCode, 'fail', 'certificateErr');
    expect(await fetchText(pollUrl)).toMatchObject({
      status: 400,
      text: 'Collect failed: certificateErr',
    });
  });

  test('an unopened order is renewed for three minutes, then the page must start again', async () => {
    const { pollUrl } = await open();
    for (let seconds = 0; seconds < 180; seconds += 20) {
      broker.advance(20);
      expect((await fetchText(pollUrl)).status).toBe(202);
    }
    broker.advance(31);
    expect(await fetchText(pollUrl)).toMatchObject({
      status: 400,
      text: 'Collect failed: startFailed',
    });
  });

  test('cancelUrl cancels the order at the eID', async () => {
    const before = broker.simulator.statistics().calls.cancel;
    const { cancelUrl, pollUrl } = await open();
    expect(await fetchText(cancelUrl)).toMatchObject({ status: 204, text: '' });
    expect(broker.simulator.statistics().calls.cancel).toBe((before ?? 0) + 1);
    expect(await fetchText(pollUrl)).toMatchObject({ status: 400, text: 'access_denied' });
    expect(await fetchText(cancelUrl, { method: 'POST' })).toMatchObject({ status: 204 });
  });

  test('an acr value for any device yields a QR code', async () => {
    expect(Object.keys(await open({ acr_values: BANKID }))).toContain('initialQrCode');
  });
});

describe('response_mode=json on the same device', () => {
  test('the page opens the app by a link and polls, without a page of ours', async () => {
    const { launchLinks, pollUrl, completeUrl, ...rest } = await open({ acr_values: SAME });
    expect(Object.keys(rest)).toEqual(['cancelUrl']);
    const { universalLink, customFileHandlerUrl } = launchLinks!;
    for (const link of [universalLink, customFileHandlerUrl]) {
      expect(new URL(link).searchParams.get('autostarttoken')).toMatch(/^[\w-]{36}$/);
    }
    const { orderRef } = await broker.phone.open({ link: universalLink }, TOLVAN);
    broker.advance(2);
    expect(await fetchText(pollUrl)).toMatchObject({ status: 202, text: '{}' });
    expect(await broker.phone.decide(orderRef, 'approve')).not.toHaveProperty('returnUrl');
    broker.advance(2);
    expect((await fetchText(pollUrl)).status).toBe(200);
    const { searchParams } = await completed(completeUrl);
    expect((await exchangeCode(searchParams.get('code'))).status).toBe(200);
  });
});

describe('a request for response_mode=json', () => {
  test.each([
    [{ acr_values: 'urn:grn:authn:xx:other' }, NOT_OFFERED],
    [{ redirect_uri: 'https://evil.example/cb' }, expect.stringContaining('redirect_uri')],
    [{ client_id: 'nobody' }, 'client is invalid'],
    [{ scope: 'profile' }, expect.anything()],
  ])('with an error gets it in JSON: %j', async (changes, description) => {
    const headers = { accept: 'text/html' };
    const answer = await fetchFromPage(jsonRequest(broker.issuer, challenge, changes), { headers });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe(SDK_PAGE);
    expect(await answer.json()).toMatchObject({
      error: expect.stringMatching(/^[a-z_]+$/),
      error_description: description,
    });
  });

  test('of an application that does not list it is refused', async () => {
    const demo = await startBroker();
    const answer = await fetchFromPage(
      jsonRequest(demo.issuer, challenge, { client_id: 'demo-spa' }),
    );
    await demo.close();
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'response_mode json is not allowed for this application',
      state: 'a state',
      iss: demo.issuer,
      support_code: answer.headers.get('support-code'),
    });
  });

  test('neither uses nor creates a session of the browser', async () => {
    const userAgent = newUserAgent(broker.port);
    const { searchParams } = new URL(jsonRequest(broker.issuer, challenge));
    const usual = {
      ...Object.fromEntries(searchParams),
      response_mode: 'query',
      prompt: undefined,
    };
    await logIn(broker, usual, { userAgent });
    const known = await userAgent.get(authorizeUrl(broker.issuer, usual));
    expect(known.location?.searchParams.has('code')).toBe(true);

    const url = authorizeUrl(broker.issuer, { ...usual, response_mode: 'json' });
    const answer = await userAgent.get(url, { origin: SDK_PAGE });
    const { initialQrCode, completeUrl } = JSON.parse(answer.text) as Opened;
    expect(initialQrCode).toMatch(/^bankid\./);
    const silent = authorizeUrl(broker.issuer, { ...usual, response_mode: 'json', prompt: 'none' });
    expect(JSON.parse((await userAgent.get(silent)).text)).toMatchObject({
      error: 'login_required',
    });

    const sessions = "select count(*)::int from artifact where kind like '%Session'";
    const before = await broker.sql(sessions);
    await decide(initialQrCode, 'approve');
    await completed(completeUrl);
    expect(await broker.sql(sessions)).toEqual(before);
  });

  test('may be pushed, and then sets no cookies either', async () => {
    const url = new URL(jsonRequest(broker.issuer, challenge));
    const pushed = await fetchFromPage(`${broker.issuer}/oauth2/par`, {
      method: 'POST',
      body: url.searchParams,
    });
    expect(pushed.status).toBe(201);
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: 'demo-sdk', request_uri });
    const answer = await fetchFromPage(`${broker.issuer}/oauth2/authorize?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(Object.keys((await answer.json()) as object)).toContain('initialQrCode');
  });

  test('gets an outage of the eID as JSON, and no login remains', async () => {
    await orderFault(broker, { endpoint: 'auth', times: 1, effect: error(503, 'Maintenance') });
    const answer = await fetchFromPage(jsonRequest(broker.issuer, challenge));
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'the eID cannot be reached',
      support_code: answer.headers.get('support-code'),
    });
    const login = await explained(broker, answer.headers.get('support-code'));
    expect(login).toMatchObject({
      error: 'eid-unavailable',
      outcome: 'refused',
      whoActs: 'eid',
      application: 'demo-sdk',
    });
    expect(login.steps.map(({ what }) => what)).toEqual(['begun', 'told']);
  });
});

describe('the URLs of an embedded login', () => {
  test.each(['poll', 'complete', 'cancel'])('return 404 for an unknown login: %s', async (does) => {
    const url = `${broker.issuer}/embedded/${'A'.repeat(43)}/${does}`;
    expect(await fetchText(url)).toMatchObject({ status: 404, text: 'This login is over' });
  });

  test('are refused to a foreign page', async () => {
    const { pollUrl, completeUrl, initialQrCode } = await open();
    await decide(initialQrCode, 'approve');
    const foreign = await fetchFromPage(completeUrl, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toEqual({
      error: 'invalid_request',
      error_description: 'no redirect URI of this application has the origin of the page that asks',
      origin: 'https://evil.example',
      support_code: foreign.headers.get('support-code'),
    });
    expect((await fetchText(pollUrl)).status).toBe(200);
    const refused = await explained(broker, foreign.headers.get('support-code'));
    expect(refused).toMatchObject({ error: 'origin-not-registered', whoActs: 'operator' });
    const login = await explained(broker, refused.login);
    expect(login.steps.map(({ what }) => what)).toEqual([
      ...['begun', 'started', 'refused', 'identified'],
    ]);
    expect(login.steps[2]?.words).toContain('Our endpoint for pages of applications refused');
  });

  test('tell the page the ending once in the timeline, however often it polls', async () => {
    const { pollUrl, initialQrCode } = await open();
    await decide(initialQrCode, 'fail', 'certificateErr');
    const polls = [await fetchFromPage(pollUrl), await fetchFromPage(pollUrl)];
    expect(polls.map(({ status }) => status)).toEqual([400, 400]);
    const login = await explained(broker, polls[0]?.headers.get('support-code'));
    expect(login).toMatchObject({ outcome: 'blocked', error: 'blocked', whoActs: 'person' });
    expect(login.steps.map(({ what }) => what)).toEqual(['begun', 'started', 'ended', 'told']);
  });

  test('are not in the log, and only hashed in the database', async () => {
    const { pollUrl } = await open();
    const secret = new URL(pollUrl).pathname.split('/')[2] ?? '';
    await fetchText(pollUrl);
    expect(JSON.stringify(broker.logged)).not.toContain(secret);
    const rows = await broker.sql('select row_to_json(artifact)::text as row from artifact');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => String(row).includes(secret))).toEqual([]);
  });
});
