import { newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  type BackchannelBroker,
  HEADLESS_REQUEST,
  pollHeadless,
  post,
  startBackchannelBroker,
  startHeadless,
} from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { arrivalOf, authorizationUrl, decide, scan, visit } from '../support/visit.ts';

const REFERENCE = /^[\da-f]{32}$/;
const DECLINES = '199312172381';

let broker: Broker;
let backchannel: BackchannelBroker;
beforeAll(async () => {
  [broker, backchannel] = await Promise.all([startBroker(), startBackchannelBroker()]);
});
afterAll(async () => {
  await Promise.all([broker.close(), backchannel.close()]);
});

describe('an error on the redirect', () => {
  // spec: authorize.redirect.error, error.redirect
  test('has an error_uri with a reference to the log entry and the event', async () => {
    const login = await visit(broker, { state: 'xyz' });
    await decide(broker, await scan(broker, login, DECLINES), 'cancel');
    const callback = await login.arrive();

    const denial = { error: 'access_denied', error_description: 'user declined' };
    expect(errorFieldsIn(callback)).toEqual({ ...denial, state: 'xyz', iss: broker.issuer });
    const uri = errorUriOf(callback.searchParams);
    expect(`${uri.origin}${uri.pathname}`).toBe(`${broker.issuer}/errors/declined`);
    const facts = refusal(broker, uri.searchParams.get('code'));
    expect(facts).toMatchObject({
      at: 'authorization.error',
      client: 'demo-web',
      key: 'declined',
      code: 'access_denied',
      description: 'user declined',
    });
    expect(await eventsOf(broker, facts?.authentication)).toEqual([{ outcome: 'declined' }]);
  });

  test('after a cancellation on the page has a reference to them too', async () => {
    const login = await visit(broker);
    await login.load();
    const uri = errorUriOf(arrivalOf(await login.press('cancel')).searchParams);
    const facts = refusal(broker, uri.searchParams.get('code'));

    expect(await eventsOf(broker, facts?.authentication)).toEqual([{ outcome: 'declined' }]);
  });

  test('before the start of an order has a log entry and no event', async () => {
    const { location } = await authorize({ prompt: 'none' });
    const uri = errorUriOf(new URL(location!).searchParams);

    expect(uri.pathname).toBe('/errors/login-required');
    expect(refusal(broker, uri.searchParams.get('code'))).toMatchObject({
      code: 'login_required',
      authentication: undefined,
    });
  });

  test('has its error_uri in the fragment with the error', async () => {
    const { location, headers } = await authorize({ prompt: 'none', response_mode: 'fragment' });
    const { search, hash } = new URL(location!);
    const uri = errorUriOf(new URLSearchParams(hash.slice(1)));

    expect(search).toBe('');
    expect(uri.searchParams.get('code')).toBe(headers.get('support-code'));
  });

  test('has its error_uri in the posted form', async () => {
    const { status, text, headers } = await authorize({
      prompt: 'none',
      response_mode: 'form_post',
    });
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];

    expect(status).toBe(400);
    expect(Object.fromEntries(fields.map(([, name, value]) => [name, value]))).toEqual({
      error: 'login_required',
      error_uri: `${broker.issuer}/errors/login-required?code=${headers.get('support-code')}`,
      error_description: 'End-User authentication is required',
      iss: broker.issuer,
    });
  });

  test('adds an error_uri, which a success lacks', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));

    expect([...(await login.arrive()).searchParams.keys()]).toEqual(['code', 'iss']);
  });
});

describe('the page that error_uri opens', () => {
  const CODE_SENT = 'K7F2-QX9M';

  test('shows the cause, the remedy and the support code', async () => {
    const answer = await newBrowser().get(errorPage('declined', CODE_SENT));

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(renderedPage(answer)).toMatchObject({
      language: 'en',
      heading: 'What this error means',
      message: 'user declined',
      error: 'access_denied',
      supportCode: CODE_SENT,
    });
    expect(partOf(answer.text, 'cause')).toMatch(/^The person cancelled/);
    expect(partOf(answer.text, 'fix')).toBe('Offer to try again.');
  });

  test.each([
    ['sv', 'Vad felet betyder'],
    ['da', 'Hvad fejlen betyder'],
    ['nb', 'Hva feilen betyr'],
    ['fi', 'Mitä virhe tarkoittaa'],
  ])('is in the browser’s language: %s', async (language, heading) => {
    const headers = { 'accept-language': language };
    const answer = await newBrowser().get(errorPage('declined'), headers);

    expect(renderedPage(answer)).toMatchObject({ language, heading, message: 'user declined' });
  });

  test.each([
    ['none', ''],
    ['a shorter one', 'short'],
    ['markup', '<script>alert(1)</script>x'],
    ['two', `${CODE_SENT}&code=${CODE_SENT}`],
  ])('shows no invalid code: %s', async (_, code) => {
    const answer = await newBrowser().get(errorPage('declined', code));

    expect(answer.status).toBe(200);
    expect(renderedPage(answer).supportCode).toBeUndefined();
    expect(answer.text).not.toContain('alert');
  });

  test.each([
    '/errors/no-such-error',
    '/errors/',
    '/errors/declined/more',
    '/errors/constructor',
    '/errors/DECLINED',
  ])('returns 404 at %s', async (path) => {
    expect((await newBrowser().get(`${broker.issuer}${path}`)).status).toBe(404);
  });

  test('returns 404 to a POST', async () => {
    expect((await newBrowser().post(errorPage('declined'), {})).status).toBe(404);
  });
});

describe('an error in JSON', () => {
  test('has its reference in the header only', async () => {
    const { status, headers, body } = await postToken(broker, { grant_type: 'authorization_code' });
    const reference = headers['x-request-id'];

    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'no client authentication mechanism provided',
    });
    expect(reference).toMatch(REFERENCE);
    expect(refusal(broker, reference)).toMatchObject({ at: 'grant.error' });
  });

  test('of a poll refers to the event, also after the first report', async () => {
    const { id, autoStartToken } = await startHeadless(backchannel);
    const { orderRef } = await backchannel.phone.open({ autoStartToken }, TOLVAN);
    await backchannel.phone.decide(orderRef, 'cancel');
    backchannel.advance(5);

    const denied = await pollHeadless(backchannel, id);
    const again = await pollHeadless(backchannel, id);
    expect([denied.body.error, again.body.error]).toEqual(['access_denied', 'invalid_grant']);
    for (const { headers } of [denied, again]) {
      const { authentication } = refusal(backchannel, headers['x-request-id']) ?? {};
      expect(await eventsOf(backchannel, authentication)).toEqual([{ outcome: 'declined' }]);
    }
  });

  test('of a request without an order names no authentication', async () => {
    const request = { ...HEADLESS_REQUEST, end_user_ip: 'here' };
    const { headers } = await post(backchannel, '/headless/authorize', request, as());

    expect(refusal(backchannel, headers['x-request-id'])).toMatchObject({
      code: 'invalid_request',
      description: 'end_user_ip must be an IPv4 or IPv6 address',
      authentication: undefined,
    });
  });
});

describe('a response before any endpoint', () => {
  const AUTHORIZE = '/oauth2/authorize';
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const host = () => new URL(broker.issuer).host;

  test('is 421 for another host', async () => {
    const { status, text, headers } = await send(broker.port, {
      path: '/',
      headers: { host: 'elsewhere.example' },
    });
    expect([status, text]).toEqual([421, 'This host is not served here.\n']);
    expect(headers['x-request-id']).toMatch(REFERENCE);
  });

  test('is 415 for an authorization request that is no form', async () => {
    const { status, text, headers } = await send(broker.port, {
      method: 'POST',
      path: AUTHORIZE,
      headers: { host: host(), 'content-type': 'application/json' },
      body: '{}',
    });
    expect([status, text]).toEqual([415, 'Send a form.\n']);
    expect(headers['x-request-id']).toMatch(REFERENCE);
  });

  test('is 413 for a form that is too big', async () => {
    const { status, text, headers } = await send(broker.port, {
      method: 'POST',
      path: AUTHORIZE,
      headers: { host: host(), ...FORM },
      body: `state=${'x'.repeat(128 * 1024)}`,
    });
    expect([status, text]).toEqual([413, 'The form is too big.\n']);
    // The connection closes so that the rest of the form is not read as another request.
    expect(headers.connection).toBe('close');
  });

  test('is 431 for headers that are too big', async () => {
    const { status, headers } = await send(broker.port, {
      path: `${AUTHORIZE}?state=${'x'.repeat(128 * 1024)}`,
      headers: { host: host() },
    });
    expect(status).toBe(431);
    expect(headers['x-request-id']).toBeUndefined();
  });

  test('is 404 for an unknown path', async () => {
    const { status, text, headers } = await send(broker.port, {
      path: '/nothing',
      headers: { host: host() },
    });
    expect([status, text]).toEqual([404, 'Not Found']);
    expect(headers['x-request-id']).toMatch(REFERENCE);
  });
});

function authorize(parameters: Readonly<Record<string, string>>) {
  return newBrowser().get(authorizationUrl(broker.issuer, { acr_values: QR_ACR, ...parameters }));
}

function errorPage(name: string, code?: string): string {
  return `${broker.issuer}/errors/${name}${code === undefined ? '' : `?code=${code}`}`;
}

function errorUriOf(fields: URLSearchParams): URL {
  return new URL(fields.get('error_uri') ?? 'about:none');
}

/** The facts of the only logged refusal with this reference. */
function refusal({ logged }: Broker, reference: unknown) {
  const found = logged.filter(
    ({ event, facts }) =>
      event === 'request.refused' && [facts.reference, facts.support_code].includes(reference),
  );
  expect(found).toHaveLength(1);
  return found[0]?.facts;
}

function eventsOf({ sql }: Broker, authentication: unknown) {
  return sql('select outcome from authentication_event where authentication_id = $1', [
    authentication,
  ]);
}

function partOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}">([^<]*)<`).exec(html)?.[1];
}
