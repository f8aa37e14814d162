import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { auth, type Bench, BROKEN, PERSONS, phoneAuth, startBench } from '../harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterEach(async () => {
  await fetch(`${bench.simulator.phoneUrl}/api/faults`, { method: 'DELETE' });
});
afterAll(() => bench.close());

const spoil = (fault: object) => bench.phone('/api/faults', fault);
const error = (status: number, errorCode: string) => ({ kind: 'error', status, errorCode });

describe('a fault', () => {
  test('affects the next calls of its endpoint and no more', async () => {
    const fault = { endpoint: 'auth', times: 2, effect: error(503, 'maintenance') };
    expect((await spoil(fault)).body).toEqual([{ ...fault, phase: 'before' }]);
    const { orderRef } = (await bench.rp('phone/auth', phoneAuth)).body;
    expect((await bench.rp('cancel', { orderRef })).status).toBe(200);
    for (const _ of [1, 2]) {
      expect(await bench.rp('auth', auth)).toMatchObject({
        status: 503,
        body: { errorCode: 'maintenance', details: 'Injected fault' },
      });
    }
    expect((await bench.rp('auth', auth)).status).toBe(200);
    expect((await bench.phone('/api/faults')).body).toEqual([]);
  });

  test.each([
    [400, 'alreadyInProgress'],
    [400, 'invalidParameters'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [408, 'requestTimeout'],
    [415, 'unsupportedMediaType'],
    [429, 'tooManyRequests'],
    [500, 'internalError'],
    [503, 'maintenance'],
    [418, 'brandNew'],
  ])('can respond with %i %s', async (status, errorCode) => {
    await spoil({
      endpoint: 'any',
      effect: { ...error(status, errorCode), headers: { 'X-A': 'b' } },
    });
    const answer = await bench.rp('collect', { orderRef: 'x' });
    expect(answer).toMatchObject({ status, body: { errorCode }, headers: { 'x-a': 'b' } });
  });

  test('can break the connection before the order is made, or after', async () => {
    const count = async () => (await bench.phone('/api/orders')).body.length;
    const before = await count();
    await spoil({ endpoint: 'auth', phase: 'before', effect: { kind: 'reset' } });
    await expect(bench.rp('auth', auth)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await count()).toBe(before);
    await spoil({ endpoint: 'auth', phase: 'after', effect: { kind: 'reset' } });
    await expect(bench.rp('auth', auth)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await count()).toBe(before + 1);
  });

  test('can withhold the response until the simulator closes', async () => {
    const other = await startBench();
    await other.phone('/api/faults', { endpoint: 'auth', effect: { kind: 'hang' } });
    const end = other.rp('auth', auth).catch(({ code }) => code);
    while (other.simulator.statistics().calls.auth === 0) await other.phone('/api/clock');
    await other.close();
    expect(await end).toBe('ECONNRESET');
  });

  test('can respond with any body', async () => {
    const page = '<html>Bad gateway</html>';
    await spoil({ effect: { kind: 'body', status: 502, body: page, contentType: 'text/html' } });
    expect(await bench.rp('auth', auth)).toMatchObject({
      status: 502,
      text: page,
      headers: { 'content-type': 'text/html' },
    });
    await spoil({ effect: { kind: 'body', status: 200, body: BROKEN } });
    expect(await bench.rp('auth', auth)).toMatchObject({ status: 200, text: BROKEN });
  });

  test('can delay the response', async () => {
    await spoil({ endpoint: 'auth', effect: { kind: 'delay', milliseconds: 1 } });
    expect((await bench.rp('auth', auth)).status).toBe(200);
  });

  test('can change the response to unknown hint codes and statuses', async () => {
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const members = { hintCode: 'userDances', extra: { deep: true } };
    await spoil({ endpoint: 'collect', effect: { kind: 'answer', members } });
    expect((await bench.rp('collect', { orderRef })).body).toEqual({
      orderRef,
      status: 'pending',
      hintCode: 'userDances',
      extra: { deep: true },
    });
    expect((await bench.rp('collect', { orderRef })).body.hintCode).toBe('outstandingTransaction');
  });

  test('can apply to a complete response and remove members of it', async () => {
    await spoil({
      endpoint: 'collect',
      when: 'complete',
      effect: { kind: 'omit', members: ['device.uhi', 'ocspResponse', 'not.there'] },
    });
    const named = { ...phoneAuth, personalNumber: PERSONS.approves };
    const { orderRef } = (await bench.rp('phone/auth', named)).body;
    expect((await bench.rp('collect', { orderRef })).body.status).toBe('pending');
    bench.advance(4);
    const { completionData } = (await bench.rp('collect', { orderRef })).body;
    expect(completionData.device).toEqual({ ipAddress: '192.0.2.17' });
    expect(Object.keys(completionData)).toEqual([
      'user',
      'device',
      'bankIdIssueDate',
      'stepUp',
      'signature',
    ]);
  });

  test.each([
    [{}, 'effect must be an object'],
    [{ effect: { kind: 'explode' } }, 'effect.kind must be one of'],
    [{ effect: { kind: 'error', errorCode: 'x' } }, 'effect.status is missing or wrong'],
    [{ effect: { kind: 'body', status: 99, body: '' } }, 'effect.status is missing or wrong'],
    [{ effect: { kind: 'reset', status: 1 } }, 'unknown member status'],
    [{ effect: { kind: 'omit', members: 'signature' } }, 'effect.members is missing or wrong'],
    [{ effect: { kind: 'delay', milliseconds: -1 } }, 'effect.milliseconds is missing or wrong'],
    [{ effect: { kind: 'hang' }, times: 0 }, 'times must be 1 or more'],
    [{ effect: { kind: 'hang' }, endpoint: 'payment' }, 'endpoint must be one of'],
    [{ effect: { kind: 'hang' }, when: 'complete' }, 'when needs the phase after'],
    [{ effect: { kind: 'omit', members: [] }, phase: 'before' }, 'omit needs the phase after'],
  ])('is refused as %j', async (fault, reason) => {
    const { status, body } = await spoil(fault);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'malformed_request', reason: expect.stringContaining(reason) });
  });
});
