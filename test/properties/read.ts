import { expect } from '@jest/globals';

import { Failure } from '../../src/domain/failure.ts';

/**
 * The result of a parser: its value, or the code of its declared refusal. Any other error fails
 * the test.
 */
export function read<Value>(codes: RegExp, reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.code).toMatch(codes);
    return undefined;
  }
}
