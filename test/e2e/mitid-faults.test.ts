import type { Effect } from '@eid-broker/eid-simulators/oidc/faults';
import type { Endpoint } from '@eid-broker/eid-simulators/oidc/routes';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { errorFieldsIn } from '../support/error-fields.ts';
import {
  type Approved,
  approved,
  bring,
  bringInVain,
  depart,
  exchangesAt,
  type MitIdBroker,
  mitIdRequest,
  redeem,
  startMitIdBroker,
  VIPPS,
} from '../support/mitid-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

/** The error and its description at the application. */
type Answered = readonly [error: string, description: string];

const LOST: Answered = ['server_error', 'the answer of the eID was lost'];
const UNVERIFIED: Answered = ['server_error', 'the evidence of the eID could not be verified'];
const UNREACHABLE: Answered = ['temporarily_unavailable', 'the eID cannot be reached'];

/** Failures in a row that open the circuit, if they count. */
const FAILURES_OF_A_CIRCUIT = 5;
/** Seconds until an open circuit tests whether the eID is back. */
const PAUSE_OF_A_CIRCUIT = 5;

let broker: MitIdBroker;
beforeAll(async () => {
  broker = await startMitIdBroker();
});
afterAll(() => broker.close());
beforeEach(() => {
  broker.logged.length = 0;
});
afterEach(() => broker.oidc.faults.clear());

describe('an answer', () => {
  leavesCircuitClosed();

  test('in another browser changes nothing: the first browser logs in', async () => {
    const { browser, answer } = await approved(broker);
    const before = exchanges();
    const elsewhere = await newBrowser().get(answer.href);
    expect([elsewhere.status, elsewhere.location]).toEqual([403, undefined]);
    expect(renderedPage(elsewhere).error).toBe('other-browser');
    expect(exchanges()).toBe(before);
    await expectToken(await bring(browser, answer));
  });

  test('is worth one code, also when it is replayed before and after the code', async () => {
    const { browser, answer } = await approved(broker);
    const before = exchanges();
    const first = await browser.get(answer.href);
    const again = await browser.get(answer.href);
    expect(new URL(again.location ?? '').pathname).toMatch(/^\/login\//);
    const callback = await bring(browser, new URL(first.location ?? ''));
    const late = await browser.follow(answer.href);
    expect([late.status, renderedPage(late).error]).toEqual([404, 'login-over']);
    expect(exchanges()).toBe(before + 1);
    await expectToken(callback);
  });

  test('that arrives twice at once is exchanged once, for one token', async () => {
    const { browser, answer } = await approved(broker);
    const before = exchanges();
    const both = await Promise.all([browser.get(answer.href), browser.get(answer.href)]);
    const paths = both.map(({ location = '' }) => new URL(location).pathname);
    expect(paths.filter((path) => path.startsWith('/oauth2/authorize/'))).toHaveLength(1);
    expect(paths.filter((path) => path.startsWith('/login/'))).toHaveLength(1);
    expect(exchanges()).toBe(before + 1);
    const ends = await Promise.all(both.map(({ location = '' }) => browser.follow(location)));
    const codes = ends.flatMap(({ location = '' }) => /[?&]code=/.exec(location) ?? []);
    expect(codes).toHaveLength(1);
    await expectToken(new URL(ends.find(({ location }) => location)?.location ?? ''));
  });
});

describe('an answer that is not of this login', () => {
  leavesCircuitClosed();

  test('of another eID at this callback is unverified, and redeems nothing', async () => {
    const foreign = await approved(broker, { acr: VIPPS });
    foreign.answer.pathname = '/callback/dk-mitid';
    await expectRefused(foreign);
  });

  test('at the callback of another eID is unverified, and redeems nothing', async () => {
    const mine = await approved(broker);
    mine.answer.pathname = '/callback/no-vipps';
    await expectRefused(mine);
  });

  test.each([
    ['and its issuer', true],
    ['without its issuer', false],
  ])('with the code of another eID %s is unverified, and redeems nothing', async (_, hasIssuer) => {
    const { answer: foreign } = await approved(broker, { acr: VIPPS });
    const mine = await approved(broker);
    mine.answer.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    if (hasIssuer) mine.answer.searchParams.set('iss', broker.oidc.issuers.vipps ?? '');
    else mine.answer.searchParams.delete('iss');
    await expectRefused(mine);
  });

  test.each(['a-code-of-nobody', ''])('with the wrong code %p is final', async (code) => {
    const { browser, answer } = await approved(broker);
    const right = new URL(answer);
    answer.searchParams.set('code', code);
    expectError(await bringInVain(browser, answer), code === '' ? UNVERIFIED : LOST);
    const late = await browser.follow(right.href);
    expect([late.status, late.location]).toEqual([404, undefined]);
  });
});

describe('a broker that fails after the departure', () => {
  leavesCircuitClosed();

  test.each<[string, Endpoint, Effect, Answered]>([
    ['truncated JSON', 'token', { kind: 'garbage' }, LOST],
    ['no JSON', 'token', { kind: 'status', status: 200 }, LOST],
    ['an ID token that is no JWT', 'token', { kind: 'not-a-jwt' }, UNVERIFIED],
    ['an ID token by another key', 'token', { kind: 'foreign-key' }, UNVERIFIED],
    ['truncated claims', 'userinfo', { kind: 'garbage' }, LOST],
    ['claims that are no JSON', 'userinfo', { kind: 'status', status: 200 }, LOST],
    ['503', 'token', { kind: 'status', status: 503 }, UNREACHABLE],
    ['a broken connection', 'token', { kind: 'reset' }, LOST],
    ['a response that is lost', 'token', { kind: 'lost' }, LOST],
  ])('by %s at %s ends the login for good', async (_, endpoint, effect, expected) => {
    const { browser, answer } = await approved(broker);
    broker.oidc.faults.add({ profile: 'mitid', endpoint, effect, times: 1 });
    const before = exchanges();
    expectError(await bringInVain(browser, answer), expected);
    const late = await browser.follow(answer.href);
    expect([late.status, late.location]).toEqual([404, undefined]);
    expect(exchanges()).toBe(before + 1);
    await expectToken(await bringNew());
  });

  test.each<[string, Effect, Effect | undefined]>([
    ['one slow response', { kind: 'slow', milliseconds: 2_500 }, undefined],
    ['none', { kind: 'hang' }, undefined],
    ['two', { kind: 'slow', milliseconds: 1_300 }, { kind: 'slow', milliseconds: 1_300 }],
  ])('by responses beyond its budget: %s', async (_, token, userinfo) => {
    const issuer = broker.hurriedIssuer;
    const { browser, answer } = await approved(broker, { issuer });
    broker.oidc.faults.add({ profile: 'mitid', endpoint: 'token', effect: token, times: 1 });
    if (userinfo !== undefined) {
      const fault = { profile: 'mitid', endpoint: 'userinfo', effect: userinfo } as const;
      broker.oidc.faults.add({ ...fault, times: 1 });
    }
    expectError(await bringInVain(browser, answer), LOST, issuer);
  });

  test('but not by a slow response within its budget', async () => {
    const { browser, answer } = await approved(broker);
    const effect = { kind: 'slow', milliseconds: 1_500 } as const;
    broker.oidc.faults.add({ profile: 'mitid', endpoint: 'token', effect, times: 1 });
    await expectToken(await bring(browser, answer));
  });

  test.each<[string, Effect | undefined, Answered]>([
    ['a wrong code', undefined, LOST],
    ['503', { kind: 'status', status: 503 }, UNREACHABLE],
  ])('by %s, however often, opens no circuit for others', async (_, effect, expected) => {
    const times = FAILURES_OF_A_CIRCUIT + 1;
    const victims = await Promise.all(Array.from({ length: times }, () => approved(broker)));
    if (effect !== undefined) {
      broker.oidc.faults.add({ profile: 'mitid', endpoint: 'token', effect, times });
    }
    for (const { browser, answer } of victims) {
      if (effect === undefined) answer.searchParams.set('code', 'a-code-of-nobody');
      expectError(await bringInVain(browser, answer), expected);
    }
    await expectToken(await bringNew());
  });
});

describe('a broker that fails before the departure', () => {
  leavesCircuitClosed();

  test.each<[string, Effect]>([
    ['503', { kind: 'status', status: 503 }],
    ['a broken connection', { kind: 'reset' }],
    ['no response in time', { kind: 'hang' }],
  ])('by %s is unreachable, and the next try departs', async (_, effect) => {
    const issuer = broker.hurriedIssuer;
    broker.oidc.faults.add({ profile: 'mitid', endpoint: 'par', effect, times: 1 });
    expectError(await leaveUnreachable(issuer), UNREACHABLE, issuer);
    expect(await depart(broker, { issuer })).toMatchObject({ url: expect.any(String) });
  });
});

describe('a broker that is down', () => {
  test('loses the answers of the people who are there, and then opens the circuit', async () => {
    const there = await Promise.all(
      Array.from({ length: FAILURES_OF_A_CIRCUIT + 1 }, () => approved(broker)),
    );
    const bringUp = await broker.takeDown();
    for (const { browser, answer } of there) {
      expectError(await bringInVain(browser, answer), LOST);
    }
    expect(circuitEvents()).toEqual([]);

    for (let tries = 0; tries < FAILURES_OF_A_CIRCUIT; tries += 1) {
      expectError(await leaveUnreachable(broker.issuer), UNREACHABLE);
    }
    expect(circuitEvents()).toEqual(['eid.circuit_opened']);
    await bringUp();
    expectError(await leaveUnreachable(broker.issuer), UNREACHABLE);
    broker.advance(PAUSE_OF_A_CIRCUIT);
    await depart(broker);
    expect(circuitEvents()).toEqual(['eid.circuit_opened', 'eid.circuit_closed']);
  });
});

/** After each test of this group. */
function leavesCircuitClosed(): void {
  afterEach(() => expect(circuitEvents()).toEqual([]));
}

function circuitEvents(): readonly string[] {
  return broker.logged
    .map(({ event }) => event)
    .filter((event) => event.startsWith('eid.circuit_'));
}

/** The codes that MitID's token endpoint got so far. */
function exchanges(): number {
  return exchangesAt(broker, 'mitid');
}

/** Brings an answer that ends as unverified, before anything is redeemed at either eID. */
async function expectRefused({ browser, answer }: Approved): Promise<void> {
  const before = exchanges() + exchangesAt(broker, 'vipps');
  expectError(await bringInVain(browser, answer), UNVERIFIED);
  expect(exchanges() + exchangesAt(broker, 'vipps') - before).toBe(0);
}

/** The application gets exactly this, and so no code. */
function expectError(
  callback: URL,
  [error, error_description]: Answered,
  iss = broker.issuer,
): void {
  expect(errorFieldsIn(callback)).toEqual({ error, error_description, state: 'xyz', iss });
}

/** The code is worth one token of the person, and no second one. */
async function expectToken(callback: URL | undefined): Promise<void> {
  const { status, body } = await redeem(broker, callback);
  expect(status).toBe(200);
  const claims = await verifiedClaims(broker, body.id_token, 'web');
  expect(claims.cprNumberIdentifier).toBe(personsOf('DK')[0]?.nationalNumber);
  const again = await redeem(broker, callback);
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
}

/** Another person logs in. */
async function bringNew(): Promise<URL | undefined> {
  const { browser, answer } = await approved(broker);
  return bring(browser, answer);
}

/** Requests a login that cannot depart, and leaves its page by "cancel". */
async function leaveUnreachable(issuer: string): Promise<URL> {
  const browser = newBrowser();
  const page = await browser.follow(mitIdRequest(issuer));
  expect([page.status, renderedPage(page).heading]).toEqual([503, 'MitID cannot be reached']);
  const { fields = {}, action = '' } = renderedPage(page).forms.get('cancel') ?? {};
  const left = await browser.post(new URL(action, page.url).href, { ...fields });
  const { location = '' } = await browser.follow(left.location ?? '');
  return new URL(location);
}
