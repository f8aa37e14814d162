import { describe, expect, test } from '@jest/globals';

import { faultText } from '../src/commands/command.ts';
import { ConfigurationProblems } from '../src/config/configuration-problems.ts';

describe(faultText, () => {
  const faults = new ConfigurationProblems([
    { path: 'PORT', message: 'is odd' },
    { path: 'LOG_LEVEL', message: 'is loud' },
  ]);

  test.each([{}, { DEBUG: '' }])('returns the bare message: %j', (env) => {
    expect(faultText(faults, env)).toBe('PORT: is odd\nLOG_LEVEL: is loud');
  });

  test('adds the stack when DEBUG is set', () => {
    expect(faultText(faults, { DEBUG: '1' })).toBe(faults.stack);
  });

  test('returns the code of an error without a message, such as a refused connection', () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(faultText(refused, {})).toBe('ECONNREFUSED');
  });

  test('returns some text in any case', () => {
    expect(faultText(new Error(), {})).toBe('unknown reason');
  });
});
