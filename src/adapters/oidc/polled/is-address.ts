import { isIP } from 'node:net';

/**
 * True for an IP address as an eID takes it. With a zone (`fe80::1%eth0`) it would mean something to the machine alone
 * that wrote it.
 */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
