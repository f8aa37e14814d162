import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type SecureContext, TLSSocket } from 'node:tls';

import { Agent, buildConnector } from 'undici';

import type { JsonObject } from '../../../domain/json.ts';
import { sharedLookup } from '../dns-lookup.ts';
import { type RpAnswer, readAnswer, rpFault } from './rp-answer.ts';

/** The calls of the Relying Party API v6.0 in use. */
export type RpEndpoint = 'auth' | 'sign' | 'phone/auth' | 'collect' | 'cancel';

/** BankID's Relying Party API. */
export interface RpApi {
  /** Makes one call, exactly once. Never rejects: a fault is a value. */
  post(endpoint: RpEndpoint, body: JsonObject): Promise<RpAnswer>;
  /** The latest certificate of the server; undefined before the first connection. */
  serverCertificate(): X509Certificate | undefined;
  /** Waits for calls in flight, then closes the connections. Later calls are faults. */
  close(): Promise<void>;
}

/** BankID's address and our credentials. */
export interface RpConnection {
  /** With or without a slash at its end. */
  readonly url: string;
  /** Our client certificate and key, BankID's CA as the only trusted one. */
  readonly secureContext: SecureContext;
  /** For one whole call, connecting included. */
  readonly timeoutMs: number;
}

// An answer to a signed text of the greatest length stays below 400 kB.
const MAX_RESPONSE_BYTES = 1024 * 1024;
// More than calls are made at the same time (guarded-eid.ts), so that none waits for another.
const MAX_CONNECTIONS = 96;

/** Opens a pool of persistent connections with one call at a time on each. */
export function rpApi({ url, secureContext, timeoutMs }: RpConnection): RpApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
  let shown: X509Certificate | undefined;
  let closed: Promise<void> | undefined;
  const agent = new Agent({
    connect: connectorOf({ secureContext, timeoutMs }, (certificate) => {
      shown = certificate;
    }),
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
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
        return readAnswer(endpoint, response, await response.body.text());
      } catch (cause) {
        return rpFault(`${endpoint}: ${reason(cause)}`, { cause });
      }
    },

    serverCertificate: () => shown,
    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}

/** Connects with our certificate to a verified server, and reports the server's certificate. */
function connectorOf(
  { secureContext, timeoutMs }: Pick<RpConnection, 'secureContext' | 'timeoutMs'>,
  show: (certificate: X509Certificate) => void,
): buildConnector.connector {
  const security = { secureContext, rejectUnauthorized: true, allowH2: false };
  const connect = buildConnector({
    ...security,
    timeout: timeoutMs,
    lookup: sharedLookup(lookup),
  });
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      // A resumed session has none: the first one reported it.
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (certificate !== undefined) show(certificate);
      callback(...result);
    });
}

function reason(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause);
  const { name, code, message } = cause as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  const text = typeof message === 'string' && message !== '' ? message : String(name);
  return typeof code === 'string' ? `${text} (${code})` : text;
}
