import { BlockList, isIP } from 'node:net';

import type { Environment } from '../../domain/tenant.ts';

const CALLED_URL_VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Addresses of the own machine and of networks that nobody outside reaches (RFC 6890), and of groups. */
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
 * What is wrong with an address that an operator lets us call: where a client's keys are, or a webhook; undefined when
 * nothing is. It is https to the outside; what stays on test domains may be on the own machine, there by http too.
 */
export function calledUrlFault(text: string, environment: Environment): string | undefined {
  if (!CALLED_URL_VISIBLE_ASCII.test(text) || text.includes('\\'))
    return 'must be a URL in plain characters';
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

const REDIRECT_URI_VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What is wrong with a return URL; undefined when it may be registered. Allowed are https, a private-use
 * scheme of a native app (RFC 8252 §7.1: a reversed domain name) and, on test domains, http to the own
 * machine.
 */
export function redirectUriFault(text: string, environment: Environment): string | undefined {
  if (!REDIRECT_URI_VISIBLE_ASCII.test(text) || text.includes('\\'))
    return 'must be a URL in plain characters';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('*')) return 'must not have a wildcard';
  if (url.username !== '' || url.password !== '') return 'must not name a user';
  if (!text.startsWith(url.protocol)) return 'must write its scheme in lower case';
  return schemeFault(url, environment);
}

/** True for the names of the own machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.includes(url.hostname);
}

function schemeFault(url: URL, environment: Environment): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') {
    return PRIVATE_USE_SCHEME.test(url.protocol)
      ? undefined
      : 'must be https, or have the scheme of a native app, which contains a dot';
  }
  if (!isLoopback(url)) return 'must be https';
  return environment === 'test' ? undefined : 'must be https: http is for test domains only';
}
