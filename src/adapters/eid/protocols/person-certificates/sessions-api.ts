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

/** A REST interface of SK ID Solutions: a session is started, then its status is read. */
export interface SessionsApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Starts a session at a path below the base, exactly once. Never rejects: a fault is a value. */
  start(path: string, body: JsonObject): Promise<JsonAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(id: string): Promise<JsonAnswer>;
}

/** The base of the interface, without a slash at its end, and how its server is recognized. */
export interface SessionsServer extends Omit<HttpsServer, 'origin'> {
  readonly url: string;
  /** The path of sessions below the base. */
  readonly sessions: string;
}

/** The shortest that SK accepts. */
const LONG_POLL_MS = 1000;

/** The calls to one of these interfaces. */
export function sessionsApi({ url, sessions, ...server }: SessionsServer): SessionsApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const client = httpsClient({ origin, ...server });
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
        path: `${base}${sessions}/${encodeURIComponent(id)}?timeoutMs=${LONG_POLL_MS}`,
        headers: {},
      }),
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}

/** The statuses that refuse us, whatever the request is. */
const MISCONFIGURED: readonly (number | undefined)[] = [401, 403, 405, 415];
const SETTINGS = 'relyingPartyUuid and relyingPartyName';

/** The failure of a call; `other` unless the status refuses us. */
export function failureOfSession(
  fault: StatusFault,
  other: FailureCode,
  hintCode?: string,
): Failure {
  const code = MISCONFIGURED.includes(fault.statusCode) ? 'eid-misconfigured' : other;
  return failureOfCall(code, fault, { hintCode, settings: SETTINGS });
}

/** Why a start failed that did not refuse us. */
export function startFailureCode({ statusCode }: StatusFault): FailureCode {
  return isRefusal(statusCode) ? 'eid-refused-request' : 'eid-unavailable';
}

/** True when there is no such session any more, or no such account. */
export function isNotFound({ statusCode }: StatusFault): boolean {
  return statusCode === 404;
}
