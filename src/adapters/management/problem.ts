/** A fault and its place: the path of a setting, or the name of a parameter. Never a secret. */
export interface ProblemPart {
  readonly path: string;
  readonly message: string;
}

/** The statuses of refused and failed requests, each with its name (RFC 9110). */
export const PROBLEM_TITLES = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Body too big',
  415: 'Unsupported media type',
  421: 'Wrong host',
  422: 'Refused settings',
  428: 'If-Match is missing',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
} as const;

/** The status of a problem. */
export type ProblemStatus = keyof typeof PROBLEM_TITLES;

/** Details of a problem beside its status and text. */
export interface ProblemFacts {
  readonly errors?: readonly ProblemPart[];
  /** More headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with a problem document. */
export class ApiProblem extends Error {
  readonly status: ProblemStatus;
  readonly errors: readonly ProblemPart[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ProblemStatus,
    detail: string,
    { errors = [], headers = {} }: ProblemFacts = {},
  ) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The media type of problem documents (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** A problem document (RFC 9457). `instance` is the id of the request in the log. */
export function problemDocument(
  { status, message, errors }: Pick<ApiProblem, 'status' | 'message' | 'errors'>,
  requestId: string,
) {
  return {
    type: 'about:blank',
    title: PROBLEM_TITLES[status],
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    errors,
  };
}
