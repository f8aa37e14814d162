import { describe, expect, test } from '@jest/globals';

import { explainFailure, explainSpawnError } from '../../src/embedded-postgres/explain-failure.ts';

describe('explainFailure', () => {
  test('gives the first fault of a log without its time and severity', () => {
    const said = [
      '2026-01-01 00:00:00.000 UTC [1] LOG:  starting PostgreSQL',
      '2026-01-01 00:00:00.000 UTC [1] FATAL:  data directory has wrong ownership',
      '2026-01-01 00:00:00.000 UTC [1] HINT:  The server must be started by its owner.',
    ];
    expect(explainFailure(said, 'none')).toBe('data directory has wrong ownership');
  });

  test("gives a tool's fault", () => {
    expect(explainFailure(['initdb: error: cannot be run as root'], 'none')).toBe(
      'cannot be run as root',
    );
  });

  test('says how to complete an incomplete installation', () => {
    const said = ['x: error while loading shared libraries: libpq.so.5: cannot open'];
    expect(explainFailure(said, 'none')).toBe(`${said[0]} (run npm rebuild, or set DATABASE_URL)`);
  });

  test('falls back to the last words, then to what is known anyway', () => {
    expect(explainFailure(['setpriv: first', 'setpriv: last', ''], 'none')).toBe('setpriv: last');
    expect(explainFailure([''], 'it ended with 1')).toBe('it ended with 1');
  });
});

describe('explainSpawnError', () => {
  test('names what root needs', () => {
    expect(explainSpawnError(errorOf('ENOENT'), 'setpriv')).toMatch(
      /^setpriv is missing, .* DATABASE_URL$/,
    );
  });

  test('takes a program that is there but cannot run for one of another C library', () => {
    expect(explainSpawnError(errorOf('ENOENT'), '/x/initdb')).toBe(
      'this system cannot run /x/initdb, which needs glibc: set DATABASE_URL',
    );
  });

  test('otherwise says what the system said', () => {
    expect(explainSpawnError(errorOf('EACCES'), '/x/initdb')).toBe('cannot run /x/initdb: EACCES');
  });
});

function errorOf(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
