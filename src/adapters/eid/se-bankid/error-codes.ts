import { Failure, type FailureCode } from '../../../domain/failure.ts';
import type { RpFault } from './rp-answer.ts';

// Everything that is not listed may pass by itself: eid-unavailable.
const FAILURES: Readonly<Record<string, FailureCode>> = {
  unauthorized: 'eid-misconfigured',
  notFound: 'eid-misconfigured',
  methodNotAllowed: 'eid-misconfigured',
  unsupportedMediaType: 'eid-misconfigured',
};

const START_FAILURES: Readonly<Record<string, FailureCode>> = {
  ...FAILURES,
  alreadyInProgress: 'eid-busy-with-person',
  invalidParameters: 'eid-refused-request',
};

/** Why no order was started. */
export function startFailure(fault: RpFault): Failure {
  return failure(fault, START_FAILURES);
}

/** Why the order's progress is not known. For an order that BankID does not know, see `isLost`. */
export function collectFailure(fault: RpFault): Failure {
  return failure(fault, FAILURES);
}

/** BankID does not know the order: its result was given out, or it is another service's. */
export function isLost(fault: RpFault): boolean {
  return fault.errorCode === 'invalidParameters';
}

function failure(
  { errorCode, retryAfter, detail, cause }: RpFault,
  codes: Readonly<Record<string, FailureCode>>,
): Failure {
  const known =
    errorCode !== undefined && Object.hasOwn(codes, errorCode) ? codes[errorCode] : undefined;
  const code = known ?? 'eid-unavailable';
  const waits = code === 'eid-unavailable' && retryAfter !== undefined;
  return new Failure(code, {
    ...(waits && { names: { seconds: retryAfter } }),
    ...(errorCode !== undefined && { hint: errorCode }),
    detail,
    cause,
  });
}
