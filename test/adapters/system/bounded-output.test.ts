import { Writable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { boundedOutput } from '../../../src/adapters/system/log.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Longer than the output gathers lines. */
const gather = () => jest.advanceTimersByTime(200);

/** A reader that takes a line when the test says so. */
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
  test('writes a line at once, and the lines that follow soon together', async () => {
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

  test('keeps lines for a slow reader, and drops those beyond its limit', async () => {
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

  test('writes the gathered lines when the process ends', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream);
    output.write('one\n');
    output.write('the last words\n');
    output.writeGathered();
    await take(2);
    expect(taken).toEqual(['one\n', 'the last words\n']);
  });

  test('reports whether all lines were taken in time', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream);
    expect(await output.flush(0)).toBe(true);
    output.write('one\n');
    output.write('two\n');
    const incomplete = output.flush(1_000);
    jest.advanceTimersByTime(1_000);
    expect(await incomplete).toBe(false);
    const flushed = output.flush(60_000);
    await take(4);
    expect(await flushed).toBe(true);
    expect(taken).toEqual(['one\n', 'two\n']);
  });

  test('drops lines without an error when the reader is gone', async () => {
    const gone = new Writable({ write: (_line, _encoding, done) => done(new Error('EPIPE')) });
    const output = boundedOutput(gone);
    output.write('one\n');
    await new Promise((resolve) => setImmediate(resolve));
    output.write('two\n');
    expect(output.dropped()).toBe(1);
    expect(await output.flush(60_000)).toBe(false);
  });

  test('drops lines without an error when the disk is full', () => {
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
