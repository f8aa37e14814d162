import { expect } from '@jest/globals';

import { Failure } from '../../src/domain/failure.ts';

/** What a reading came to: its value, or the code of the refusal that it declares. Anything else fails the test. */
export function read<Value>(codes: RegExp, reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.code).toMatch(codes);
    return undefined;
  }
}
