import { Failure } from '../../src/domain/failure.ts';

/** The outcome of a call: `read`, or the Failure it threw. Other errors pass through. */
export function outcomeOf(call: () => unknown): Pick<Failure, 'names'> & { readonly code: string } {
  try {
    call();
    return { code: 'read', names: {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: error.code, names: error.names };
  }
}
