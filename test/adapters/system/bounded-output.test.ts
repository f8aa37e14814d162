import { Writable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { boundedOutput } from '../../../src/adapters/system/log.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Longer than lines are gathered. */
const gather = () => jest.advanceTimersByTime(200);

/** A reader that takes what it is given when it is told to. */
function slowReader() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(lines, _encoding, done) {
      waiting.push(() => {
        if (lines !== '') taken.push(String(lines));
        done();
      });
    },
  });
  const take = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { stream, taken, take };
}

describe('an output', () => {
  test('hands over a line at once, and together those that follow it soon', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream);
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    await take(1);
    expect(taken).toEqual(['one\n']);
    gather();
    await take(1);
    expect(taken).toEqual(['one\n', 'two\nthree\n']);
    gather();
    output.write('four\n');
    await take(1);
    expect(taken.at(-1)).toBe('four\n');
  });

  test('keeps lines for a slow reader, and gives up those for which there is no room', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream, 10);
    for (const line of ['one\n', 'two\n', 'three\n', 'x\n', 'y\n']) output.write(line);
    expect(output.dropped()).toBe(2);
    gather();
    output.write('more\n');
    expect(output.dropped()).toBe(3);
    await take(2);
    expect(taken).toEqual(['one\n', 'two\nx\n']);
    gather();
    output.write('later\n');
    await take(1);
    expect(taken.at(-1)).toBe('later\n');
    expect(output.dropped()).toBe(3);
  });

  test('hands over what it gathered when it is told that the process ends', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream);
    output.write('one\n');
    output.write('the last words\n');
    output.writeGathered();
    await take(2);
    expect(taken).toEqual(['one\n', 'the last words\n']);
  });

  test('says whether all was taken in time', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream);
    expect(await output.flush(0)).toBe(true);
    output.write('one\n');
    output.write('two\n');
    const inVain = output.flush(1_000);
    jest.advanceTimersByTime(1_000);
    expect(await inVain).toBe(false);
    const flushed = output.flush(60_000);
    await take(4);
    expect(await flushed).toBe(true);
    expect(taken).toEqual(['one\n', 'two\n']);
  });

  test('of a reader that has gone is given up, and nobody hears of it', async () => {
    const gone = new Writable({ write: (_line, _encoding, done) => done(new Error('EPIPE')) });
    const output = boundedOutput(gone);
    output.write('one\n');
    await new Promise((resolve) => setImmediate(resolve));
    output.write('two\n');
    expect(output.dropped()).toBe(1);
    expect(await output.flush(60_000)).toBe(false);
  });

  test('to a disk that is full is given up, and nobody hears of it', () => {
    const full = new Writable({
      write() {
        throw new Error('ENOSPC');
      },
    });
    const output = boundedOutput(full);
    output.write('one\n');
    expect(output.dropped()).toBe(1);
  });
});
