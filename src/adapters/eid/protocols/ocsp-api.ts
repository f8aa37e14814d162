import { lookup } from 'node:dns/promises';
import {
  checkStatus,
  ocspRequest,
  ocspUrlOf,
  type StatusQuestion,
} from '@eid-broker/evidence/certificate-status';
import { Unverified } from '@eid-broker/evidence/unverified';
import { Agent } from 'undici';

import { Failure } from '../../../domain/failure.ts';
import type { Progress } from '../../../domain/progress.ts';
import { sharedLookup } from './dns-lookup.ts';
import { networkFinding } from './https/network-finding.ts';

/** Revocation checks of persons' certificates, at the responders that the certificates name. */
export interface OcspApi {
  /**
   * The certificate was not revoked.
   * @throws {Unverified} ocsp: it was, its status is unknown, or the answer is not genuine
   * @throws {Failure} eid-unavailable: no answer
   */
  check(question: StatusQuestion & { readonly now: Date }): Promise<void>;
  /** Waits for calls in flight, then closes the connections. */
  close(): Promise<void>;
}

/** The ending of an order whose check threw it. */
export function endingOfCheck({ step, reason }: Unverified): Progress {
  return reason === 'the certificate is revoked'
    ? { state: 'ended', why: 'blocked', hintCode: 'revoked' }
    : { state: 'ended', why: 'unverified', hintCode: step };
}

const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 32;

/** The answers are signed, so that most responders have plain HTTP. */
export interface OcspConnection {
  /** For one whole call, connecting included. */
  readonly timeoutMs: number;
  /** PEM of the only trusted CAs of responders with HTTPS; undefined: those of the system. */
  readonly ca: string | undefined;
}

/** Opens a pool of connections. */
export function ocspApi({ timeoutMs, ca }: OcspConnection): OcspApi {
  let closed: Promise<void> | undefined;
  const agent = new Agent({
    connect: { timeout: timeoutMs, lookup: sharedLookup(lookup), ...(ca !== undefined && { ca }) },
    connections: MAX_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });

  async function send(url: URL, body: Buffer): Promise<Buffer> {
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers: { 'content-type': 'application/ocsp-request' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      if (response.statusCode === 200) return bytes;
      throw new Error(`status ${response.statusCode}`);
    } catch (cause) {
      const detail = 'the OCSP responder does not answer';
      throw new Failure('eid-unavailable', { detail, cause, ...networkFinding(cause) });
    }
  }

  return {
    async check(question) {
      const named = ocspUrlOf(question.path.leaf) ?? '';
      const url = URL.canParse(named) ? new URL(named) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) {
        throw new Unverified('ocsp', 'the certificate names no responder');
      }
      checkStatus(await send(url, ocspRequest(question)), question);
    },

    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}
