import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import type { ConnectionFault, Direction, FaultRule } from './connection-fault.ts';
import { pump } from './pump.ts';
import { findReusablePort } from './reusable-port.ts';

/** A TCP proxy that can inject faults. */
export interface FaultProxy {
  /** The port of the first channel. */
  readonly port: number;
  /** Another port to the same server; rules and watchers refer to its name. */
  openChannel(name: string): Promise<number>;
  /** Injects a fault. Returns a function that removes it. */
  break(rule: FaultRule): () => void;
  /** Removes all faults. Cut connections stay cut; held bytes pass. */
  clearFaults(): void;
  /** Cuts the open connections (of one channel). */
  cut(channel?: string): void;
  /** Connects new connections to another server. */
  connectTo(port: number): void;
  /** How many connections are open now. */
  readonly connections: number;
  close(): Promise<void>;
}

/** One connection through the proxy. */
export interface ProxiedConnection {
  readonly channel: string;
  /** Breaks it, both ways. */
  cut(): void;
  /** Sends bytes to the client in the server's place. */
  reply(bytes: Buffer): void;
}

/** Gets the bytes of one connection and returns the bytes to forward. */
export interface Watcher {
  watch(direction: Direction, chunk: Buffer): Promise<Buffer>;
}

/** The arguments of a fault proxy. */
export interface FaultProxyOptions {
  readonly toPort: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly watcher?: (connection: ProxiedConnection) => Watcher;
}

/** The name of the first channel. */
export const MAIN_CHANNEL = 'main';

interface Rule extends FaultRule {
  /** The number of further connections to apply to. */
  left: number;
}

/** One connection with its faults. */
interface Connection extends ProxiedConnection {
  readonly near: Socket;
  readonly far: Socket;
  readonly rules: Set<Rule>;
}

/** Starts the proxy. */
export async function startFaultProxy({
  toPort,
  random,
  watcher,
}: FaultProxyOptions): Promise<FaultProxy> {
  const rules = new Set<Rule>();
  const connections = new Set<Connection>();
  const channels = new Map<string, { readonly server: Server; readonly port: number }>();
  const mended = makeSignal();
  let target = toPort;

  const port = await openChannel(MAIN_CHANNEL);
  return {
    port,
    openChannel,
    break(wanted) {
      const rule: Rule = { ...wanted, left: wanted.nextConnections ?? 0 };
      rules.add(rule);
      if (wanted.nextConnections === undefined) {
        for (const connection of connections) consider(connection, rule);
      }
      if (rule.fault.kind === 'refuse') refuse(rule.channel);
      return () => lift([rule]);
    },
    clearFaults: () => lift([...rules]),
    cut,
    connectTo(other) {
      target = other;
    },
    get connections() {
      return connections.size;
    },
    async close() {
      lift([...rules]);
      for (const connection of connections) connection.cut();
      await Promise.all([...channels.values()].map(({ server }) => closed(server)));
    },
  };

  async function openChannel(name: string): Promise<number> {
    const port = await findReusablePort();
    const server = createServer({ allowHalfOpen: true }, (near) => accept(name, near));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    channels.set(name, { server, port });
    return port;
  }

  function accept(channel: string, near: Socket): void {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const connection: Connection = {
      channel,
      near,
      far,
      rules: new Set(),
      cut: () => reset(near, far),
      reply: (bytes) => void near.write(bytes),
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      // An error is the end of the connection, on both sides.
      socket.on('error', connection.cut);
      socket.on('close', () => {
        if (near.destroyed && far.destroyed) connections.delete(connection);
      });
    }
    connections.add(connection);
    for (const rule of rules) take(connection, rule);
    const watch = watcher?.(connection);
    join(connection, 'up', watch);
    join(connection, 'down', watch);
  }

  function join(connection: Connection, direction: Direction, watcher: Watcher | undefined): void {
    const { near, far, cut } = connection;
    const [from, to] = direction === 'up' ? [near, far] : [far, near];
    pump({
      from,
      to,
      cut,
      random,
      faults: () => faultsOf(connection, direction),
      mended: mended.wait,
      watch: async (chunk) => watcher?.watch(direction, chunk) ?? chunk,
    });
  }

  /** A new connection. */
  function take(connection: Connection, rule: Rule): void {
    if (rule.nextConnections !== undefined) {
      if (rule.left === 0 || !isFor(connection, rule)) return;
      rule.left -= 1;
    }
    consider(connection, rule);
  }

  function consider(connection: Connection, rule: Rule): void {
    if (isFor(connection, rule) && random() < (rule.probability ?? 1)) connection.rules.add(rule);
  }

  function lift(lifted: readonly Rule[]): void {
    for (const rule of lifted) {
      rules.delete(rule);
      for (const connection of connections) connection.rules.delete(rule);
    }
    mended.fire();
    for (const [name, { server, port: kept }] of channels) {
      if (server.listening || isRefused(name)) continue;
      server.listen(kept, '127.0.0.1');
    }
  }

  function refuse(channel: string | undefined): void {
    for (const [name, { server }] of channels) {
      if (channel === undefined || channel === name) server.close();
    }
    cut(channel);
  }

  function cut(channel: string | undefined): void {
    for (const connection of connections) {
      if (channel === undefined || connection.channel === channel) connection.cut();
    }
  }

  function isRefused(name: string): boolean {
    return [...rules].some(
      ({ fault, channel }) =>
        fault.kind === 'refuse' && (channel === undefined || channel === name),
    );
  }
}

function isFor({ channel }: Connection, rule: FaultRule): boolean {
  return rule.channel === undefined || rule.channel === channel;
}

function faultsOf({ rules }: Connection, direction: Direction): readonly ConnectionFault[] {
  return [...rules]
    .filter((rule) => rule.direction === undefined || rule.direction === direction)
    .map(({ fault }) => fault);
}

function reset(near: Socket, far: Socket): void {
  for (const socket of [near, far]) if (!socket.destroyed) socket.resetAndDestroy();
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
  });
}

/** Resolves many promises at the next event. */
function makeSignal() {
  let waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    fire() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}
