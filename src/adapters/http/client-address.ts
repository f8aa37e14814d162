import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

import proxyAddr from 'proxy-addr';

/** The client behind a request; only trusted proxies may set it by headers. */
export interface ClientConnection {
  /** The address of the person's or the application's machine. */
  readonly ip: string;
  readonly secure: boolean;
}

/** The peer of a request: the client, or the nearest proxy. */
interface FromPeer {
  readonly socket: Pick<Socket, 'remoteAddress'>;
}

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/** Finds the client of a request. */
export interface ReadClientConnection {
  (req: FromPeer & WithHeaders): ClientConnection;
}

/**
 * Forwarding headers count only when the nearest peer is a trusted proxy. The address is the last one that no trusted
 * proxy has. Entries beyond one that is no address do not count. `trustedProxies` are addresses or CIDR ranges.
 */
export function makeReadClientConnection(trustedProxies: readonly string[]): ReadClientConnection {
  const trusts = trustIn(trustedProxies);
  return (req) => {
    const peer = plain(req.socket.remoteAddress ?? '');
    const forwarded = trusts(peer) ? String(req.headers['x-forwarded-proto'] ?? '') : '';
    return {
      ip: lastUntrusted([...hopsOf(req), peer], trusts),
      secure: forwarded.split(',').at(-1)?.trim() === 'https',
    };
  };
}

/** True when the nearest peer is one of these proxies. */
export function makeIsTrusted(trustedProxies: readonly string[]) {
  const trusts = trustIn(trustedProxies);
  return ({ socket }: FromPeer): boolean => trusts(plain(socket.remoteAddress ?? ''));
}

function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const compiled = proxyAddr.compile([...trustedProxies]);
  return (address) => compiled(address, 0);
}

/** In characters. Proxies append to the client's own header. */
const MAX_FORWARDED_LENGTH = 2_048;

/** The farthest entry first. Only the end of a long list is read, without the entry that is cut. */
function hopsOf({ headers }: WithHeaders): readonly string[] {
  const sent = String(headers['x-forwarded-for'] ?? '');
  const read =
    sent.length > MAX_FORWARDED_LENGTH
      ? sent.slice(-MAX_FORWARDED_LENGTH).replace(/^[^,]*/, '')
      : sent;
  const entries = read.split(',');
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

function lastUntrusted(hops: readonly string[], trusts: (address: string) => boolean): string {
  let ip = '';
  for (const hop of hops.toReversed()) {
    const address = addressIn(hop);
    if (address === undefined) return ip;
    ip = address;
    if (!trusts(ip)) return ip;
  }
  return ip;
}

/** The IP address of an entry, without the port, brackets or zone that some proxies write. */
function addressIn(entry: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(entry)?.[1];
  const address = plain((bracketed ?? withPort ?? entry).replace(/%[\w.-]+$/, ''));
  return isIP(address) === 0 ? undefined : address;
}

/** An IPv4 address from an IPv6 socket is written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
