import { RestError, type RestReply } from '../rest-profile.ts';

/** An error response (RFC 9457). */
export function problemReply(status: number, title: string, more: object = {}): RestReply {
  const body = { type: 'about:blank', title, status, detail: title, ...more };
  return { status, body, contentType: 'application/problem+json' };
}

/** The same, thrown. */
export function problem(status: number, title: string, more: object = {}): RestError {
  return new RestError(problemReply(status, title, more));
}

/** A parameter that Smart-ID does not take. */
export function badRequest(paramName: string): RestError {
  const errors = [{ detail: `Invalid ${paramName}`, paramName, pointer: `/${paramName}` }];
  return problem(400, 'Bad Request', { detail: 'Invalid request parameters found', errors });
}
