import { isIP } from 'node:net';

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; answers it with its prefix length. */
export function cidrBlockOf(text: string): string | undefined {
  const [address = '', prefix, ...others] = text.split('/');
  const longest = { 0: undefined, 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || others.length > 0) return undefined;
  if (prefix === undefined) return `${address}/${longest}`;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return `${address}/${Number(prefix)}`;
}
