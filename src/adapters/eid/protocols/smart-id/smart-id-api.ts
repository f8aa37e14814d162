import type { Failure, FailureCode } from '../../../../domain/failure.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import {
  type HttpsClient,
  type HttpsServer,
  httpsClient,
  isRefusal,
} from '../https/https-client.ts';
import {
  callForJson,
  failureOfCall,
  type JsonAnswer,
  type StatusFault,
} from '../https/json-call.ts';

/** Smart-ID's Relying Party API, version 3. */
export interface SmartIdApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(path: string, body: JsonObject): Promise<JsonAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(id: string): Promise<JsonAnswer>;
}

/** The base of the API, up to `/v3`, and how its server is recognized. */
export interface SmartIdConnection extends Omit<HttpsServer, 'origin' | 'maxResponseBytes'> {
  readonly url: string;
}

/** The shortest that Smart-ID accepts. */
const LONG_POLL_MS = 1000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The calls to Smart-ID. */
export function smartIdApi({ url, ...server }: SmartIdConnection): SmartIdApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const client = httpsClient({ origin, ...server, maxResponseBytes: MAX_RESPONSE_BYTES });
  return {
    start: (path, body) =>
      callForJson(client, 'start', {
        method: 'POST',
        path: base + path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    session: (id) =>
      callForJson(client, 'session', {
        method: 'GET',
        path: `${base}/session/${id}?timeoutMs=${LONG_POLL_MS}`,
        headers: {},
      }),
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}

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

const RELYING_PARTY = 'relyingPartyUuid and relyingPartyName';
/** 580: under maintenance. */
const HINT_CODES: Readonly<Record<number, string>> = { 429: 'tooManyRequests', 580: 'maintenance' };

function failure(fault: StatusFault, other: FailureCode): Failure {
  const { statusCode = 0 } = fault;
  const hintCode = HINT_CODES[statusCode];
  return failureOfCall(FAILURES[statusCode] ?? other, fault, { hintCode, settings: RELYING_PARTY });
}
