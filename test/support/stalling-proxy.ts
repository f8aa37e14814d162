import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands between a client and its server, and can cut or hold up all that passes. */
export interface StallingProxy {
  readonly port: number;
  /** From now on every connection breaks, and new ones do as soon as they are made. */
  cut(): void;
  /** From now on nothing passes and nobody is told. New connections are taken, and hear nothing. */
  stall(): void;
  /** Lets through again what comes from now on; what was held up is lost with its connection. */
  resume(): void;
  close(): Promise<void>;
}

/** A proxy on loopback before the given port. */
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
