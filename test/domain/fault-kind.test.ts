import { expect, test } from '@jest/globals';

import { ServiceUnavailable } from '../../src/domain/failure.ts';
import { databaseState, faultKind } from '../../src/domain/fault-kind.ts';

/** As the driver throws it. */
function ofDatabase(code: string): Error {
  const text = 'relation "199006022397" of select secret';
  return Object.assign(new Error(text), { code, severity: 'ERROR', name: 'error' });
}

test.each<[Error, string, string]>([
  [ofDatabase('42703'), 'database-schema', 'SQLSTATE 42703 undefined_column'],
  [ofDatabase('42P01'), 'database-schema', 'SQLSTATE 42P01 undefined_table'],
  [ofDatabase('42501'), 'database-refuses-us', 'SQLSTATE 42501 insufficient_privilege'],
  [ofDatabase('23505'), 'database-fault', 'SQLSTATE 23505 unique_violation'],
  [ofDatabase('XX001'), 'database-fault', 'SQLSTATE XX001'],
  [Object.assign(new Error('disk'), { code: 'ENOSPC' }), 'fault-of-machine', 'ENOSPC'],
  [new TypeError('no 199006022397'), 'fault-of-code', 'TypeError'],
  [new Error('outer', { cause: new RangeError('inner') }), 'fault-of-code', 'Error'],
])('%s has a kind and a code, and nothing of its message', (error, reason, code) => {
  expect(faultKind(error)).toEqual({ reason, facts: { code } });
});

test('a database that cannot serve has its state, when it answered with one', () => {
  const readOnly = new ServiceUnavailable('no answer', { cause: ofDatabase('25006') });
  expect(databaseState(readOnly)).toEqual({
    reason: 'database-read-only',
    facts: { code: 'SQLSTATE 25006 read_only_sql_transaction' },
  });
  expect(databaseState(new ServiceUnavailable('no answer'))).toBeUndefined();
});
