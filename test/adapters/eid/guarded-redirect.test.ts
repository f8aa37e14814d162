import { beforeEach, describe, expect, test } from '@jest/globals';

import { makeEidGuard } from '../../../src/adapters/eid/guarded-eid.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import { Failure } from '../../../src/domain/failure.ts';
import type { RedirectEid, RedirectOutcome, RedirectRequest } from '../../../src/ports/eid.ts';
import type { EidCall } from '../../../src/ports/metrics.ts';

const SETTING = { tenantId: 'shop', eid: 'xx-paper', environment: 'test' } as const;
const REQUEST: RedirectRequest = {
  acr: 'urn:grn:authn:xx:paper' as Acr,
  scope: ['openid'],
  language: 'en',
  action: 'login',
  application: 'Some application',
  text: undefined,
  person: undefined,
  directives: {},
  state: 'our-state',
};
const CALLBACK = 'https://login.example/callback/xx-paper';
const ANSWER = { url: CALLBACK, parameters: {} };
const LOST: RedirectOutcome = { state: 'ended', why: 'lost', hintCode: 'no_answer' };
const DOWN = new Failure('eid-unavailable', { detail: 'no answer in time' });

let called: Pick<EidCall, 'operation' | 'outcome'>[];
let isDown: boolean;
let finish: RedirectEid['finish'];
let eid: RedirectEid;
beforeEach(() => {
  called = [];
  isDown = false;
  finish = async () => LOST;
  const real: RedirectEid = {
    kind: 'redirect',
    async begin() {
      if (isDown) throw DOWN;
      return { url: 'https://paper.example', kept: {} };
    },
    finish: (kept, answer) => finish(kept, answer),
    certificates: () => [],
    close: async () => {},
  };
  const guard = makeEidGuard({
    clock: () => new Date('2026-11-21T12:00:00Z'),
    stopwatch: () => () => 0.25,
    metrics: {
      eidCalled: ({ operation, outcome }) => void called.push({ operation, outcome }),
      circuitChanged: () => {},
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const { redirect } = guard({ redirect: real }, SETTING);
  if (redirect === undefined) throw new Error('no redirect');
  eid = redirect;
});

async function beginTimes(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await eid.begin(REQUEST, CALLBACK).catch(() => {});
}

describe('the guard of a redirect eID', () => {
  test('stops departures after five that could not reach the eID', async () => {
    isDown = true;
    await beginTimes(5);
    isDown = false;
    await expect(eid.begin(REQUEST, CALLBACK)).rejects.toMatchObject({
      code: 'eid-unavailable',
      notAttempted: true,
    });
    expect(called.map(({ outcome }) => outcome)).toEqual([
      ...Array(5).fill('eid-unavailable'),
      'circuit-open',
    ]);
  });

  test('lets people arrive whose departures were before', async () => {
    isDown = true;
    await beginTimes(5);
    expect(await eid.finish({}, ANSWER)).toEqual(LOST);
    expect(called.at(-1)).toEqual({ operation: 'finish', outcome: 'answered' });
  });

  test('never counts arrivals against the eID: anybody can send a wrong code', async () => {
    for (let time = 0; time < 20; time += 1) await eid.finish({}, ANSWER);
    expect(await eid.begin(REQUEST, CALLBACK)).toMatchObject({ url: 'https://paper.example' });
  });

  test('ends arrivals beyond those that run and wait', async () => {
    let release: (outcome: RedirectOutcome) => void = () => {};
    const held = new Promise<RedirectOutcome>((resolve) => {
      release = resolve;
    });
    finish = () => held;
    const admitted = Array.from({ length: 128 }, () => eid.finish({}, ANSWER));
    expect(await eid.finish({}, ANSWER)).toEqual({ ...LOST, hintCode: 'too-many-calls' });
    release(LOST);
    expect(await Promise.all(admitted)).toEqual(Array(128).fill(LOST));
  });

  test('passes the errors of our own code on', async () => {
    finish = async () => {
      throw new Error('a fault of ours');
    };
    await expect(eid.finish({}, ANSWER)).rejects.toThrow('a fault of ours');
  });
});
