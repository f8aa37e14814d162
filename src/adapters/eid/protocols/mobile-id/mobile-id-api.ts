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

/** Mobile-ID's REST interface, as far as it authenticates. */
export interface MobileIdApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(body: JsonObject): Promise<JsonAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(id: string): Promise<JsonAnswer>;
}

/** The base of the interface, up to `/mid-api`, and how its server is recognized. */
export interface MobileIdConnection extends Omit<HttpsServer, 'origin' | 'maxResponseBytes'> {
  readonly url: string;
}

/** The shortest that Mobile-ID accepts. */
const LONG_POLL_MS = 1000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The calls to Mobile-ID. */
export function mobileIdApi({ url, ...server }: MobileIdConnection): MobileIdApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const client = httpsClient({ origin, ...server, maxResponseBytes: MAX_RESPONSE_BYTES });

  return {
    start: (body) =>
      callForJson(client, 'authentication', {
        method: 'POST',
        path: `${base}/authentication`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    session: (id) =>
      callForJson(client, 'session', {
        method: 'GET',
        path: `${base}/authentication/session/${encodeURIComponent(id)}?timeoutMs=${LONG_POLL_MS}`,
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
};

/** The failure of a start. */
export function startFailure(fault: StatusFault): Failure {
  return failureOf(fault, isRefusal(fault.statusCode) ? 'eid-refused-request' : 'eid-unavailable');
}

/** The failure of a collect: any other status may be temporary. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: StatusFault): Failure {
  return failureOf(fault, fault.statusCode === 400 ? 'eid-refused-request' : 'eid-unavailable');
}

function failureOf(fault: StatusFault, other: FailureCode): Failure {
  const settings = 'relyingPartyUuid and relyingPartyName';
  return failureOfCall(FAILURES[fault.statusCode ?? 0] ?? other, fault, { settings });
}

/** True when Mobile-ID does not have the session any more. */
export function isNotFound({ statusCode }: StatusFault): boolean {
  return statusCode === 404;
}
