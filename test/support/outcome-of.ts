import { Failure } from '../../src/domain/failure.ts';

/** The outcome of a call: `read`, or the Failure it threw. Other errors pass through. */
export function outcomeOf(
  call: () => unknown,
): Pick<Failure, 'values'> & { readonly code: string } {
  try {
    call();
    return { code: 'read', values: {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: error.code, values: error.values };
  }
}
