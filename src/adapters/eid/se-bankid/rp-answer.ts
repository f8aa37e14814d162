import type { Failure, FailureCode } from '../../../domain/failure.ts';
import { parseJsonObject } from '../../../domain/json.ts';
import { type HttpsAnswer, retryAfterIn } from '../protocols/https/https-client.ts';
import { type CallFault, failureOfCall, type JsonAnswer } from '../protocols/https/json-call.ts';

/** A fault with BankID's error code; undefined when the answer had none. */
export interface RpFault extends CallFault {
  readonly errorCode: string | undefined;
}

/** BankID's answer to a call. */
export type RpAnswer = JsonAnswer<RpFault>;

// For answers without an error code; a 405 has no body, for example.
const STATUS_CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'requestTimeout',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
  500: 'internalError',
  503: 'maintenance',
};

/** Reads the answer of one call. */
export function readAnswer(endpoint: string, { statusCode, headers, text }: HttpsAnswer): RpAnswer {
  const body = parseJsonObject(text);
  if (statusCode === 200) {
    const detail = `${endpoint}: 200 without a JSON object`;
    return body === undefined ? rpFault(detail, { statusCode }) : { body };
  }
  const retryAfter = retryAfterIn(headers);
  const { errorCode, details } = body ?? {};
  if (typeof errorCode !== 'string' || !/^[A-Za-z0-9]{1,64}$/.test(errorCode)) {
    const known = { errorCode: STATUS_CODES[statusCode], retryAfter, statusCode };
    return rpFault(`${endpoint}: ${statusCode} without an error code`, known);
  }
  const detail = `${endpoint}: ${statusCode} ${errorCode}${excerpt(details)}`;
  return rpFault(detail, { errorCode, retryAfter, statusCode });
}

/** A fault of a call. */
export function rpFault(
  detail: string,
  { errorCode, retryAfter, statusCode, cause }: Partial<Omit<RpFault, 'detail'>> = {},
): { fault: RpFault } {
  return { fault: { errorCode, retryAfter, statusCode, detail, cause } };
}

/** BankID's explanation for the log: shortened, and without digits that could be a personal number. */
function excerpt(details: unknown): string {
  if (typeof details !== 'string') return '';
  return ` (${details.slice(0, 200).replace(/\d{6,}(?:-?\d+)?/g, '<digits>')})`;
}

// An error code that is not listed may be temporary: eid-unavailable.
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

/** The failure of a start. */
export function startFailure(fault: RpFault): Failure {
  return failure(fault, START_FAILURES);
}

/** The failure of a collect. For an order that BankID does not have, see `isLost`. */
export function collectFailure(fault: RpFault): Failure {
  return failure(fault, FAILURES);
}

/** True when BankID does not have the order: its result was collected, or it belongs to another service. */
export function isLost(fault: RpFault): boolean {
  return fault.errorCode === 'invalidParameters';
}

function failure(fault: RpFault, codes: Readonly<Record<string, FailureCode>>): Failure {
  const { errorCode } = fault;
  const known =
    errorCode !== undefined && Object.hasOwn(codes, errorCode) ? codes[errorCode] : undefined;
  const terms = { hintCode: errorCode, settings: 'clientCertificate' };
  return failureOfCall(known ?? 'eid-unavailable', fault, terms);
}
