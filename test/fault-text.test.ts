import { describe, expect, test } from '@jest/globals';
import { faultText } from '../src/commands/command.ts';
import { ConfigurationFaults } from '../src/config/configuration-faults.ts';

describe(faultText, () => {
  const faults = new ConfigurationFaults([
    { path: 'PORT', message: 'is odd' },
    { path: 'LOG_LEVEL', message: 'is loud' },
  ]);

  test.each([{}, { DEBUG: '' }])('is the bare message: %j', (env) => {
    expect(faultText(faults, env)).toBe('PORT: is odd\nLOG_LEVEL: is loud');
  });

  test('has the stack too when DEBUG is set', () => {
    expect(faultText(faults, { DEBUG: '1' })).toBe(faults.stack);
  });

  test('falls back on the code: a refused connection may have no message', () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(faultText(refused, {})).toBe('ECONNREFUSED');
  });

  test('says something in any case', () => {
    expect(faultText(new Error(), {})).toBe('unknown reason');
  });
});
