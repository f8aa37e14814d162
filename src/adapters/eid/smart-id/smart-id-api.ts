import { createHash, type X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { TLSSocket } from 'node:tls';

import { Agent, buildConnector } from 'undici';

import type { JsonObject } from '../../../domain/json.ts';
import { sharedLookup } from '../dns-lookup.ts';
import { type ApiAnswer, apiFault, readAnswer } from './api-answer.ts';

/** Smart-ID's Relying Party API, version 3. */
export interface SmartIdApi {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(path: string, body: JsonObject): Promise<ApiAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(sessionId: string): Promise<ApiAnswer>;
  /** The latest certificate of the server; undefined before the first connection. */
  serverCertificate(): X509Certificate | undefined;
  /** Waits for calls in flight, then closes the connections. */
  close(): Promise<void>;
}

/** Smart-ID's address, and how its server is recognized. */
export interface SmartIdConnection {
  /** The base, up to `/v3`. */
  readonly url: string;
  /** PEM of the only trusted CAs; undefined: those of the system. */
  readonly ca: string | undefined;
  /** SHA-256 of each pinned key (SPKI), in base64. */
  readonly serverKeys: readonly string[];
  /** For one whole call, connecting included. */
  readonly timeoutMs: number;
}

/** The shortest that Smart-ID accepts. */
const LONG_POLL_MS = 1000;
const MAX_RESPONSE_BYTES = 256 * 1024;
// More than calls are made at the same time (guarded-eid.ts), so that none waits for another.
const MAX_CONNECTIONS = 96;

/** Opens a pool of persistent connections to the pinned server. */
export function smartIdApi(connection: SmartIdConnection): SmartIdApi {
  const { url, timeoutMs } = connection;
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  let shown: X509Certificate | undefined;
  let closed: Promise<void> | undefined;
  const agent = new Agent({
    connect: pinnedConnector(connection, (certificate) => {
      shown = certificate;
    }),
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });

  async function call(name: string, path: string, body?: JsonObject): Promise<ApiAnswer> {
    try {
      const response = await agent.request({
        origin,
        path: base + path,
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return readAnswer(name, response, await response.body.text());
    } catch (cause) {
      return apiFault(`${name}: ${reason(cause)}`, { cause });
    }
  }

  return {
    start: (path, body) => call('start', path, body),
    session: (id) => call('session', `/session/${id}?timeoutMs=${LONG_POLL_MS}`),
    serverCertificate: () => shown,
    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}

/** The server must be valid as usual, and have a pinned key as well. */
function pinnedConnector(
  { ca, serverKeys, timeoutMs }: SmartIdConnection,
  show: (certificate: X509Certificate) => void,
): buildConnector.connector {
  const connect = buildConnector({
    ...(ca !== undefined && { ca }),
    rejectUnauthorized: true,
    allowH2: false,
    timeout: timeoutMs,
    lookup: sharedLookup(lookup),
    // A resumed session shows no certificate, whose key is compared.
    maxCachedSessions: 0,
  });
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(...result);
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (certificate === undefined || !isPinned(certificate, serverKeys)) {
        socket.destroy();
        return callback(new Error('the server has another key than the pinned ones'), null);
      }
      show(certificate);
      return callback(...result);
    });
}

function isPinned({ publicKey }: X509Certificate, serverKeys: readonly string[]): boolean {
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return serverKeys.includes(createHash('sha256').update(key).digest('base64'));
}

function reason(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause);
  const { name, code, message } = cause as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  const text = typeof message === 'string' && message !== '' ? message : String(name);
  return typeof code === 'string' ? `${text} (${code})` : text;
}
