import { type IncomingHttpHeaders, request } from 'node:http';

import type { HttpMessage } from './secrets-in.ts';

/** One request, sent unchanged: nothing is added, followed or normalised. */
export interface WireRequest {
  readonly method?: string;
  /** Path and query, already encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A response, read. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The Location header, resolved against the request; undefined when there is none. */
  readonly location: URL | undefined;
}

/** Called with each request and its response; does nothing by default. */
let listener: (request: HttpMessage, response: HttpMessage) => void = () => undefined;

/** Reports all later requests and responses of this test file. */
export function listenToWire(onExchange: typeof listener): void {
  listener = onExchange;
}

/** Sends one request to a local port; the Host header may name any host. */
export function send(port: number, wire: WireRequest): Promise<WireAnswer> {
  const { method = 'GET', path, headers = {}, body } = wire;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } };
    const sent = request({ ...options, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        const text = Buffer.concat(chunks).toString();
        const base = `http://${headers.host ?? `localhost:${port}`}${path}`;
        const location = received.location;
        listener(
          { url: base, headers, text: typeof body === 'string' ? body : '' },
          { url: location ?? '', headers: received, text },
        );
        resolve({
          status: statusCode,
          headers: received,
          text,
          location: location === undefined ? undefined : new URL(location, base),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A form's body and its content type. */
export function form(fields: Readonly<Record<string, string>> | readonly [string, string][]) {
  const body = new URLSearchParams(fields as Record<string, string>).toString();
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' } as Record<string, string>,
    body,
  };
}
