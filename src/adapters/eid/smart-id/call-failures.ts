import type { Failure, FailureCode } from '../../../domain/failure.ts';
import { failureOfCall, type StatusFault } from '../https/json-call.ts';

/** Any other status may be temporary: eid-unavailable. */
const FAILURES: Readonly<Record<number, FailureCode>> = {
  401: 'eid-misconfigured',
  403: 'eid-misconfigured',
  405: 'eid-misconfigured',
  415: 'eid-misconfigured',
  // This client is too old.
  480: 'eid-misconfigured',
};

/** The failure of a start. For a person without an account, see `isNotFound`. */
export function startFailure(fault: StatusFault): Failure {
  return failure(fault, { ...FAILURES, 400: 'eid-refused-request' });
}

/** The failure of a collect. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: StatusFault): Failure {
  return failure(fault, FAILURES);
}

/** True when Smart-ID has no such account, or no such session any more. */
export function isNotFound({ statusCode }: StatusFault): boolean {
  return statusCode === 404;
}

/** 580: under maintenance. */
const HINT_CODES: Readonly<Record<number, string>> = { 429: 'tooManyRequests', 580: 'maintenance' };

function failure(fault: StatusFault, codes: Readonly<Record<number, FailureCode>>): Failure {
  const { statusCode = 0 } = fault;
  return failureOfCall(codes[statusCode] ?? 'eid-unavailable', fault, HINT_CODES[statusCode]);
}
