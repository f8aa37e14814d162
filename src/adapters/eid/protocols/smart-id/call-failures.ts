import type { Failure, FailureCode } from '../../../../domain/failure.ts';
import { isRefusal } from '../https/is-refusal.ts';
import { failureOfCall, type StatusFault } from '../https/json-call.ts';

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
  return failure(fault, isRefusal(fault.statusCode) ? 'eid-refused-request' : 'eid-unavailable');
}

/** The failure of a collect: any other status may be temporary. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: StatusFault): Failure {
  return failure(fault, 'eid-unavailable');
}

/** True when Smart-ID has no such account, or no such session any more. */
export function isNotFound({ statusCode }: StatusFault): boolean {
  return statusCode === 404;
}

/** 580: under maintenance. */
const HINT_CODES: Readonly<Record<number, string>> = { 429: 'tooManyRequests', 580: 'maintenance' };

function failure(fault: StatusFault, other: FailureCode): Failure {
  const { statusCode = 0 } = fault;
  return failureOfCall(FAILURES[statusCode] ?? other, fault, HINT_CODES[statusCode]);
}
