import { BlockList, isIP } from 'node:net';

import type { Environment } from '../../domain/tenant.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Addresses of the own machine, of internal networks (RFC 6890), and of multicast groups. */
const INTERNAL = addressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]);

/**
 * The problem of a URL that the service calls, of a client's keys or a webhook, if any. It is https to a public address; for
 * test domains also http(s) to the own machine.
 */
export function calledUrlProblem(text: string, environment: Environment): string | undefined {
  if (!isPlain(text)) return 'must be a URL in plain characters';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (text.includes('#')) return 'must not have a fragment';
  if (url.username !== '' || url.password !== '') return 'must not name a user';
  if (environment === 'test' && isLoopback(url)) return undefined;
  if (url.protocol === 'http:') {
    return isLoopback(url) ? 'must be https: http is for test domains only' : 'must be https';
  }
  return isInternal(url) ? 'must not lead to an internal address' : undefined;
}

function isPlain(text: string): boolean {
  return VISIBLE_ASCII.test(text) && !text.includes('\\');
}

function isInternal({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const version = isIP(host);
  return version !== 0 && INTERNAL.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

function addressList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The problem of a return URL, if any. Allowed are https, a private-use scheme of a native app (RFC 8252 §7.1: a reversed
 * domain name) and, on test domains, http to the own machine.
 */
export function redirectUriProblem(text: string, environment: Environment): string | undefined {
  if (!isPlain(text)) return 'must be a URL in plain characters';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('*')) return 'must not have a wildcard';
  if (url.username !== '' || url.password !== '') return 'must not name a user';
  if (!text.startsWith(url.protocol)) return 'must write its scheme in lower case';
  return schemeProblem(url, environment);
}

/** True for a URL of the own machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.includes(url.hostname);
}

function schemeProblem(url: URL, environment: Environment): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') {
    return PRIVATE_USE_SCHEME.test(url.protocol)
      ? undefined
      : 'must be https, or have the scheme of a native app, which contains a dot';
  }
  if (!isLoopback(url)) return 'must be https';
  return environment === 'test' ? undefined : 'must be https: http is for test domains only';
}
