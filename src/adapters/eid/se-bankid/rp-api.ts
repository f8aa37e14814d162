import type { SecureContext } from 'node:tls';

import { Agent } from 'undici';

import { type JsonObject, parseJsonObject } from '../../../domain/json.ts';

/** The calls of the Relying Party API v6.0 that we use. */
export type RpEndpoint = 'auth' | 'sign' | 'phone/auth' | 'collect' | 'cancel';

/** BankID's Relying Party API. */
export interface RpApi {
  /** Makes one call, exactly once. Never rejects: what went wrong is a value. */
  post(endpoint: RpEndpoint, body: JsonObject): Promise<RpAnswer>;
}

/** A JSON object in an answer with status 200, or a fault. */
export type RpAnswer =
  | { readonly body: JsonObject; readonly fault?: undefined }
  | { readonly fault: RpFault };

/** A call that was refused, or whose answer did not arrive or cannot be read. */
export interface RpFault {
  /** BankID's word for it; undefined when BankID did not say. */
  readonly errorCode: string | undefined;
  /** For our own log. */
  readonly detail: string;
  readonly cause: unknown;
}

/** Where BankID is and how we prove who we are. */
export interface RpConnection {
  /** With or without a slash at its end. */
  readonly url: string;
  /** Our client certificate and key, BankID's CA as the only trusted one. */
  readonly secureContext: SecureContext;
  /** For one whole call, connecting included. */
  readonly timeoutMs: number;
}

// An answer to a signed text of the greatest length stays below 400 kB.
const LARGEST_ANSWER = 1024 * 1024;
const MOST_CONNECTIONS = 64;

/** Opens a pool of kept-alive connections, each of which carries one call at a time. */
export function rpApi({ url, secureContext, timeoutMs }: RpConnection): RpApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
  const agent = new Agent({
    connect: { secureContext, rejectUnauthorized: true, timeout: timeoutMs },
    allowH2: false,
    pipelining: 1,
    connections: MOST_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: LARGEST_ANSWER,
  });

  return {
    async post(endpoint, body) {
      try {
        const response = await agent.request({
          origin,
          path: base + endpoint,
          method: 'POST',
          // BankID refuses the media type when it carries a charset.
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          // An answer that trickles in would outlive the timeouts between its parts.
          signal: AbortSignal.timeout(timeoutMs),
        });
        return read(endpoint, response.statusCode, await response.body.text());
      } catch (cause) {
        return fault(`${endpoint}: ${reason(cause)}`, { cause });
      }
    },
  };
}

// For answers that carry no error code of their own; a 405 comes without a body, for example.
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

function read(endpoint: RpEndpoint, status: number, text: string): RpAnswer {
  const body = parseJsonObject(text);
  if (status === 200) {
    return body === undefined ? fault(`${endpoint}: 200 without a JSON object`) : { body };
  }
  const { errorCode, details } = body ?? {};
  if (typeof errorCode !== 'string' || !/^[A-Za-z0-9]{1,64}$/.test(errorCode)) {
    return fault(`${endpoint}: ${status} without an error code`, {
      errorCode: STATUS_CODES[status],
    });
  }
  return fault(`${endpoint}: ${status} ${errorCode}${excerpt(details)}`, { errorCode });
}

function fault(
  detail: string,
  { errorCode, cause }: { errorCode?: string | undefined; cause?: unknown } = {},
): { fault: RpFault } {
  return { fault: { errorCode, detail, cause } };
}

/** BankID's explanation, for our log: shortened, and without anything that could be a personal number. */
function excerpt(details: unknown): string {
  if (typeof details !== 'string') return '';
  return ` (${details.slice(0, 200).replace(/\d{6,}(?:-?\d+)?/g, '<digits>')})`;
}

function reason(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause);
  const { name, code, message } = cause as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  const text = typeof message === 'string' && message !== '' ? message : String(name);
  return typeof code === 'string' ? `${text} (${code})` : text;
}
