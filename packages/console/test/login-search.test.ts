import { describe, expect, test } from '@jest/globals';
import { checkLoginSearch, supportCodeIn } from '../src/screens/logins/login-search.ts';

describe('a pasted text', () => {
  test.each(['K7F2-QX9M', 'k7f2qx9m', ' K7F2 QX9M '])(
    '%j is a support code, however it was written',
    (text) => {
      expect(supportCodeIn(text)).toBe('K7F2-QX9M');
    },
  );

  test.each(['K7F2-QX9', 'K7F2-QX9I', '0123-4567', 'af0ifjsldkj', ''])(
    '%j is no support code',
    (text) => {
      expect(supportCodeIn(text)).toBeUndefined();
    },
  );
});

test('the address keeps the known filters and drops anything else', () => {
  const search = { application: 42, outcome: 'expired', eid: '', page: 'x', from: ['a'] };
  expect(checkLoginSearch(search)).toEqual({ application: '42', outcome: 'expired' });
});
