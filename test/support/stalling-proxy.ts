import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and its server that can cut or stall all traffic. */
export interface StallingProxy {
  readonly port: number;
  /** Closes all connections, and each new one immediately. */
  cut(): void;
  /** Drops all data without closing connections. New connections are accepted and stall too. */
  stall(): void;
  /** Forwards new connections again; the stalled ones close. */
  resume(): void;
  close(): Promise<void>;
}

/** Starts a proxy on loopback for the given target. */
export async function startStallingProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(target.port, target.host);
    join(client, upstream);
    join(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => void (isStalled || to.write(chunk)));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    stall() {
      isStalled = true;
    },
    resume() {
      isCut = false;
      if (!isStalled) return;
      isStalled = false;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
