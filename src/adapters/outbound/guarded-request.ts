import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

import { Agent } from 'undici';

import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const LARGEST_ANSWER = 64 * 1024;
const LARGEST_HEADERS = 16 * 1024;
const TIMEOUT_MS = 5_000;

/** Calls a URL that somebody else chose. */
export interface GuardedRequest {
  /**
   * The answer, of at most 64 KiB, within 5 seconds. Only https, and only to a public address; with `ownMachine` also
   * http and https to this machine itself. A redirect is an answer like any other: nobody follows it.
   * @throws for everything else
   */
  (call: OutboundCall, allowed: { readonly ownMachine: boolean }): Promise<OutboundAnswer>;
}

/** What is asked. */
export interface OutboundCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What comes back. */
export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
}

/** An address of a host, as DNS gives it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** What tests replace. */
export interface GuardedRequestOptions {
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Certificates to trust in place of the well-known ones, in PEM. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

type IsAllowed = (address: string) => boolean;

/** Each connection goes to an address that was checked itself: a second answer of DNS changes nothing. */
export function guardedRequest(options: GuardedRequestOptions = {}): GuardedRequest {
  const { timeoutMs = TIMEOUT_MS } = options;
  const toPublic = agentFor(isPublicAddress, options);
  const toOwnMachine = agentFor(isLoopbackAddress, options);

  return async ({ url, method, headers, body }, { ownMachine }) => {
    const { protocol, hostname, origin, pathname, search } = new URL(url);
    const isOwn = ownMachine && isOwnName(hostname);
    if (protocol !== 'https:' && !(isOwn && protocol === 'http:')) throw new Error('not https');
    // A connection to an address that is written out asks no resolver.
    const literal = withoutBrackets(hostname);
    const isAllowed = isOwn ? isLoopbackAddress : isPublicAddress;
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw new Error('not a public address');

    const answer = await (isOwn ? toOwnMachine : toPublic).request({
      ...{ origin, path: pathname + search, method, headers },
      ...(body !== undefined && { body }),
      // An answer that trickles in would outlive the timeouts between its parts.
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
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
    maxHeaderSize: LARGEST_HEADERS,
    maxResponseSize: LARGEST_ANSWER,
  });
}

/** The connection takes its address from here and asks nobody else. */
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
