import { Failure, type FailureCode } from '../../../domain/failure.ts';
import { type JsonObject, parseJsonObject } from '../../../domain/json.ts';
import {
  type HttpsCall,
  type HttpsClient,
  type HttpsServer,
  httpsClient,
  retryAfterIn,
} from '../https/https-client.ts';

/** Mobile-ID's REST interface, as far as it authenticates. */
export interface MobileIdApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(body: JsonObject): Promise<MobileIdAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(id: string): Promise<MobileIdAnswer>;
}

/** A JSON object in an answer with status 200, or a fault. */
export type MobileIdAnswer =
  | { readonly body: JsonObject; readonly fault?: undefined }
  | { readonly fault: MobileIdFault };

/** A call that was refused, or whose answer did not arrive or cannot be read. */
export interface MobileIdFault {
  /** Undefined when no answer arrived, or the answer cannot be read. */
  readonly statusCode: number | undefined;
  readonly retryAfter: number | undefined;
  /** For the log. */
  readonly detail: string;
  readonly cause?: unknown;
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

  async function call(name: string, request: HttpsCall): Promise<MobileIdAnswer> {
    const answer = await client.call(request);
    if (answer.statusCode === undefined) {
      return fault({ detail: `${name}: ${answer.reason}`, cause: answer.cause });
    }
    const { statusCode, headers, text } = answer;
    // An error's text may repeat a number, so that none is kept.
    const facts = { statusCode, retryAfter: retryAfterIn(headers) };
    if (statusCode !== 200) return fault({ ...facts, detail: `${name}: ${statusCode}` });
    const body = parseJsonObject(text);
    return body === undefined ? fault({ detail: `${name}: 200 without a JSON object` }) : { body };
  }

  return {
    start: (body) =>
      call('authentication', {
        method: 'POST',
        path: `${base}/authentication`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    session: (id) =>
      call('session', {
        method: 'GET',
        path: `${base}/authentication/session/${encodeURIComponent(id)}?timeoutMs=${LONG_POLL_MS}`,
        headers: {},
      }),
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}

function fault(facts: Partial<MobileIdFault> & Pick<MobileIdFault, 'detail'>) {
  return { fault: { statusCode: undefined, retryAfter: undefined, ...facts } };
}

/** Any other status may be temporary: eid-unavailable. */
const FAILURES: Readonly<Record<number, FailureCode>> = {
  400: 'eid-refused-request',
  401: 'eid-misconfigured',
  403: 'eid-misconfigured',
  405: 'eid-misconfigured',
  415: 'eid-misconfigured',
};

/** The failure of a call. For an unknown session, see `isNotFound`. */
export function failureOf({ statusCode = 0, retryAfter, detail, cause }: MobileIdFault): Failure {
  const code = FAILURES[statusCode] ?? 'eid-unavailable';
  const waits = code === 'eid-unavailable' && retryAfter !== undefined;
  return new Failure(code, { ...(waits && { values: { seconds: retryAfter } }), detail, cause });
}

/** True when Mobile-ID does not have the session any more. */
export function isNotFound({ statusCode }: MobileIdFault): boolean {
  return statusCode === 404;
}
