import type { Environment } from '../../domain/tenant.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What is wrong with a return URL; undefined when it may be registered. Allowed are https, a private-use
 * scheme of a native app (RFC 8252 §7.1: a reversed domain name) and, on test domains, http to the own
 * machine.
 */
export function redirectUriFault(text: string, environment: Environment): string | undefined {
  if (!VISIBLE_ASCII.test(text) || text.includes('\\')) return 'must be a URL in plain characters';
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
