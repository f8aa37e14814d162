import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openLogFile } from '../src/log-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eid-broker-log-'));
  path = join(folder, 'demo.log');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a log file', () => {
  test('continues after the last process', () => {
    for (const line of ['one\n', 'two\n']) {
      const log = openLogFile(path);
      log.write(line);
      log.close();
    }
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  test('begins a new file when it is full, and keeps the previous one', () => {
    const log = openLogFile(path, 8);
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n']) log.write(line);
    log.close();
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('three\nfour\n');
    expect(readFileSync(path, 'utf8')).toBe('five\n');
  });

  test('drops lines that cannot be written', () => {
    const log = openLogFile(path);
    log.close();
    log.write('too late\n');
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(existsSync(`${path}.1`)).toBe(false);
  });
});
