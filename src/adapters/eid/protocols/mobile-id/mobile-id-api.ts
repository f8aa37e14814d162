import type { Failure } from '../../../../domain/failure.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type { JsonAnswer, StatusFault } from '../https/json-call.ts';
import {
  failureOfSession,
  type SessionsApi,
  type SessionsServer,
  sessionsApi,
  startFailureCode,
} from '../person-certificates/sessions-api.ts';

/** Mobile-ID's REST interface, as far as it authenticates. */
export interface MobileIdApi extends Omit<SessionsApi, 'start'> {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(body: JsonObject): Promise<JsonAnswer>;
}

const PATH = '/authentication';
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The calls to Mobile-ID; the URL goes up to `/mid-api`. */
export function mobileIdApi(
  server: Omit<SessionsServer, 'sessions' | 'maxResponseBytes'>,
): MobileIdApi {
  const sessions = `${PATH}/session`;
  const api = sessionsApi({ ...server, sessions, maxResponseBytes: MAX_RESPONSE_BYTES });
  return { ...api, start: (body) => api.start(PATH, body) };
}

/** The failure of a start. */
export function startFailure(fault: StatusFault): Failure {
  return failureOfSession(fault, startFailureCode(fault));
}

/** The failure of a collect: any other status may be temporary. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: StatusFault): Failure {
  return failureOfSession(
    fault,
    fault.statusCode === 400 ? 'eid-refused-request' : 'eid-unavailable',
  );
}
