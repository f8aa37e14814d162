import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

import { Agent } from 'undici';

const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const TIMEOUT_MS = 5_000;

/** Calls a URL from outside: of an application or a tenant. */
export interface GuardedRequest {
  /**
   * The answer, of at most 64 KiB, within 5 seconds. Only https, and only to a public address; with `ownMachine` also
   * http and https to this machine itself. A redirect is an answer like any other and is not followed.
   * @throws for everything else
   */
  (call: OutboundCall, allowed: { readonly ownMachine: boolean }): Promise<OutboundAnswer>;
}

/** The request. */
export interface OutboundCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response. */
export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An address of a host from DNS. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Replaced in tests. */
export interface GuardedRequestOptions {
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Certificates to trust in place of the well-known ones, in PEM. */
  readonly ca?: string;
  readonly timeoutMs?: number;
  /** The only port of this machine that is called; absent: any. */
  readonly ownPort?: number;
}

type IsAllowed = (address: string) => boolean;

/** Each connection goes to the checked address itself, so a second answer of DNS changes nothing. */
export function guardedRequest(options: GuardedRequestOptions = {}): GuardedRequest {
  const { timeoutMs = TIMEOUT_MS, ownPort } = options;
  const toPublic = agentFor(isPublicAddress, options);
  const toOwnMachine = agentFor(isLoopbackAddress, options);

  return async ({ url, method, headers, body }, { ownMachine }) => {
    const { protocol, hostname, port, origin, pathname, search } = new URL(url);
    const isOwnPort = ownPort === undefined || port === String(ownPort);
    const isOwn = ownMachine && isOwnPort && isOwnName(hostname);
    if (protocol !== 'https:' && !(isOwn && protocol === 'http:')) throw new Error('not https');
    // A connection to a literal address uses no resolver.
    const literal = withoutBrackets(hostname);
    const isAllowed = isOwn ? isLoopbackAddress : isPublicAddress;
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw new Error('not a public address');

    const answer = await (isOwn ? toOwnMachine : toPublic).request({
      origin,
      path: pathname + search,
      method,
      headers,
      ...(body !== undefined && { body }),
      // The timeouts between the parts of an answer do not limit a slow answer as a whole.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { statusCode: status, headers: received } = answer;
    return { status, text: await answer.body.text(), headers: received };
  };
}

function agentFor(isAllowed: IsAllowed, options: GuardedRequestOptions): Agent {
  const { resolve = resolveByDns, ca, timeoutMs = TIMEOUT_MS } = options;
  return new Agent({
    connect: {
      lookup: guardedLookup(isAllowed, resolve),
      timeout: timeoutMs,
      ...(ca !== undefined && { ca }),
    },
    allowH2: false,
    pipelining: 1,
    connections: 2,
    keepAliveTimeout: 1_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
}

/** The connection gets its address only from here. */
function guardedLookup(
  isAllowed: IsAllowed,
  resolve: NonNullable<GuardedRequestOptions['resolve']>,
): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const [first, ...others] = found.filter(({ address }) => isAllowed(address));
        if (first === undefined) return callback(new Error('no public address'), []);
        return all
          ? callback(null, [first, ...others])
          : callback(null, first.address, first.family);
      },
      (cause: Error) => callback(cause, []),
    );
  };
}

function resolveByDns(host: string): Promise<readonly ResolvedAddress[]> {
  return lookUp(host, { all: true });
}

function isOwnName(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(withoutBrackets(hostname));
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Gets the text of a URL from outside. */
export interface GuardedFetch {
  /**
   * The body of an answer with status 200, with the limits of `GuardedRequest`.
   * @throws for everything else, a redirect too
   */
  (url: string, allowed: { readonly ownMachine: boolean }): Promise<string>;
}

const HEADERS = { accept: 'application/jwk-set+json, application/json' };

/** A GET without credentials. */
export function guardedFetch(options: GuardedRequestOptions = {}): GuardedFetch {
  const request = guardedRequest(options);
  return async (url, allowed) => {
    const { status, text } = await request({ url, method: 'GET', headers: HEADERS }, allowed);
    if (status !== 200) throw new Error(`status ${status}`);
    return text;
  };
}

/** IANA's special-purpose addresses, multicast, and the metadata address of one cloud. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only part of IPv6 that is routed to hosts. It contains no local addresses and no mapped IPv4. */
const UNICAST_IPV6 = ['2000::/3'];
/** Its special parts: protocols, tunnels with IPv4 (Teredo, 6to4), documentation. */
const NOT_PUBLIC_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];

const blockedIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const unicastIpv6 = listOf(UNICAST_IPV6, 'ipv6');
const blockedIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');
const ownMachineIpv4 = listOf(['127.0.0.0/8'], 'ipv4');

/** True for an address of the internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blockedIpv4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return unicastIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6');
}

/** True for an address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  if (isIP(address) === 4) return ownMachineIpv4.check(address, 'ipv4');
  return address === '::1';
}

function listOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
