import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Operating systems use ports above these for outgoing connections. */
const FROM = 12_000;
const TO = 32_000;
const TRIES = 100;

/**
 * A free port of 127.0.0.1 that a restarted server can reuse. It lies below the range of outgoing connections, so that
 * none occupies it in between.
 */
export async function findReusablePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FROM} to ${TO} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
