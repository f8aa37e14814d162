import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens; returns the port. Port 0 picks a free one. @throws the listen error (`EADDRINUSE`, with `port`) */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends all connections and frees the port. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
