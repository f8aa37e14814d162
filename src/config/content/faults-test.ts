import { type TestConfig, ValidationError } from 'yup';

import type { Fault } from '../configuration-faults.ts';

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
        context.createError({ path: joined(context.path, path), message }),
      );
      return faults.length === 0 || new ValidationError(faults, undefined, context.path);
    },
  };
}

function joined(parent: string, child: string): string {
  if (parent === '' || child === '' || child.startsWith('[')) return parent + child;
  return `${parent}.${child}`;
}
