import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openDataFolder } from '../src/data-folder.ts';

let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'eid-broker-folder-'));
});

afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the data folder', () => {
  test('is made for its owner only, and so is the key in it', async () => {
    const folder = await openDataFolder(join(scratch, 'a', 'data'));
    expect(modeOf(folder.path)).toBe('700');
    expect(modeOf(folder.keyEncryptionKey)).toBe('600');
    expect(readFileSync(folder.keyEncryptionKey, 'utf8')).toMatch(/^[\w-]{43}\n$/);
  });

  test('keeps its key', async () => {
    const path = join(scratch, 'data');
    const first = readFileSync((await openDataFolder(path)).keyEncryptionKey, 'utf8');
    const second = readFileSync((await openDataFolder(path)).keyEncryptionKey, 'utf8');
    expect(second).toBe(first);
  });

  test('is refused in one line where it cannot be created', async () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'data')]) {
      await expect(openDataFolder(path)).rejects.toThrow(
        `cannot write to the data folder ${path} (a file is in its way): set DATA_DIR to another one`,
      );
    }
  });
});
