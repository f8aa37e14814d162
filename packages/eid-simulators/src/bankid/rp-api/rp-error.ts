/** Every error of the RP API v6.0 that a body can carry. */
export type RpErrorCode = keyof typeof STATUS;

const STATUS = {
  alreadyInProgress: 400,
  invalidParameters: 400,
  unauthorized: 401,
  notFound: 404,
  methodNotAllowed: 405,
  requestTimeout: 408,
  unsupportedMediaType: 415,
  tooManyRequests: 429,
  internalError: 500,
  maintenance: 503,
} as const;

/** A refusal by BankID. `details` is sent in the response. */
export class RpError extends Error {
  readonly code: RpErrorCode;
  readonly details: string;
  constructor(code: RpErrorCode, details: string) {
    super(`${code}: ${details}`);
    this.code = code;
    this.details = details;
  }
}

/** The HTTP status that belongs to an error code. */
export function statusOf(code: RpErrorCode): number {
  return STATUS[code];
}

/** The most frequent refusal: a field that is missing, of the wrong form or too long. */
export function invalidParameters(details: string): RpError {
  return new RpError('invalidParameters', details);
}

/** For a reference that is unknown, of another RP, or with a collected result. */
export function noSuchOrder(): RpError {
  return invalidParameters('No such order');
}
