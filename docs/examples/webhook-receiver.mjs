import { createServer } from 'node:http';

import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const known = new Set();

const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  let event;
  try {
    // Compares the signature in constant time, and refuses what was sent more than five minutes ago.
    event = webhook.verify(body, req.headers);
  } catch {
    res.writeHead(401).end();
    return;
  }
  // The same event may come twice. A real receiver remembers ids where its own replicas see them.
  const id = req.headers['webhook-id'];
  if (!known.has(id)) {
    known.add(id);
    process.stdout.write(`${event.type} ${event.data.client_id} ${event.data.outcome}\n`);
  }
  // Only now: what was not accepted comes again.
  res.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
