import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

/** One request, as it goes to whichever of the servers is next. */
export interface WireRequest {
  readonly method?: string;
  /** Path and query, already encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer, read. */
export interface WireAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** What went over the wire so far. */
export interface Traffic {
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Connections that stay open, as those of a proxy in front of the servers. */
export interface Wire {
  send(wire: WireRequest): Promise<WireAnswer>;
  /** As the servers see it: what comes in is what we sent. */
  traffic(): Traffic;
  close(): void;
}

/** Each request goes to the next of the ports; all of them are called by the same host name. */
export function openWire(host: string, ports: readonly [number, ...number[]]): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const sockets = new Set<Socket>();
  let requests = 0;

  return {
    send({ method = 'GET', path, headers = {}, body }) {
      const port = ports[requests % ports.length] ?? ports[0];
      requests += 1;
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const all = { host, ...length, ...headers };
      return new Promise((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port, method, path, headers: all, agent },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              resolve({
                status: response.statusCode ?? 0,
                location: response.headers.location,
                cookies: response.headers['set-cookie'] ?? [],
                text: Buffer.concat(chunks).toString(),
              });
            });
          },
        );
        sent.on('socket', (socket) => sockets.add(socket));
        sent.on('error', reject);
        sent.end(body);
      });
    },

    traffic() {
      const all = [...sockets];
      return {
        requests,
        bytesIn: all.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
        bytesOut: all.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
      };
    },

    close: () => agent.destroy(),
  };
}

/** A form's body, and the header that says so. */
export function form(fields: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}
