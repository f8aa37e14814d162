import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { qrData } from '../../../src/bankid/orders/qr-code.ts';
import { ASA, auth, type Bench, PERSONS, phoneAuth, startBench, T0, TOLVAN } from '../harness.ts';

let directory: string;
let bench: Bench;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bankid-simulator-'));
});
beforeEach(async () => {
  bench = await startBench({ directory });
});
afterEach(() => bench.close());
afterAll(() => rm(directory, { recursive: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');
const order = async (endpoint = 'auth', request: object = auth) =>
  (await bench.rp(endpoint, request)).body;
const collect = async (orderRef: string) => (await bench.rp('collect', { orderRef })).body;
const listed = async () => (await bench.phone('/api/orders')).body;
const currentQr = async () => (await listed()).at(-1).qrData;
const scan = (qrData: string, personalNumber = TOLVAN) =>
  bench.phone('/api/scan', { qrData, personalNumber });
const open = (way: object, personalNumber = TOLVAN) =>
  bench.phone('/api/open', { ...way, personalNumber });
const act = (orderRef: string, action: string, body: object = {}) =>
  bench.phone(`/api/orders/${orderRef}/${action}`, body);

describe('the risk', () => {
  const approved = async (request: object, body: object = {}) => {
    const { orderRef, autoStartToken } = await order('auth', { ...auth, ...request });
    await open({ autoStartToken });
    const outcome = (await act(orderRef, 'approve', body)).body;
    const { status, hintCode, completionData } = await collect(orderRef);
    expect(outcome).toMatchObject({ orderRef, status, ...(hintCode && { hintCode }) });
    return hintCode ?? completionData.risk;
  };

  test.each([
    ['low', 'low', 'low'],
    ['low', 'moderate', 'transactionRiskBlocked'],
    ['low', 'high', 'transactionRiskBlocked'],
    ['moderate', 'moderate', 'moderate'],
    ['moderate', 'high', 'transactionRiskBlocked'],
    ['moderate', 'none', undefined],
  ])('an order that accepts %s and is assessed as %s ends with %s', async (accepted, risk, end) => {
    expect(await approved({ requirement: { risk: accepted } }, { risk })).toBe(end);
  });

  test('an order that only requests the risk is never blocked', async () => {
    expect(await approved({ returnRisk: true }, { risk: 'high' })).toBe('high');
    expect(await approved({ returnRisk: true }, { risk: 'none' })).toBeUndefined();
    expect(await approved({ returnRisk: true })).toBe('low');
  });

  test('is left out of an order that does not request it', async () => {
    expect(await approved({ returnRisk: false }, { risk: 'high' })).toBeUndefined();
    expect(await approved({})).toBeUndefined();
  });

  test('is one of four, and only for an approval', async () => {
    const { orderRef, autoStartToken } = await order();
    await open({ autoStartToken });
    expect(await act(orderRef, 'approve', { risk: 'LOW' })).toMatchObject({
      status: 400,
      body: {
        error: 'malformed_request',
        reason: 'risk must be one of none, low, moderate, high',
      },
    });
    expect(await act(orderRef, 'cancel', { risk: 'low' })).toMatchObject({
      status: 400,
      body: { error: 'malformed_request', reason: 'unknown member risk' },
    });
  });
});

describe('the list of orders', () => {
  test('is empty at first', async () => {
    expect(await bench.phone('/api/orders')).toMatchObject({ status: 200, body: [] });
  });

  test("shows open orders, oldest first, with the app's view", async () => {
    const first = await order('auth', {
      ...auth,
      userVisibleData: base64('Åtkomst'),
      requirement: { personalNumber: ASA, pinCode: true, mrtd: true },
    });
    bench.advance(3);
    const second = await order('phone/sign', {
      ...phoneAuth,
      callInitiator: 'RP',
      userVisibleData: base64('# Köp'),
      userVisibleDataFormat: 'simpleMarkdownV1',
    });
    expect(await listed()).toEqual([
      {
        orderRef: first.orderRef,
        kind: 'auth',
        personalNumber: ASA,
        hintCode: 'outstandingTransaction',
        createdAt: T0.toISOString(),
        display: {
          relyingParty: 'Demo service (simulated)',
          action: 'identify',
          text: 'Åtkomst',
          format: 'plaintext',
          pinCode: true,
          readsIdDocument: true,
        },
        qrData: expect.stringMatching(
          new RegExp(`^bankid\\.${first.qrStartToken}\\.3\\.[0-9a-f]{64}$`),
        ),
        autoStartToken: first.autoStartToken,
      },
      {
        orderRef: second.orderRef,
        kind: 'phone/sign',
        personalNumber: TOLVAN,
        hintCode: 'outstandingTransaction',
        createdAt: new Date(T0.getTime() + 3000).toISOString(),
        display: {
          relyingParty: 'Demo service (simulated)',
          action: 'sign',
          text: '# Köp',
          format: 'simpleMarkdownV1',
          callQuestion: 'Did Demo service (simulated) call you, and are you in that call now?',
          callInitiator: 'RP',
        },
      },
    ]);
  });

  test('shows a started order without code and token but with its opener, and no ended one', async () => {
    const { orderRef } = await order();
    await scan(await currentQr());
    const [shown] = await listed();
    expect(shown).toMatchObject({ orderRef, openedBy: TOLVAN, hintCode: 'userSign' });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['qrData']));
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['autoStartToken']));
    await act(orderRef, 'cancel');
    expect(await listed()).toEqual([]);
  });
});

describe('a scan', () => {
  test('takes the order to its approval', async () => {
    const { orderRef } = await order();
    expect(await scan(await currentQr())).toMatchObject({
      status: 200,
      body: {
        orderRef,
        hintCode: 'userSign',
        display: { relyingParty: 'Demo service (simulated)', action: 'identify' },
      },
    });
    expect(await collect(orderRef)).toEqual({ orderRef, status: 'pending', hintCode: 'userSign' });
    expect((await act(orderRef, 'approve')).body).toEqual({ orderRef, status: 'complete' });
    expect((await collect(orderRef)).completionData.user.personalNumber).toBe(TOLVAN);
    expect(await collect(orderRef)).toEqual({
      errorCode: 'invalidParameters',
      details: 'No such order',
    });
  });

  test.each([
    [5, 200],
    [6, 409],
  ])('of a code that is %i seconds old gets %i', async (age, status) => {
    await order();
    const qrData = await currentQr();
    bench.advance(age);
    const answer = await scan(qrData);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body).toEqual({
      error: 'stale_qr_code',
      reason: 'The QR code is 6 seconds old; at most 5 are allowed',
    });
    expect((await scan(await currentQr())).status).toBe(200);
  });

  test('of a code from the future is refused', async () => {
    const tokens = await order();
    expect((await scan(qrData(tokens, 5))).status).toBe(200);
    expect((await scan(qrData(await order(), 6))).body).toEqual({
      error: 'stale_qr_code',
      reason: 'The QR code is 6 seconds ahead of time; at most 5 are allowed',
    });
  });

  test("may be as old as the simulator's settings permit", async () => {
    await bench.close();
    bench = await startBench({ directory, qrToleranceSeconds: 0 });
    const tokens = await order();
    bench.advance(1);
    expect((await scan(qrData(tokens, 0))).body.error).toBe('stale_qr_code');
    expect((await scan(qrData(tokens, 1))).status).toBe(200);
  });

  test('of a used, forged, unknown or invalid code is refused with the reason', async () => {
    const { orderRef } = await order();
    const qrData = await currentQr();
    const forged = qrData.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
    expect(await scan(forged)).toMatchObject({ status: 400, body: { error: 'wrong_qr_code' } });
    await scan(qrData);
    expect(await scan(qrData, ASA)).toMatchObject({
      status: 409,
      body: {
        error: 'already_used',
        reason: 'The order was started already: a code, link or push works once',
      },
    });
    await act(orderRef, 'cancel');
    expect(await scan(qrData)).toMatchObject({
      status: 409,
      body: { error: 'order_over', reason: 'The order is over (failed, userCancel)' },
    });
    await collect(orderRef);
    expect(await scan(qrData)).toMatchObject({ status: 404, body: { error: 'unknown_qr_code' } });
    expect(await scan('bankid')).toMatchObject({
      status: 400,
      body: { error: 'malformed_qr_code' },
    });
  });

  test('after the limit for the start is refused, since the order has failed', async () => {
    const { orderRef } = await order();
    bench.advance(29);
    const qrData = await currentQr();
    bench.advance(1);
    expect((await scan(qrData)).body).toEqual({
      error: 'order_over',
      reason: 'The order is over (failed, startFailed)',
    });
    expect((await collect(orderRef)).hintCode).toBe('startFailed');
  });

  test('by another person than the required one fails the order', async () => {
    const { orderRef } = await order('auth', { ...auth, requirement: { personalNumber: ASA } });
    expect(await scan(await currentQr())).toMatchObject({
      status: 409,
      body: { error: 'wrong_person' },
    });
    expect((await collect(orderRef)).hintCode).toBe('certificateErr');
  });

  test.each([
    [{ cardReader: 'class1' }, 409],
    [{ certificatePolicies: ['1.2.3.4.10'] }, 409],
    [{ certificatePolicies: ['1.2.3.4.10', '1.2.3.4.25'] }, 200],
    [{ certificatePolicies: ['1.2.3.4.*'] }, 200],
  ])('of an order that requires %j gets %i', async (requirement, status) => {
    const { orderRef } = await order('auth', { ...auth, requirement });
    expect((await scan(await currentQr())).status).toBe(status);
    const hintCode = status === 200 ? 'userSign' : 'started';
    expect(await collect(orderRef)).toEqual({ orderRef, status: 'pending', hintCode });
  });
});

describe('opening', () => {
  test.each([
    (token: string) => ({ autoStartToken: token }),
    (token: string) => ({ link: `https://app.bankid.com/?autostarttoken=${token}&redirect=null` }),
    (token: string) => ({ link: `bankid:///?autostarttoken=${token}&redirect=null` }),
  ])('by start token works once', async (way) => {
    const { orderRef, autoStartToken } = await order();
    expect(await open(way(autoStartToken))).toMatchObject({
      status: 200,
      body: { orderRef, hintCode: 'userSign' },
    });
    expect(await open(way(autoStartToken))).toMatchObject({
      status: 409,
      body: { error: 'already_used' },
    });
  });

  test('uses the QR code as well', async () => {
    const { autoStartToken } = await order();
    const qrData = await currentQr();
    await open({ autoStartToken });
    expect((await scan(qrData)).body.error).toBe('already_used');
  });

  test('by an unknown token or link is refused', async () => {
    const { qrStartToken, orderRef } = await order();
    for (const autoStartToken of ['nonsense', qrStartToken, orderRef]) {
      expect(await open({ autoStartToken })).toMatchObject({
        status: 404,
        body: { error: 'unknown_start_token' },
      });
    }
    expect(await open({ link: 'https://example.com/?autostarttoken=x' })).toMatchObject({
      status: 400,
      body: { error: 'malformed_link' },
    });
  });

  test('an approved same-device order returns its returnUrl, a scanned one does not', async () => {
    const returnUrl = 'https://rp.example/return?nonce=1';
    const first = await order('auth', { ...auth, returnUrl });
    await open({ autoStartToken: first.autoStartToken });
    expect((await act(first.orderRef, 'approve')).body).toEqual({
      orderRef: first.orderRef,
      status: 'complete',
      returnUrl,
    });
    const second = await order('auth', { ...auth, returnUrl });
    await scan(await currentQr());
    expect((await act(second.orderRef, 'approve')).body).toEqual({
      orderRef: second.orderRef,
      status: 'complete',
    });
  });

  test("a link's redirect counts only where the order has no returnUrl", async () => {
    const redirect = encodeURIComponent('https://rp.example/old');
    for (const [request, expected] of [
      [auth, 'https://rp.example/old'],
      [{ ...auth, returnUrl: 'https://rp.example/new' }, 'https://rp.example/new'],
    ] as const) {
      const { orderRef, autoStartToken } = await order('auth', request);
      await open({ link: `bankid:///?autostarttoken=${autoStartToken}&redirect=${redirect}` });
      expect((await act(orderRef, 'approve')).body.returnUrl).toBe(expected);
    }
  });

  test('by reference is for phone orders and their person', async () => {
    const plain = await order();
    expect(await open({ orderRef: plain.orderRef })).toMatchObject({
      status: 409,
      body: { error: 'not_a_phone_order' },
    });
    const { orderRef } = await order('phone/auth', phoneAuth);
    expect(await open({ orderRef })).toMatchObject({
      status: 200,
      body: { orderRef, hintCode: 'userCallConfirm' },
    });
    expect((await open({ orderRef })).body.error).toBe('already_used');
    expect((await open({ orderRef: 'nonsense' })).status).toBe(404);
  });

  test('of a phone order by another person is refused: it is not on that phone', async () => {
    const { orderRef } = await order('phone/auth', phoneAuth);
    expect((await open({ orderRef }, ASA)).body.error).toBe('wrong_person');
    expect((await collect(orderRef)).hintCode).toBe('outstandingTransaction');
  });
});

describe('actions', () => {
  test('confirm-call is followed by the approval, decline-call ends the order', async () => {
    const first = await order('phone/auth', phoneAuth);
    await open({ orderRef: first.orderRef });
    expect((await act(first.orderRef, 'approve')).body).toEqual({
      error: 'wrong_moment',
      reason:
        'The order cannot take approve now: the question about the call is still open (userCallConfirm)',
    });
    expect((await act(first.orderRef, 'confirm-call')).body).toEqual({
      orderRef: first.orderRef,
      status: 'pending',
      hintCode: 'userSign',
    });
    expect((await act(first.orderRef, 'approve')).body.status).toBe('complete');
    const second = await order('phone/auth', phoneAuth);
    await open({ orderRef: second.orderRef });
    expect((await act(second.orderRef, 'decline-call')).body.hintCode).toBe('userDeclinedCall');
    expect((await collect(second.orderRef)).hintCode).toBe('userDeclinedCall');
  });

  test('fail ends any open order with any hint code', async () => {
    const first = await order();
    expect((await act(first.orderRef, 'fail')).body.hintCode).toBe('certificateErr');
    const second = await order();
    await act(second.orderRef, 'fail', { hintCode: 'somethingNew' });
    expect(await collect(second.orderRef)).toEqual({
      orderRef: second.orderRef,
      status: 'failed',
      hintCode: 'somethingNew',
    });
  });

  test('need an open order, the right moment and the right person', async () => {
    const { orderRef } = await order();
    expect((await act('nonsense', 'approve')).status).toBe(404);
    for (const action of ['approve', 'cancel', 'confirm-call', 'decline-call']) {
      expect(await act(orderRef, action)).toMatchObject({
        status: 409,
        body: { error: 'wrong_moment' },
      });
    }
    await scan(await currentQr());
    expect(await act(orderRef, 'approve', { personalNumber: ASA })).toMatchObject({
      status: 409,
      body: { error: 'wrong_person' },
    });
    expect((await act(orderRef, 'approve', { personalNumber: TOLVAN })).status).toBe(200);
    expect(await act(orderRef, 'cancel')).toMatchObject({
      status: 409,
      body: { error: 'order_over', reason: 'The order is over (complete)' },
    });
    expect((await act(orderRef, 'dance')).status).toBe(404);
  });
});

describe('time', () => {
  test('is moved by the clock', async () => {
    const now = (seconds: number) => ({
      now: new Date(T0.getTime() + seconds * 1000).toISOString(),
    });
    expect((await bench.phone('/api/clock', { advanceSeconds: 90.5 })).body).toEqual(now(90.5));
    expect((await bench.phone('/api/clock', { advanceSeconds: 9.5 })).body).toEqual(now(100));
    expect((await bench.phone('/api/clock')).body).toEqual(now(100));
  });

  test.each([-1, '10', null, 1e12])('is not moved by %p', async (advanceSeconds) => {
    const { status, body } = await bench.phone('/api/clock', { advanceSeconds });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'malformed_request' });
  });

  test('ends an order that was started', async () => {
    const { orderRef } = await order();
    await scan(await currentQr());
    bench.advance(179);
    expect((await collect(orderRef)).hintCode).toBe('userSign');
    bench.advance(1);
    expect((await act(orderRef, 'approve')).body.reason).toBe(
      'The order is over (failed, expiredTransaction)',
    );
    expect((await collect(orderRef)).hintCode).toBe('expiredTransaction');
    expect((await collect(orderRef)).details).toBe('No such order');
  });

  test.each([
    ['complete', 'approve', 180],
    ['failed', 'cancel', 300],
  ])('ends a %s result that is not collected', async (status, action, seconds) => {
    const refs = [];
    for (const _ of [1, 2]) {
      const { orderRef } = await order();
      await scan(await currentQr());
      await act(orderRef, action);
      refs.push(orderRef);
    }
    const [first = '', second = ''] = refs;
    bench.advance(seconds - 0.001);
    expect((await collect(first)).status).toBe(status);
    bench.advance(0.001);
    expect((await collect(second)).details).toBe('No such order');
  });
});

describe('collects', () => {
  test('within a second of each other are counted', async () => {
    const { orderRef } = await order();
    await collect(orderRef);
    await collect(orderRef);
    bench.advance(1);
    await collect(orderRef);
    const calls = { auth: 1, sign: 0, 'phone/auth': 0, 'phone/sign': 0, collect: 3, cancel: 0 };
    expect((await bench.phone('/api/statistics')).body).toEqual({ calls, fastCollects: 1 });
    expect(bench.simulator.statistics()).toEqual({ calls, fastCollects: 1 });
  });

  test('are refused instead by a setting, and lose no result', async () => {
    await bench.close();
    bench = await startBench({ directory, refuseFastCollects: true });
    const { orderRef } = await order();
    await collect(orderRef);
    await act(orderRef, 'fail');
    expect(await bench.rp('collect', { orderRef })).toMatchObject({
      status: 429,
      headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '1' },
      body: { errorCode: 'tooManyRequests' },
    });
    bench.advance(1);
    expect((await collect(orderRef)).status).toBe('failed');
  });
});

describe('scripted persons', () => {
  const outcomeOf = async (orderRef: string) => {
    const { status, hintCode } = await collect(orderRef);
    return hintCode ?? status;
  };

  test.each([
    ['approves', 'complete'],
    ['cancels', 'userCancel'],
    ['blocked', 'certificateErr'],
    ['declinesCall', 'userSign'],
  ] as const)('a person who %s ends a scanned order by %s after two seconds', async (who, end) => {
    const { orderRef } = await order();
    await scan(await currentQr(), PERSONS[who]);
    bench.advance(1.999);
    expect(await outcomeOf(orderRef)).toBe('userSign');
    bench.advance(0.001);
    expect(await outcomeOf(orderRef)).toBe(end);
  });

  test('a person who never starts cannot scan, and the order fails', async () => {
    const { orderRef } = await order();
    expect((await scan(await currentQr(), PERSONS.neverStarts)).body.error).toBe('never_starts');
    expect(await outcomeOf(orderRef)).toBe('outstandingTransaction');
    bench.advance(30);
    expect(await outcomeOf(orderRef)).toBe('startFailed');
  });

  test.each([
    ['approves', ['userCallConfirm', 'userCallConfirm', 'userSign', 'complete']],
    ['cancels', ['userCallConfirm', 'userCallConfirm', 'userSign', 'userCancel']],
    ['declinesCall', ['userCallConfirm', 'userCallConfirm', 'userDeclinedCall']],
    ['blocked', ['userCallConfirm', 'userCallConfirm', 'certificateErr']],
  ] as const)('a person who %s acts on a phone order without a tester', async (who, stages) => {
    const { orderRef } = await order('phone/auth', { ...phoneAuth, personalNumber: PERSONS[who] });
    expect(await outcomeOf(orderRef)).toBe('outstandingTransaction');
    for (const stage of stages) {
      bench.advance(1);
      expect(await outcomeOf(orderRef)).toBe(stage);
    }
  });

  test('a person who never starts leaves a phone order to expire', async () => {
    const named = { ...phoneAuth, personalNumber: PERSONS.neverStarts };
    const { orderRef } = await order('phone/auth', named);
    bench.advance(179);
    expect(await outcomeOf(orderRef)).toBe('outstandingTransaction');
    bench.advance(1);
    expect(await outcomeOf(orderRef)).toBe('expiredTransaction');
  });

  test('are listed with their behaviour', async () => {
    const persons: { personalNumber: string; behaviour: string }[] = (
      await bench.phone('/api/persons')
    ).body;
    const behaviours = Object.fromEntries(
      persons.map(({ personalNumber, behaviour }) => [personalNumber, behaviour]),
    );
    expect(behaviours).toMatchObject({
      [TOLVAN]: 'waits',
      [PERSONS.approves]: 'approves',
      [PERSONS.cancels]: 'cancels',
      [PERSONS.neverStarts]: 'never-starts',
      [PERSONS.declinesCall]: 'declines-call',
      [PERSONS.blocked]: 'blocked',
    });
  });
});

describe('the access check', () => {
  const post = async (headers: Record<string, string>, body = '{"advanceSeconds":1}') => {
    const url = `${bench.simulator.phoneUrl}/api/clock`;
    const response = await fetch(url, { method: 'POST', headers, body });
    return {
      status: response.status,
      body: (await response.json()) as { error?: string },
      headers: response.headers,
    };
  };
  const json = { 'Content-Type': 'application/json' };

  test('permits the own page and scripts', async () => {
    expect((await post(json)).status).toBe(200);
    expect((await post({ ...json, Origin: bench.simulator.phoneUrl })).status).toBe(200);
    expect((await post({ 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test.each(['https://evil.example', 'null', 'http://localhost:1'])(
    'refuses pages of %s',
    async (origin) => {
      const { status, body, headers } = await post({ ...json, Origin: origin });
      expect({ status, error: body.error }).toEqual({ status: 403, error: 'foreign_page' });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('refuses other host names for this machine', async () => {
    const { port } = new URL(bench.simulator.phoneUrl);
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: `evil.example:${port}` };
      request({ host: '127.0.0.1', port, path: '/api/orders', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'refuses %s',
    async (type) => {
      const { status, body } = await post({ 'Content-Type': type });
      expect({ status, error: body.error }).toEqual({ status: 415, error: 'not_json' });
    },
  );

  test.each(['{', '[]', '"x"', '{"advanceSeconds":1,"more":2}'])('refuses %p', async (body) => {
    expect(await post(json, body)).toMatchObject({
      status: 400,
      body: { error: 'malformed_request' },
    });
  });

  test('names the missing member', async () => {
    expect((await bench.phone('/api/scan', { qrData: 'x' })).body).toEqual({
      error: 'malformed_request',
      reason: 'personalNumber is missing or no text',
    });
    expect((await open({ autoStartToken: 'x', orderRef: 'y' })).body.reason).toBe(
      'exactly one of link, autoStartToken, orderRef is needed',
    );
    expect((await scan('x', '191212121213')).body.error).toBe('malformed_personal_number');
  });

  test('accepts an action without a body', async () => {
    const { orderRef } = await order();
    const url = `${bench.simulator.phoneUrl}/api/orders/${orderRef}/fail`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  });

  test('knows no other paths', async () => {
    expect((await bench.phone('/api/nothing')).status).toBe(404);
    expect((await bench.phone('/api/orders', {})).status).toBe(404);
  });
});
