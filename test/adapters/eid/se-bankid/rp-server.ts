import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { Identity } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import { createPki, type Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';

/** An https server with answers that a test chooses and no simulator gives. */
export interface RpServer {
  readonly url: string;
  readonly pki: Pki;
  /** The received requests, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** The serial numbers of the client certificates that were shown, each once, in order. */
  clients(): readonly string[];
  /** Connections that are open now. */
  openConnections(): Promise<number>;
  /** Later requests are answered with this listener. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/** One received request. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly httpVersion: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Starts a server on a free port; it demands a client certificate of the simulated authority. */
export async function startRpServer(): Promise<RpServer> {
  const pki = await createPki(randomBytes);
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  let listener: RequestListener = json(200, {});
  const server = createServer(
    {
      key: keyOf(pki.tlsServer),
      cert: pemOf(pki.tlsServer),
      ca: pemOf(pki.rpAuthority),
      requestCert: true,
      rejectUnauthorized: true,
    },
    async (request, response) => {
      requests.push(await receive(request));
      listener(request, response);
    },
  );
  const clients = new Set<string>();
  server.on('secureConnection', (socket) => {
    connections += 1;
    clients.add(socket.getPeerX509Certificate()?.serialNumber ?? 'none');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/rp/v6.0`,
    pki,
    requests,
    connections: () => connections,
    clients: () => [...clients],
    openConnections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    answer(next) {
      listener = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers JSON. */
export function json(status: number, body: unknown): RequestListener {
  return (_, response) => send(response, status, JSON.stringify(body));
}

/** Answers with a raw text. */
export function raw(status: number, body: string, contentType = 'text/html'): RequestListener {
  return (_, response) => send(response, status, body, contentType);
}

/** The certificate as PEM. */
export function pemOf({ certificate }: Identity): string {
  return certificate.toString();
}

/** The private key as PEM. */
export function keyOf({ privateKey }: Identity): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  contentType = 'application/json',
): void {
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return {
    method: request.method,
    path: request.url,
    httpVersion: request.httpVersion,
    contentType: request.headers['content-type'],
    body: Buffer.concat(parts).toString(),
  };
}
