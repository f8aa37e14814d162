import type { Effect } from '@eid-broker/eid-simulators/bankid/rp-api/faults';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type RenderedPage, renderedPage } from '@eid-broker/testing/rendered-page';
import {
  anyBody,
  error,
  hang,
  orderFault,
  reset,
  takeBackFaults,
} from '@eid-broker/testing/simulator-faults';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { loggedSecrets } from '../support/log-scan.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';
const SAME = `${ANY}:same-device`;

/** The page when no order was started. */
interface Kind {
  readonly status: number;
  readonly heading: string;
  readonly message: string;
}

const message = 'Something went wrong. Please try again.';
const DOWN: Kind = { status: 503, heading: 'BankID cannot be reached', message };
/** Without a code of BankID, for which it prescribes the text. */
const SILENT: Kind = {
  ...DOWN,
  message: 'BankID does not answer right now. Please try again in a moment.',
};
const WRONG: Kind = { status: 502, heading: 'This did not work', message };
const BUSY: Kind = {
  status: 409,
  heading: 'Another request is under way',
  message:
    'An identification or signature is already in progress for your personal identity number. Please try again.',
};

let broker: Broker;
/** Secrets that must never be logged, gathered by the tests. */
const secrets = new Set<string>(['demo-web-secret', TOLVAN, 'Tolvan']);
/** The HTML of all pages. */
const shown: string[] = [];
let before: ReturnType<Broker['simulator']['statistics']>;

beforeAll(async () => {
  broker = await startBroker('test/fixtures/short-timeout.yaml');
});
afterAll(() => broker.close());
beforeEach(() => {
  before = broker.simulator.statistics();
});
afterEach(() => takeBackFaults(broker));

describe('a failed start at BankID', () => {
  test.each<[string, Effect, Kind]>([
    ['alreadyInProgress', error(400, 'alreadyInProgress'), BUSY],
    ['invalidParameters', error(400, 'invalidParameters'), WRONG],
    ['unauthorized', error(401, 'unauthorized'), WRONG],
    ['notFound', error(404, 'notFound'), WRONG],
    ['methodNotAllowed', error(405, 'methodNotAllowed'), WRONG],
    ['unsupportedMediaType', error(415, 'unsupportedMediaType'), WRONG],
    ['requestTimeout', error(408, 'requestTimeout'), DOWN],
    ['tooManyRequests', error(429, 'tooManyRequests'), DOWN],
    ['internalError', error(500, 'internalError'), DOWN],
    ['maintenance', error(503, 'maintenance'), DOWN],
    ['an unknown code', error(400, 'neverHeardOf'), DOWN],
    ['no response in time', hang, SILENT],
    ['a broken connection', reset, SILENT],
    ['an empty 405', anyBody(405, ''), WRONG],
    ["a proxy's error page", anyBody(502, '<html>Bad gateway</html>', 'text/html'), SILENT],
    ['half a response', anyBody(200, '{"orderRef": "131daac9'), SILENT],
    ['a response without an order', anyBody(200, '{"status": "pending"}'), SILENT],
    ['a response of another type', anyBody(200, '[1, 2]'), SILENT],
    ['an order of the wrong types', anyBody(200, '{"orderRef": 7}'), SILENT],
  ])(
    'with %s shows an error page after one call, and another try succeeds',
    async (_, effect, page) => {
      await orderFault(broker, { endpoint: 'auth', effect });
      const login = await visit(broker, { acr_values: ANY });
      const answer = await press(login, 'other-device');
      expect(answer).toMatchObject({ ...page, state: 'ended' });
      const again = ['try-again', 'same-device'];
      expect([...answer.forms.keys()]).toEqual(
        page === WRONG ? ['cancel', ...again] : [...again, 'cancel'],
      );
      expect(callsTo('auth')).toBe(1);

      const entry = broker.logged.find(({ facts }) => facts.support_code === answer.supportCode);
      expect(entry?.event).toBe('login.start_failed');
      expect(entry?.level).toBe(page.status === 502 && isOurFault(effect) ? 'error' : 'warn');
      expect(await press(login, 'try-again')).toMatchObject({ status: 200, state: 'scan' });
      expect(callsTo('auth')).toBe(2);
    },
  );

  test.each([
    [503, 'maintenance', 'temporarily_unavailable', 'the eID cannot be reached'],
    [401, 'unauthorized', 'server_error', 'the eID refused the request'],
    [400, 'invalidParameters', 'server_error', 'the eID refused the request'],
  ])('with %s %s lets the person leave, and the application gets no denial', async (...row) => {
    const [status, errorCode, expected, description] = row;
    await orderFault(broker, { endpoint: 'auth', effect: error(status, errorCode) });
    const login = await visit(broker, { state: 'xyz' });
    expect(await load(login)).toMatchObject({ state: 'ended' });
    expectError(arrivalOf(await login.press('cancel')), expected, description);
    expect(callsTo('auth')).toBe(1);
  });

  test('that repeats five times opens the circuit, which closes after a pause', async () => {
    await orderFault(broker, { endpoint: 'auth', times: 5, effect: error(503, 'maintenance') });
    const login = await visit(broker, { acr_values: ANY });
    expect(await press(login, 'other-device')).toMatchObject(DOWN);
    for (let time = 0; time < 7; time += 1) {
      const { heading } = DOWN;
      expect(await press(login, 'try-again')).toMatchObject({ status: 503, heading });
    }
    expect(callsTo('auth')).toBe(5);
    broker.advance(5);
    expect(await press(login, 'try-again')).toMatchObject({ status: 200, state: 'scan' });
    const circuit = broker.logged.filter(({ event }) => event.startsWith('eid.circuit_'));
    expect(circuit.map(({ event }) => event)).toEqual(['eid.circuit_opened', 'eid.circuit_closed']);
  });

  test('with a lost response is not repeated', async () => {
    await orderFault(broker, { endpoint: 'auth', phase: 'after', effect: reset });
    const login = await visit(broker, { acr_values: ANY });
    expect(await press(login, 'other-device')).toMatchObject(SILENT);
    expect(callsTo('auth')).toBe(1);
  });

  test('at a renewal ends the attempt, whose previous order has expired', async () => {
    const login = await visit(broker);
    expect(await load(login)).toMatchObject({ state: 'scan' });
    broker.advance(30);
    await orderFault(broker, { endpoint: 'auth', effect: error(503, 'maintenance') });
    expect(await load(login)).toMatchObject({ state: 'ended' });
    expect(callsTo('auth')).toBe(2);
    expect(await press(login, 'try-again')).toMatchObject({ state: 'scan' });
  });
});

describe('a failed collect at BankID', () => {
  test.each<[string, Effect]>([
    ['500', error(500, 'internalError')],
    ['503 maintenance', error(503, 'maintenance')],
    [
      '429',
      {
        kind: 'error',
        status: 429,
        errorCode: 'tooManyRequests',
        headers: { 'Retry-After': '2' },
      },
    ],
    ['408', error(408, 'requestTimeout')],
    ['an unknown code', error(418, 'neverHeardOf')],
    ['no response in time', hang],
    ['a broken connection', reset],
    ["a proxy's error page", anyBody(502, '<html>Bad gateway</html>', 'text/html')],
    ['HTML with 200', anyBody(200, '<html>Welcome</html>', 'text/html')],
    ['half a response', anyBody(200, '{"orderRef": "131daac9')],
    ['an empty response', anyBody(200, '')],
    ['deep nesting', anyBody(200, `${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['a response about another order', { kind: 'answer', members: { orderRef: 'another' } }],
    ['an unknown status', { kind: 'answer', members: { status: 'dancing' } }],
    ['a status of the wrong type', { kind: 'answer', members: { status: 7 } }],
  ])('with %s leaves the page unchanged, and the login completes later', async (_, effect) => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    broker.advance(2);
    expect(await load(login)).toMatchObject({ state: 'app' });

    await orderFault(broker, { endpoint: 'collect', times: 2, effect });
    for (let time = 0; time < 2; time += 1) {
      broker.advance(2);
      expect(await load(login)).toMatchObject({ status: 200, state: 'app' });
    }
    await decide(broker, orderRef);
    await expectCode(login);
    expect(callsTo('collect')).toBeGreaterThanOrEqual(4);
  });

  test('that lasts for minutes ends the attempt at its expiry, and the page shows the timeout', async () => {
    const login = await visit(broker);
    await scan(broker, login);
    await orderFault(broker, {
      endpoint: 'collect',
      times: 1000,
      effect: error(503, 'maintenance'),
    });
    for (let seconds = 0; seconds < 420; seconds += 60) {
      expect(await load(login)).toMatchObject({ status: 200, state: 'scan' });
      broker.advance(60);
    }
    expect(await load(login)).toMatchObject({ state: 'ended', heading: 'Time ran out' });
    // The circuit is open now; after five seconds the next test finds it half-open.
    broker.advance(5);
  });

  test('with Retry-After delays the next collect, and the login completes later', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    const busy = { kind: 'error', status: 429, errorCode: 'tooManyRequests' } as const;
    const effect = { ...busy, headers: { 'Retry-After': '10' } };
    await orderFault(broker, { endpoint: 'collect', times: 1, effect });
    for (let seconds = 0; seconds < 10; seconds += 2) {
      broker.advance(2);
      expect(await load(login)).toMatchObject({ status: 200, state: 'scan' });
    }
    expect(callsTo('collect')).toBe(1);
    broker.advance(2);
    await decide(broker, orderRef);
    await expectCode(login);
  });

  test('is not repeated within two seconds, even for parallel pages', async () => {
    const login = await visit(broker);
    await scan(broker, login);
    await orderFault(broker, { endpoint: 'collect', effect: error(503, 'maintenance') });
    broker.advance(2);
    await Promise.all(Array.from({ length: 10 }, () => load(login)));
    expect(callsTo('collect')).toBe(1);
    expect(broker.simulator.statistics().fastCollects).toBe(before.fastCollects);
  });

  test.each([
    ['userDances', 'An identification or signing is in progress.'],
    ['', 'An identification or signing is in progress.'],
    [7, 'An identification or signing is in progress.'],
    ['<b>'.repeat(100), 'An identification or signing is in progress.'],
    ['processing', 'An identification or signing is in progress.'],
    ['userMrtd', 'Take a photo of, and scan, your ID document with the BankID app.'],
  ])('with the hint %p shows "%s", and the login goes on', async (hintCode, message) => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    await orderFault(broker, {
      endpoint: 'collect',
      when: 'pending',
      phase: 'after',
      effect: { kind: 'answer', members: { hintCode, unheardOf: { of: [true] } } },
    });
    broker.advance(2);
    expect(await load(login)).toMatchObject({ state: 'app', message });
    await decide(broker, orderRef);
    await expectCode(login);
  });
});

describe('a complete order whose response is lost or incomplete', () => {
  test.each<[string, Effect]>([
    ['the connection breaks', reset],
    ['the response is late', hang],
    ['the response is invalid', anyBody(200, '<html>')],
    ['an error comes instead', error(500, 'internalError')],
  ])('is reported as our error, not as a denial, when %s', async (_, effect) => {
    const login = await visit(broker, { state: 'xyz' });
    const orderRef = await scan(broker, login);
    const lost = { endpoint: 'collect', when: 'complete', phase: 'after', effect } as const;
    await orderFault(broker, lost);
    await decide(broker, orderRef);
    expect(await load(login)).toMatchObject({
      status: 200,
      state: expect.stringMatching(/scan|app/),
    });
    broker.advance(2);
    await expectLost(login);
  });

  test.each(['user', 'user.personalNumber', 'device.ipAddress'])(
    'is reported as our error, not as a denial, without %s',
    async (member) => {
      const login = await visit(broker, { state: 'xyz' });
      await decideWithout(login, [member]);
      await expectLost(login);
    },
  );

  test.each(['signature', 'ocspResponse'])(
    'is reported as our error without %s of the requested evidence',
    async (member) => {
      const login = await visit(broker, { state: 'xyz', scope: 'openid evidence' });
      await decideWithout(login, [member]);
      await expectFault(login, 'the evidence of the eID could not be verified');
    },
  );

  test('yields a code without the optional members', async () => {
    const login = await visit(broker);
    await decideWithout(login, ['device.uhi', 'bankIdIssueDate', 'risk']);
    await expectCode(login);
  });

  test('yields a code without evidence that the scope does not request', async () => {
    const login = await visit(broker);
    await decideWithout(login, ['signature', 'ocspResponse']);
    await expectCode(login);
  });

  /** The person approves, and BankID's response lacks these members. */
  async function decideWithout(login: Visit, members: readonly string[]): Promise<void> {
    const orderRef = await scan(broker, login);
    const effect = { kind: 'omit', members } as const;
    await orderFault(broker, { endpoint: 'collect', when: 'complete', phase: 'after', effect });
    await decide(broker, orderRef);
  }
});

describe('the log', () => {
  test('contains no personal number, secret, token, code, evidence or QR secret', async () => {
    const canary = { qrStartSecret: 'canary-qr-secret', qrStartToken: 'canary-qr-token' };
    const effect = { kind: 'answer', members: canary } as const;
    await orderFault(broker, { endpoint: 'auth', phase: 'after', effect });
    const qrLogin = await visit(broker);
    expect((await load(qrLogin)).qr).toContain('canary-qr-token');
    secrets.add('canary-qr-secret').add('canary-qr-token');

    const login = await visit(broker, { acr_values: SAME, scope: 'openid evidence' });
    const { appLink } = await press(login, 'same-device');
    secrets.add(new URL(appLink!).searchParams.get('autostarttoken')!);
    const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    secrets.add(new URL(returnUrl!).searchParams.get('nonce')!);
    await login.browser.get(`${login.url}/return?nonce=wrong`);
    // The cookie's value names the login, as its URL does; the signature authenticates the browser.
    const cookies = await login.browser.jar.getCookies(login.url);
    for (const { key, value } of cookies) if (key.endsWith('.sig')) secrets.add(value);
    const callback = arrivalOf(await login.browser.follow(returnUrl!));
    await expectTokens(callback);
    await exchangeCode(broker, callback).then(({ status }) => expect(status).toBe(400));

    expect(broker.logged.length).toBeGreaterThan(20);
    expect(loggedSecrets(broker.logged, ['demo-web', 'the connection broke'])).toEqual([
      'demo-web',
    ]);
    expect(loggedSecrets(broker.logged, secrets)).toEqual([]);
    const pages = shown.join('\n');
    expect(pages).not.toContain('canary-qr-secret');
    expect(pages).not.toContain(TOLVAN);
    expect(pages).not.toContain('Tolvan');
  });

  test('contains no error of the service itself', () => {
    const faults = broker.logged.filter(({ event }) => /request\.failed|page_failed/.test(event));
    expect(faults).toEqual([]);
  });
});

describe('an outage of BankID', () => {
  test('leaves pending logins pending, ends a new one with an error page, and the service stays up', async () => {
    const waiting = await visit(broker);
    await scan(broker, waiting);
    await broker.simulator.close();
    broker.advance(2);
    expect(await load(waiting)).toMatchObject({ status: 200, state: 'scan' });
    const login = await visit(broker, { acr_values: ANY });
    expect(await press(login, 'other-device')).toMatchObject({ ...SILENT, state: 'ended' });
    const discovery = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    expect(discovery.status).toBe(200);
  });
});

async function load(login: Visit): Promise<RenderedPage> {
  const page = await login.load();
  shown.push(page.html);
  return page;
}

async function press(login: Visit, button: string): Promise<RenderedPage> {
  const page = renderedPage(await login.press(button));
  shown.push(page.html);
  return page;
}

function callsTo(endpoint: 'auth' | 'collect'): number {
  return broker.simulator.statistics().calls[endpoint] - before.calls[endpoint];
}

/** Errors that the operator must fix: wrong credentials or addresses of ours. */
function isOurFault(effect: Effect): boolean {
  return !(effect.kind === 'error' && effect.errorCode === 'invalidParameters');
}

async function expectCode(login: Visit): Promise<void> {
  await expectTokens(await arrivesAtLast(login));
}

/** On a busy machine a collect may time out; the page then polls again. */
async function arrivesAtLast(login: Visit): Promise<URL> {
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await login.browser.follow(login.url);
    if (answer.location !== undefined) return arrivalOf(answer);
    broker.advance(2);
  }
  return login.arrive();
}

async function expectTokens(callback: URL): Promise<void> {
  secrets.add(callback.searchParams.get('code')!);
  const { status, body } = await exchangeCode(broker, callback);
  expect(status).toBe(200);
  const claims = await verifiedClaims(broker, body.id_token);
  expect(claims.ssn).toBe(TOLVAN);
  secrets.add(body.access_token!).add(body.id_token!);
  if (typeof claims.evidence === 'string') secrets.add(claims.evidence.slice(0, 100));
}

function expectLost(login: Visit): Promise<void> {
  return expectFault(login, 'the answer of the eID was lost');
}

async function expectFault(login: Visit, description: string): Promise<void> {
  expect(await load(login)).toMatchObject({ state: 'ended', heading: 'This did not work' });
  const callback = arrivalOf(await login.press('cancel'));
  expectError(callback, 'server_error', description);
}

function expectError(callback: URL, error: string, error_description: string): void {
  const expected = { error, error_description, state: 'xyz', iss: broker.issuer };
  expect(errorFieldsIn(callback)).toEqual(expected);
}
