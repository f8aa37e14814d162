import type { Failure, FailureCode } from '../../../../domain/failure.ts';
import type { StatusFault } from '../https/json-call.ts';
import {
  failureOfSession,
  type SessionsApi,
  type SessionsServer,
  sessionsApi,
  startFailureCode,
} from '../person-certificates/sessions-api.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;

/** The calls to Smart-ID's Relying Party API, version 3; the URL goes up to `/v3`. */
export function smartIdApi(
  server: Omit<SessionsServer, 'sessions' | 'maxResponseBytes'>,
): SessionsApi {
  return sessionsApi({ ...server, sessions: '/session', maxResponseBytes: MAX_RESPONSE_BYTES });
}

/** The failure of a start. For a person without an account, see `isNotFound`. */
export function startFailure(fault: StatusFault): Failure {
  return failureOf(fault, startFailureCode(fault));
}

/** The failure of a collect: any other status may be temporary. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: StatusFault): Failure {
  return failureOf(fault, 'eid-unavailable');
}

/** This client is too old. */
const TOO_OLD = 480;
/** 580: under maintenance. */
const HINT_CODES: Readonly<Record<number, string>> = { 429: 'tooManyRequests', 580: 'maintenance' };

function failureOf(fault: StatusFault, other: FailureCode): Failure {
  const { statusCode = 0 } = fault;
  const code = statusCode === TOO_OLD ? 'eid-misconfigured' : other;
  return failureOfSession(fault, code, HINT_CODES[statusCode]);
}
