import { Writable } from 'node:stream';

import { describe, expect, test } from '@jest/globals';

import { boundedOutput } from '../../../src/adapters/system/bounded-output.ts';

/** A reader that takes a line when it is told to. */
function slowReader() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      waiting.push(() => {
        if (line !== '') taken.push(String(line));
        done();
      });
    },
  });
  const take = async (lines: number) => {
    for (let count = 0; count < lines; count += 1) {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { stream, taken, take };
}

describe('an output', () => {
  test('keeps lines for a slow reader, and gives up those for which there is no room', async () => {
    const { stream, taken, take } = slowReader();
    const output = boundedOutput(stream, 10);
    for (const line of ['one\n', 'two\n', 'three\n', 'x\n', 'y\n']) output.write(line);
    expect(output.dropped()).toBe(2);
    await take(3);
    expect(taken).toEqual(['one\n', 'two\n', 'x\n']);
    output.write('later\n');
    await take(1);
    expect(taken.at(-1)).toBe('later\n');
    expect(output.dropped()).toBe(2);
  });

  test('says whether all was taken in time', async () => {
    const { stream, take } = slowReader();
    const output = boundedOutput(stream);
    expect(await output.flush(0)).toBe(true);
    output.write('line\n');
    expect(await output.flush(0)).toBe(false);
    const flushed = output.flush(60_000);
    await take(3);
    expect(await flushed).toBe(true);
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
