import { Failure, type FailureCode } from '../../../domain/failure.ts';
import { type JsonObject, parseJsonObject } from '../../../domain/json.ts';

/** A JSON object in an answer with status 200, or a fault. */
export type ApiAnswer =
  | { readonly body: JsonObject; readonly fault?: undefined }
  | { readonly fault: ApiFault };

/** A call that was refused, or whose answer did not arrive or cannot be read. */
export interface ApiFault {
  /** Undefined when no answer arrived, or the answer cannot be read. */
  readonly status: number | undefined;
  /** In so many seconds calls are accepted again; undefined without Retry-After. */
  readonly retryAfter: number | undefined;
  /** For the log. */
  readonly detail: string;
  readonly cause: unknown;
}

interface Head {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Reads the answer of one call. A problem's texts (RFC 9457) may repeat a personal code, so that none is kept. */
export function readAnswer(name: string, { statusCode, headers }: Head, text: string): ApiAnswer {
  if (statusCode === 200) {
    const body = parseJsonObject(text);
    return body === undefined ? apiFault(`${name}: 200 without a JSON object`) : { body };
  }
  const after = headers['retry-after'];
  const isSeconds = typeof after === 'string' && /^\d{1,9}$/.test(after);
  const retryAfter = isSeconds ? Number(after) : undefined;
  return apiFault(`${name}: ${statusCode}`, { status: statusCode, retryAfter });
}

/** A fault of a call. */
export function apiFault(
  detail: string,
  { status, retryAfter, cause }: Partial<Omit<ApiFault, 'detail'>> = {},
): { fault: ApiFault } {
  return { fault: { status, retryAfter, detail, cause } };
}

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
export function startFailure(fault: ApiFault): Failure {
  return failure(fault, { ...FAILURES, 400: 'eid-refused-request' });
}

/** The failure of a collect. For an unknown session, see `isNotFound`. */
export function collectFailure(fault: ApiFault): Failure {
  return failure(fault, FAILURES);
}

/** True when Smart-ID has no such account, or no such session any more. */
export function isNotFound({ status }: ApiFault): boolean {
  return status === 404;
}

/** 580: under maintenance. */
const HINT_CODES: Readonly<Record<number, string>> = { 429: 'tooManyRequests', 580: 'maintenance' };

function failure(
  { status = 0, retryAfter, detail, cause }: ApiFault,
  codes: Readonly<Record<number, FailureCode>>,
): Failure {
  const code = codes[status] ?? 'eid-unavailable';
  const waits = code === 'eid-unavailable' && retryAfter !== undefined;
  const hintCode = HINT_CODES[status];
  return new Failure(code, {
    ...(waits && { values: { seconds: retryAfter } }),
    ...(hintCode !== undefined && { hintCode }),
    detail,
    cause,
  });
}
