import { type TestConfig, ValidationError } from 'yup';

import type { Fault } from '../configuration-faults.ts';
import { joinedPath } from './path.ts';

/**
 * A yup test that finds any number of faults below a value. The value may be malformed: yup runs the test
 * beside those of its parts.
 */
export function faultsTest(
  name: string,
  find: (value: unknown) => readonly Fault[],
): TestConfig<unknown> {
  return {
    name,
    test(value, context) {
      if (value === undefined || value === null) return true;
      const faults = find(value).map(({ path, message }) =>
        context.createError({ path: joinedPath(context.path, path), message }),
      );
      return faults.length === 0 || new ValidationError(faults, undefined, context.path);
    },
  };
}
