import { createHash, type X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type SecureContext, TLSSocket } from 'node:tls';

import { Agent, buildConnector } from 'undici';

import { sharedLookup } from '../dns-lookup.ts';

/** One server of an eID, over persistent connections. */
export interface HttpsClient {
  /** Makes one call, exactly once. Never rejects: without an answer, the result is the reason. */
  call(call: HttpsCall): Promise<HttpsAnswer | NoAnswer>;
  /** The latest certificate of the server; undefined before the first connection. */
  serverCertificate(): X509Certificate | undefined;
  /** Waits for calls in flight, then closes the connections. Later calls have no answer. */
  close(): Promise<void>;
}

/** One request. */
export interface HttpsCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer with any status. */
export interface HttpsAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The reason why there is no answer. */
export interface NoAnswer {
  readonly statusCode?: undefined;
  /** For the log. */
  readonly reason: string;
  readonly cause: unknown;
}

/** The server and our side of TLS. */
export interface HttpsServer {
  readonly origin: string;
  /** Our client certificate, if any, and the only trusted authorities of the server. */
  readonly secureContext: SecureContext;
  /** SHA-256 of each accepted public key (SPKI) of the server, in base64; absent: any key of a valid certificate. */
  readonly serverKeys?: readonly string[];
  /** For one whole call, connecting included. */
  readonly timeoutMs: number;
  /** A longer answer is no answer. */
  readonly maxResponseBytes: number;
}

// More than calls are made at the same time (guarded-eid.ts), so that none waits for another.
const MAX_CONNECTIONS = 96;

/** Opens a pool of persistent connections with one call at a time on each. */
export function httpsClient(server: HttpsServer): HttpsClient {
  const { origin, timeoutMs, maxResponseBytes } = server;
  let shown: X509Certificate | undefined;
  let closed: Promise<void> | undefined;
  const agent = new Agent({
    connect: connectorOf(server, (certificate) => {
      shown = certificate;
    }),
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxResponseBytes,
  });

  return {
    async call({ method, path, headers, body }) {
      try {
        const response = await agent.request({
          origin,
          path,
          method,
          headers,
          ...(body !== undefined && { body }),
          // An answer that trickles in would outlive the timeouts between its parts.
          signal: AbortSignal.timeout(timeoutMs),
        });
        const { statusCode, headers: received } = response;
        return { statusCode, headers: received, text: await response.body.text() };
      } catch (cause) {
        return { reason: reasonOf(cause), cause };
      }
    },

    serverCertificate: () => shown,
    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}

/** Connects with our certificate to a verified server with a pinned key, and reports the server's certificate. */
function connectorOf(
  { secureContext, serverKeys, timeoutMs }: HttpsServer,
  show: (certificate: X509Certificate) => void,
): buildConnector.connector {
  const security = { secureContext, rejectUnauthorized: true, allowH2: false };
  const connect = buildConnector({
    ...security,
    timeout: timeoutMs,
    lookup: sharedLookup(lookup),
    // A resumed session shows no certificate, whose key is compared.
    ...(serverKeys !== undefined && { maxCachedSessions: 0 }),
  });
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      // A resumed session has none: the first one reported it.
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (socket && serverKeys !== undefined && !hasKey(certificate, serverKeys)) {
        socket.destroy();
        const error = new Error('the server has another key than the pinned ones');
        callback(Object.assign(error, { code: 'KEY_NOT_PINNED' }), null);
        return;
      }
      if (certificate !== undefined) show(certificate);
      callback(...result);
    });
}

function hasKey(certificate: X509Certificate | undefined, keys: readonly string[]): boolean {
  const spki = certificate?.publicKey.export({ type: 'spki', format: 'der' });
  return spki !== undefined && keys.includes(createHash('sha256').update(spki).digest('base64'));
}

/** The seconds of a Retry-After header; a date is ignored, because it needs a clock. */
export function retryAfterIn(headers: HttpsAnswer['headers']): number | undefined {
  const value = headers['retry-after'];
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function reasonOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause);
  const { name, code, message } = cause as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  const text = typeof message === 'string' && message !== '' ? message : String(name);
  return typeof code === 'string' ? `${text} (${code})` : text;
}

/** Statuses of a client's error that say nothing about the request: it may be repeated (RFC 9110 §15.5.9, RFC 8470, RFC 6585). */
const TEMPORARY = [408, 425, 429];

/**
 * True for a status that refuses this one request. Anybody can cause one, by a text that a firewall of the eID refuses:
 * it must not count as an outage, which would stop the logins of all others.
 */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && !TEMPORARY.includes(status);
}
