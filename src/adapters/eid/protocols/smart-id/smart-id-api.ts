import type { JsonObject } from '../../../../domain/json.ts';
import { type HttpsClient, type HttpsServer, httpsClient } from '../https/https-client.ts';
import { callForJson, type JsonAnswer } from '../https/json-call.ts';

/** Smart-ID's Relying Party API, version 3. */
export interface SmartIdApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Starts a session, exactly once. Never rejects: a fault is a value. */
  start(path: string, body: JsonObject): Promise<JsonAnswer>;
  /** The status of a session, which the server holds back for a second while it is running. Never rejects. */
  session(id: string): Promise<JsonAnswer>;
}

/** The base of the API, up to `/v3`, and how its server is recognized. */
export interface SmartIdConnection extends Omit<HttpsServer, 'origin' | 'maxResponseBytes'> {
  readonly url: string;
}

/** The shortest that Smart-ID accepts. */
const LONG_POLL_MS = 1000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The calls to Smart-ID. */
export function smartIdApi({ url, ...server }: SmartIdConnection): SmartIdApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const client = httpsClient({ origin, ...server, maxResponseBytes: MAX_RESPONSE_BYTES });
  return {
    start: (path, body) =>
      callForJson(client, 'start', {
        method: 'POST',
        path: base + path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    session: (id) =>
      callForJson(client, 'session', {
        method: 'GET',
        path: `${base}/session/${id}?timeoutMs=${LONG_POLL_MS}`,
        headers: {},
      }),
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}
