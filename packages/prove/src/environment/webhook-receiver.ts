import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

/** An application's server for webhooks, which can fail. */
export interface WebhookReceiver {
  readonly url: string;
  /** `whsec_…`, as in the configuration file. */
  readonly secret: string;
  /** Sets the response to messages. */
  behave(how: 'accept' | 'refuse' | 'hang'): void;
  /** The accepted messages in order of arrival; some may be repeated. */
  readonly accepted: readonly WebhookMessage[];
  /** Messages with an invalid signature. */
  readonly forged: number;
  close(): Promise<void>;
}

/** The headers of a message's signature. */
export interface WebhookMessage {
  readonly id: string;
  readonly position: number;
}

/** Starts it on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const signatures = new Webhook(secret);
  const accepted: WebhookMessage[] = [];
  let behaviour: 'accept' | 'refuse' | 'hang' = 'accept';
  let forged = 0;

  const server = createServer((req, res) => void receive(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/events`,
    secret,
    accepted,
    behave(how) {
      behaviour = how;
    },
    get forged() {
      return forged;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (behaviour === 'hang') return;
    if (behaviour === 'refuse') return void res.writeHead(500).end();
    const message = verified(Buffer.concat(chunks).toString(), req);
    if (message === undefined) forged += 1;
    else accepted.push(message);
    res.writeHead(message === undefined ? 401 : 204).end();
  }

  function verified(body: string, { headers }: IncomingMessage): WebhookMessage | undefined {
    try {
      const message = signatures.verify(body, headers as Record<string, string>) as {
        readonly data: { readonly position: number };
      };
      return { id: String(headers['webhook-id']), position: message.data.position };
    } catch {
      return undefined;
    }
  }
}
