import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

/** One request, for the next server in turn. */
export interface WireRequest {
  readonly method?: string;
  /** Path and query, already encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response, read. */
export interface WireAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** The traffic so far. */
export interface Traffic {
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Persistent connections, as from a proxy in front of the servers. */
export interface Wire {
  send(wire: WireRequest): Promise<WireAnswer>;
  /** From the servers' side: `bytesIn` is what the driver sends. */
  traffic(): Traffic;
  close(): void;
}

/** Requests go to the ports in turn, all with the same host name. */
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

/** The body and header of a form. */
export function form(fields: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}
