import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeEidGuard } from '../../../src/adapters/eid/guarded-eid.ts';
import { Failure } from '../../../src/domain/failure.ts';
import type { Progress } from '../../../src/domain/progress.ts';
import type { OrderEid, RedirectEid, RedirectRequest } from '../../../src/ports/eid.ts';
import type { Circuit, EidCall, EidOfTenant } from '../../../src/ports/metrics.ts';
import { OUTSTANDING, type ScriptedEid, scriptedEid } from '../../support/scripted-eid.ts';

const SETTING = { tenantId: 'shop', eid: 'xx-paper', environment: 'test' } as const;
const ORDER = { reference: 'order-1' };
const DOWN = new Failure('eid-unavailable', { detail: 'no answer in time' });

let now: Date;
let called: EidCall[];
let circuits: Circuit[];
let logged: string[];
let guard: ReturnType<typeof makeEidGuard>;
let real: ScriptedEid;
let eid: OrderEid;
beforeEach(() => {
  now = new Date('2026-11-21T12:00:00Z');
  called = [];
  circuits = [];
  logged = [];
  const note = (event: string) => void logged.push(event);
  guard = makeEidGuard({
    clock: () => now,
    stopwatch: () => () => 0.25,
    metrics: {
      eidCalled: (call) => void called.push(call),
      circuitChanged: (circuit) => void circuits.push(circuit),
    },
    log: { info: note, warn: note, error: note },
  });
  real = scriptedEid();
  eid = guarded(real);
});

/** The eID behind a guard of its own. */
function guarded(unguarded: OrderEid, setting: EidOfTenant = SETTING): OrderEid {
  const { order } = guard({ order: unguarded }, setting);
  if (order === undefined) throw new Error('no orders');
  return order;
}

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

/** The result of a call: the state of the answer, or the refusal. */
async function resultOf(call: Promise<Progress | object>): Promise<string> {
  try {
    const answer = await call;
    return 'state' in answer ? String(answer.state) : 'started';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.notAttempted ? 'not attempted' : error.code;
  }
}

/** Collects that many times, one after the other. */
async function collect(times: number, from = eid): Promise<string[]> {
  const all: string[] = [];
  for (let time = 0; time < times; time += 1) all.push(await resultOf(from.collect(ORDER)));
  return all;
}

function failures(times: number): Failure[] {
  return Array.from({ length: times }, () => DOWN);
}

/** An answer that the test releases. */
function held<Answer>() {
  let release: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

/** Runs all pending work. */
async function settle(): Promise<void> {
  for (let time = 0; time < 5; time += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the circuit of an eID', () => {
  test('opens after five failures in a row: further calls fail at once, without a request', async () => {
    real.willCollect(...failures(5));
    expect(await collect(5)).toEqual(failures(5).map(({ code }) => code));
    expect(await collect(3)).toEqual(['not attempted', 'not attempted', 'not attempted']);
    expect(await resultOf(eid.start(IDENTIFY_REQUEST))).toBe('not attempted');
    expect(real.calls).toHaveLength(5);
    await expect(eid.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
      values: { seconds: 5 },
    });
  });

  test('stays closed while any call between the failures succeeds', async () => {
    real.willCollect(...failures(4), OUTSTANDING, ...failures(4));
    expect((await collect(10)).filter((answer) => answer === 'not attempted')).toEqual([]);
  });

  test('counts starts and collects together', async () => {
    real.willCollect(...failures(3));
    real.willStart(...failures(2));
    await collect(3);
    await resultOf(eid.start(IDENTIFY_REQUEST));
    await resultOf(eid.start(IDENTIFY_REQUEST));
    expect(await collect(1)).toEqual(['not attempted']);
  });

  test.each(['eid-refused-request', 'eid-busy-with-person', 'eid-misconfigured'] as const)(
    'counts a refusal (%s) as an answer, not as a failure',
    async (code) => {
      real.willCollect(...failures(4));
      await collect(4);
      real.willStart(new Failure(code));
      expect(await resultOf(eid.start(IDENTIFY_REQUEST))).toBe(code);
      real.willCollect(...failures(4));
      await collect(4);
      expect(await collect(1)).toEqual(['pending']);
    },
  );

  test('lets one trial call through after the pause, and closes when it succeeds', async () => {
    real.willCollect(...failures(5));
    await collect(5);
    later(4.999);
    expect(await collect(1)).toEqual(['not attempted']);
    later(0.001);
    const probe = held<Progress>();
    real.willCollect(probe.promise);
    const first = resultOf(eid.collect(ORDER));
    expect(await collect(2)).toEqual(['not attempted', 'not attempted']);
    probe.release(OUTSTANDING);
    expect(await first).toBe('pending');
    expect(await collect(2)).toEqual(['pending', 'pending']);
  });

  test('stays open for another pause when the trial call fails', async () => {
    real.willCollect(...failures(6));
    await collect(5);
    later(5);
    expect(await collect(2)).toEqual(['eid-unavailable', 'not attempted']);
    later(5);
    expect(await collect(1)).toEqual(['pending']);
  });

  test('opens again only after five more failures', async () => {
    real.willCollect(...failures(5), OUTSTANDING, ...failures(4), OUTSTANDING);
    await collect(5);
    later(5);
    expect((await collect(6)).filter((answer) => answer === 'not attempted')).toEqual([]);
  });

  test('is reported to the metrics at each change, and to the log when it opens and when it closes', async () => {
    real.willCollect(...failures(7));
    await collect(5);
    later(5);
    await collect(1);
    later(5);
    await collect(1);
    later(5);
    await collect(1);
    const states = ['closed', 'open', 'half-open', 'open', 'half-open', 'open', 'half-open'];
    expect(circuits).toEqual([...states, 'closed'].map((state) => ({ ...SETTING, state })));
    expect(logged).toEqual(['eid.circuit_opened', 'eid.circuit_closed']);
  });

  test('is separate for each eID, tenant and environment', async () => {
    const others = [
      { ...SETTING, eid: 'xx-stone' },
      { ...SETTING, tenantId: 'bank' },
      { ...SETTING, environment: 'production' as const },
    ].map((setting) => guarded(scriptedEid(), setting));
    real.willCollect(...failures(5));
    await collect(5);
    for (const other of others) expect(await collect(1, other)).toEqual(['pending']);
    expect(await collect(1)).toEqual(['not attempted']);
  });

  test('is shared by the order and the redirect of one eID', async () => {
    const redirect: RedirectEid = {
      kind: 'redirect',
      begin: async () => ({ url: 'https://paper.example', kept: {} }),
      finish: async () => ({ state: 'ended', why: 'failed', hintCode: undefined }),
      certificates: () => [],
      close: async () => undefined,
    };
    const both = guard({ order: real, redirect }, SETTING);
    real.willCollect(...failures(5));
    await collect(5, both.order);
    const begun = both.redirect!.begin({} as RedirectRequest, 'https://login.example/callback');
    expect(await resultOf(begun)).toBe('not attempted');
  });

  test('does not stay open for ever when the clock is set back', async () => {
    real.willCollect(...failures(5));
    await collect(5);
    later(-3600);
    expect(await collect(1)).toEqual(['pending']);
  });
});

describe('an eID that answers with Retry-After', () => {
  const RETRY_AFTER = (seconds: number) => new Failure('eid-unavailable', { values: { seconds } });

  test('is not called for that long, from the first such answer on', async () => {
    real.willCollect(RETRY_AFTER(12));
    expect(await collect(2)).toEqual(['eid-unavailable', 'not attempted']);
    later(11.9);
    await expect(eid.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      values: { seconds: 1 },
      notAttempted: true,
    });
    later(0.1);
    expect(await collect(1)).toEqual(['pending']);
  });

  test('is called again after half a minute at the latest', async () => {
    real.willCollect(RETRY_AFTER(3600));
    await collect(1);
    later(29.9);
    expect(await collect(1)).toEqual(['not attempted']);
    later(0.1);
    expect(await collect(1)).toEqual(['pending']);
  });
});

describe('calls at the same time', () => {
  /** That many collects, which hang until they are released. */
  function hang(count: number) {
    const answers = Array.from({ length: count }, () => held<Progress>());
    real.willCollect(...answers.map(({ promise }) => promise));
    const calls = answers.map(() => resultOf(eid.collect(ORDER)));
    return { calls, release: () => answers.forEach(({ release }) => void release(OUTSTANDING)) };
  }

  test('are 64 at most; 64 more are queued, and any other fails at once', async () => {
    const { calls, release } = hang(64);
    const waiting = Array.from({ length: 64 }, () => resultOf(eid.collect(ORDER)));
    await settle();
    expect(real.calls).toHaveLength(64);
    expect(await resultOf(eid.start(IDENTIFY_REQUEST))).toBe('not attempted');
    release();
    expect(new Set(await Promise.all([...calls, ...waiting]))).toEqual(new Set(['pending']));
    expect(real.calls).toHaveLength(128);
  });

  test('are not made after more than a second in the queue', async () => {
    const { calls, release } = hang(64);
    const waiting = resultOf(eid.collect(ORDER));
    later(1.001);
    release();
    expect(await waiting).toBe('not attempted');
    await Promise.all(calls);
    expect(real.calls).toHaveLength(64);
    expect(await collect(1)).toEqual(['pending']);
  });

  test('are not made when the circuit opens while they are queued', async () => {
    const answers = Array.from({ length: 64 }, () => held<Progress>());
    const failing = answers.map(({ promise }) => promise.then(() => Promise.reject(DOWN)));
    for (const one of failing) one.catch(() => undefined);
    real.willCollect(...failing);
    const calls = failing.map(() => resultOf(eid.collect(ORDER)));
    const waiting = Array.from({ length: 10 }, () => resultOf(eid.collect(ORDER)));
    for (const { release } of answers) release(OUTSTANDING);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['eid-unavailable']));
    const made = real.calls.length - 64;
    expect(made).toBeLessThanOrEqual(5);
    const answered = await Promise.all(waiting);
    expect(answered.filter((answer) => answer === 'not attempted')).toHaveLength(10 - made);
  });

  test('leave room for the trial call after the pause', async () => {
    const { calls, release } = hang(64);
    real.willStart(...failures(5));
    const starts = Array.from({ length: 5 }, () => resultOf(eid.start(IDENTIFY_REQUEST)));
    release();
    await Promise.all([...calls, ...starts]);
    expect(await collect(1)).toEqual(['not attempted']);
    later(5);
    expect(await collect(1)).toEqual(['pending']);
  });
});

test('a collect gets the parameters of the return from the app', async () => {
  const got: unknown[] = [];
  const recording = guarded({
    ...real,
    async collect(order, returned) {
      got.push(order, returned);
      return OUTSTANDING;
    },
  });
  await recording.collect(ORDER, { value: 'from the app' });
  expect(got).toEqual([ORDER, { value: 'from the app' }]);
});

describe('a cancel', () => {
  test('is missing for an eID that cannot cancel', () => {
    const { cancel: _, ...without } = real;
    expect(guarded(without)).not.toHaveProperty('cancel');
    expect(guarded(real)).toHaveProperty('cancel');
  });

  test('is sent while the circuit is open, and leaves it open', async () => {
    real.willCollect(...failures(5));
    await collect(5);
    await eid.cancel!(ORDER);
    expect(real.ordersOf('cancel')).toEqual(['order-1']);
    expect(await collect(1)).toEqual(['not attempted']);
  });

  test('never fails; more than 32 at the same time are not made', async () => {
    const pendingCancel = held<void>();
    let made = 0;
    const slow = guarded({
      ...real,
      cancel: () => {
        made += 1;
        return pendingCancel.promise;
      },
    });
    const cancels = Array.from({ length: 40 }, () => slow.cancel!(ORDER));
    await settle();
    expect(made).toBe(16);
    pendingCancel.release(undefined);
    await Promise.all(cancels);
    expect(made).toBe(32);
  });
});

describe('the metrics', () => {
  test('count each call with its tenant, eID, result and duration', async () => {
    real.willStart(new Failure('eid-busy-with-person'));
    await resultOf(eid.start(IDENTIFY_REQUEST));
    real.willCollect(...failures(5));
    await collect(6);
    await eid.cancel!(ORDER);
    const unavailable = {
      ...SETTING,
      operation: 'collect',
      outcome: 'eid-unavailable',
      seconds: 0.25,
    };
    expect(called).toEqual([
      { ...SETTING, operation: 'start', outcome: 'eid-busy-with-person', seconds: 0.25 },
      ...Array.from({ length: 5 }, () => unavailable),
      { ...unavailable, outcome: 'circuit-open' },
      { ...SETTING, operation: 'cancel', outcome: 'answered', seconds: 0.25 },
    ]);
  });

  test('do not count a fault of this service, which is thrown unchanged', async () => {
    const broken = guarded({ ...real, collect: () => Promise.reject(new TypeError('a bug')) });
    await expect(broken.collect(ORDER)).rejects.toThrow('a bug');
    expect(called).toEqual([]);
  });
});

test('all other members are those of the eID itself', () => {
  expect(eid).toMatchObject({
    isOpened: real.isOpened,
    launchData: real.launchData,
    texts: real.texts,
  });
  expect([eid.close, eid.certificates]).toEqual([real.close, real.certificates]);
});
