import { Failure } from '../../src/domain/failure.ts';

/** What became of a call: `read`, or the failure it threw. Anything else that it throws passes. */
export function outcomeOf(call: () => unknown): Pick<Failure, 'names'> & { readonly code: string } {
  try {
    call();
    return { code: 'read', names: {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: error.code, names: error.names };
  }
}
