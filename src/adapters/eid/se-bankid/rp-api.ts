import type { JsonObject } from '../../../domain/json.ts';
import {
  type HttpsClient,
  type HttpsServer,
  httpsClient,
} from '../protocols/https/https-client.ts';
import { type RpAnswer, readAnswer, rpFault } from './rp-answer.ts';

/** The calls of the Relying Party API v6.0 in use. */
export type RpEndpoint = 'auth' | 'sign' | 'phone/auth' | 'collect' | 'cancel';

/** BankID's Relying Party API. */
export interface RpApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Makes one call, exactly once. Never rejects: a fault is a value. */
  post(endpoint: RpEndpoint, body: JsonObject): Promise<RpAnswer>;
}

/** BankID's address and our credentials. */
export interface RpConnection extends Pick<HttpsServer, 'secureContext' | 'timeoutMs'> {
  /** With or without a slash at its end. */
  readonly url: string;
}

// An answer to a signed text of the greatest length stays below 400 kB.
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** The calls to BankID. */
export function rpApi({ url, secureContext, timeoutMs }: RpConnection): RpApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
  const client = httpsClient({
    origin,
    secureContext,
    timeoutMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  return {
    async post(endpoint, body) {
      const answer = await client.call({
        method: 'POST',
        path: base + endpoint,
        // BankID refuses the media type when it carries a charset.
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.statusCode !== undefined) return readAnswer(endpoint, answer);
      const { reason, cause } = answer;
      return rpFault(`${endpoint}: ${reason}`, { cause });
    },
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}
