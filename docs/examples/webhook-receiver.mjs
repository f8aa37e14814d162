import { createServer } from 'node:http';

import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const known = new Set();

const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  let event;
  try {
    // Compares the signature in constant time, and refuses messages older than five minutes.
    event = webhook.verify(body, req.headers);
  } catch {
    res.writeHead(401).end();
    return;
  }
  // An event may arrive twice. A real receiver stores the ids in a database.
  const id = req.headers['webhook-id'];
  if (!known.has(id)) {
    known.add(id);
    process.stdout.write(`${event.type} ${event.data.client_id} ${event.data.outcome}\n`);
  }
  // Accept after processing: an event that is not accepted is sent again.
  res.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
