import type { IncomingMessage } from 'node:http';

import proxyAddr from 'proxy-addr';

/** How a request reached us, told only by peers that we trust. */
export interface Arrival {
  /** The address of the person's or the application's machine. */
  readonly ip: string;
  readonly secure: boolean;
}

/** Reads a request's arrival. */
export interface ReadArrival {
  (req: IncomingMessage): Arrival;
}

/**
 * Forwarding headers count only when the nearest peer is a trusted proxy, and the address is the last one
 * that no trusted proxy vouches for. `trustedProxies` are addresses or CIDR ranges.
 */
export function makeReadArrival(trustedProxies: readonly string[]): ReadArrival {
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (req) => {
    const peer = req.socket.remoteAddress ?? '';
    const ip = plain(proxyAddr(req, trusts));
    const forwarded = trusts(peer, 0) ? String(req.headers['x-forwarded-proto'] ?? '') : '';
    return { ip, secure: forwarded.split(',').at(-1)?.trim() === 'https' };
  };
}

/** IPv4 addresses that came over an IPv6 socket are written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
