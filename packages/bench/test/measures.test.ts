import { describe, expect, test } from '@jest/globals';
import { sweden } from 'eid-broker/adapters/eid/national-numbers/sweden';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

import { expectRedirect } from '../src/drive/expect-answer.ts';
import { inParallel, pause, steadily } from '../src/drive/in-parallel.ts';
import { peopleNumbers } from '../src/drive/people.ts';
import { makeCheckIdToken } from '../src/drive/token-checks.ts';
import { parseSchedstat, parseStat, treeBelow } from '../src/measure/cpu-time.ts';
import { differenceOf } from '../src/measure/database-work.ts';
import { quantile, spreadOf } from '../src/measure/statistics.ts';
import { readOptions } from '../src/options.ts';
import { FULL, peopleOf, QUICK } from '../src/plan.ts';
import { makeProgress } from '../src/progress.ts';

describe('CPU time', () => {
  const LINE = '4711 (node (a) b) S 17 4711 4711 0 -1 4194560 1 2 3 4 50 60 7 8 20 0 11 0 99\n';

  test('is read from a line of /proc for any program name', () => {
    expect(parseStat(LINE)).toEqual({ pid: 4711, parent: 17, endedChildren: 15 });
    expect(parseStat('')).toBeUndefined();
  });

  test("is read in nanoseconds from the scheduler's statistics", () => {
    expect(parseSchedstat('1500000 20 3\n')).toBe(1.5);
    expect(parseSchedstat('')).toBe(0);
  });

  test('includes all descendants of a process', () => {
    const process = (pid: number, parent: number) => ({ pid, parent, endedChildren: 0 });
    const all = [process(1, 0), process(2, 1), process(3, 2), process(4, 1), process(5, 0)];
    expect(treeBelow(1, all).map(({ pid }) => pid)).toEqual([1, 2, 3, 4]);
    expect(treeBelow(9, all)).toEqual([]);
  });
});

describe('figures', () => {
  test('have a spread', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
    expect(spreadOf([4, 1, 2, 3])).toEqual({ min: 1, median: 2.5, max: 4 });
    expect(() => spreadOf([])).toThrow('no measurement');
  });

  test('have interpolated quantiles', () => {
    expect(quantile([0, 10, 20, 30], 0.5)).toBe(15);
    expect(quantile([7], 0.95)).toBe(7);
    expect(quantile([], 0.5)).toBe(0);
  });

  test("of statements are differences of counters, without the measurement's own statements", () => {
    const counters = (calls: number) => {
      return { calls, walBytes: 10 * calls, milliseconds: calls, pages: 3 * calls };
    };
    const before = new Map([
      ['a', counters(1)],
      ['b', counters(5)],
    ]);
    const after = new Map([
      ['a', counters(4)],
      ['b', counters(5)],
      ['c', counters(2)],
      ['select 1 as stored', counters(9)],
    ]);
    expect([...differenceOf(before, after)]).toEqual([
      ['a', counters(3)],
      ['c', counters(2)],
    ]);
  });
});

describe('the driver', () => {
  test('runs each task once, with the given number in parallel', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    const took = await inParallel(7, { atOnce: 3, spreadMs: 0 }, async (index) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      done.push(index);
      running -= 1;
    });
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(took).toHaveLength(7);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('starts no further task after a failure', async () => {
    const begun: number[] = [];
    const tasks = inParallel(5, { atOnce: 1, spreadMs: 0 }, async (index) => {
      begun.push(index);
      if (index === 1) throw new Error('no');
    });
    await expect(tasks).rejects.toThrow('no');
    expect(begun).toEqual([0, 1]);
  });

  test('starts tasks at a steady rate, regardless of their duration', async () => {
    const begun: number[] = [];
    const startedAt = performance.now();
    const took = await steadily(6, 50, async () => {
      begun.push(performance.now() - startedAt);
      await pause(100);
    });
    expect(took).toHaveLength(6);
    expect(begun[0]).toBeLessThan(20);
    for (const [index, at] of begun.entries()) expect(at).toBeGreaterThanOrEqual(index * 20 - 2);
    expect(performance.now() - startedAt).toBeLessThan(400);
  });

  test('stops a steady rate after a failure', async () => {
    let begun = 0;
    const tasks = steadily(100, 1_000, async () => {
      begun += 1;
      throw new Error('no');
    });
    await expect(tasks).rejects.toThrow('no');
    await pause(120);
    expect(begun).toBe(1);
  });

  test('has people with valid personal numbers', () => {
    const people = peopleNumbers(60);
    expect(new Set(people).size).toBe(60);
    expect(people.filter((one) => sweden.parse(one, new Date()) !== one)).toEqual([]);
  });

  test("has enough people for the service's limit of calls", () => {
    const calls = FULL.backchannel * (FULL.warmUpRounds + FULL.rounds);
    expect(Math.ceil(calls / peopleOf(FULL))).toBe(4);
  });

  test('rejects an error response', () => {
    const redirect = (location: string) => ({ status: 302, location, cookies: [], text: '' });
    const answer = 'http://localhost:9999/cb?code=1&state=2';
    expect(expectRedirect(redirect(answer), 'it')).toBe(answer);
    const refusal = 'http://localhost:9999/cb?error=access_denied';
    expect(() => expectRedirect(redirect(refusal), 'it')).toThrow('it: 302');
  });

  test('rejects a token of another login, and one with a foreign signature', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const foreign = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256' };
    const sign = (key: typeof privateKey, nonce: string) =>
      new SignJWT({ nonce })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer('https://issuer.example')
        .setAudience('web')
        .setSubject('somebody')
        .sign(key);
    const check = () => makeCheckIdToken({ keys: [jwk] });
    const expected = { issuer: 'https://issuer.example', clientId: 'web', nonce: 'n' };
    await expect(check()(await sign(privateKey, 'n'), expected)).resolves.toBeUndefined();
    await expect(check()(await sign(privateKey, 'other'), expected)).rejects.toThrow('somebody');
    await expect(check()(await sign(foreign.privateKey, 'n'), expected)).rejects.toThrow(
      'signature',
    );
  });
});

describe('the command', () => {
  test('measures everything by default', () => {
    expect(readOptions([])).toEqual({
      plan: FULL,
      growth: true,
      management: false,
      writeDocs: false,
      profile: undefined,
      json: '.data/bench.json',
      from: undefined,
    });
    const args = [
      '--quick',
      '--warm-up',
      '0',
      '--rounds',
      '2',
      '--no-growth',
      '--management',
      '--write-docs',
    ];
    expect(readOptions([...args, '--json', 'x.json', '--profile', 'p'])).toEqual({
      plan: { ...QUICK, warmUp: 0, rounds: 2 },
      growth: false,
      management: true,
      writeDocs: true,
      profile: 'p',
      json: 'x.json',
      from: undefined,
    });
  });

  test.each([
    [['--fast'], 'unknown argument "--fast"'],
    [['--rounds'], '--rounds needs a value'],
    [['--rounds', '0'], '--rounds must be a whole number from 1 to 99999, not "0"'],
    [['--json', '--quick'], '--json needs a value'],
  ])('refuses %j in one line', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  test('shows its progress', () => {
    const lines: string[] = [];
    let now = 1_000;
    const progress = makeProgress(
      (line) => lines.push(line),
      () => now,
    );
    now = 13_400;
    progress.step('round 1');
    expect(lines).toEqual(['   12 s  round 1\n']);
  });
});
