import { describe, expect, test } from '@jest/globals';

import { explainFailure, explainSpawnError } from '../../src/embedded-postgres/explain-failure.ts';

describe('explainFailure', () => {
  test('returns the first error of a log without its time and severity', () => {
    const said = [
      '2026-01-01 00:00:00.000 UTC [1] LOG:  starting PostgreSQL',
      '2026-01-01 00:00:00.000 UTC [1] FATAL:  data directory has wrong ownership',
      '2026-01-01 00:00:00.000 UTC [1] HINT:  The server must be started by its owner.',
    ];
    expect(explainFailure(said, 'none')).toBe('data directory has wrong ownership');
  });

  test("returns a tool's error", () => {
    expect(explainFailure(['initdb: error: cannot be run as root'], 'none')).toBe(
      'cannot be run as root',
    );
  });

  test('explains how to complete an incomplete installation', () => {
    const said = ['x: error while loading shared libraries: libpq.so.5: cannot open'];
    expect(explainFailure(said, 'none')).toBe(`${said[0]} (run npm rebuild, or set DATABASE_URL)`);
  });

  test('falls back to the last output, then to the given text', () => {
    expect(explainFailure(['setpriv: first', 'setpriv: last', ''], 'none')).toBe('setpriv: last');
    expect(explainFailure([''], 'it ended with 1')).toBe('it ended with 1');
  });
});

describe('explainSpawnError', () => {
  test('names the requirements of root', () => {
    expect(explainSpawnError(errorOf('ENOENT'), 'setpriv')).toMatch(
      /^setpriv is missing, .* DATABASE_URL$/,
    );
  });

  test('explains an existing program that cannot run as one for another C library', () => {
    expect(explainSpawnError(errorOf('ENOENT'), '/x/initdb')).toBe(
      'this system cannot run /x/initdb, which needs glibc: set DATABASE_URL',
    );
  });

  test("otherwise returns the system's message", () => {
    expect(explainSpawnError(errorOf('EACCES'), '/x/initdb')).toBe('cannot run /x/initdb: EACCES');
  });
});

function errorOf(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
