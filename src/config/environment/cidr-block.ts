import { BlockList, isIP, isIPv6 } from 'node:net';

const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; answers it with its prefix length. */
export function cidrBlockOf(text: string): string | undefined {
  const [address = '', prefix, ...others] = text.split('/');
  const longest = { 0: undefined, 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || others.length > 0) return undefined;
  if (prefix === undefined) return `${address}/${longest}`;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return `${address}/${Number(prefix)}`;
}

/** True for an IPv4 address or block that is written as IPv6, such as `::ffff:10.0.0.0/104`. */
export function isIpv4Mapped(block: string): boolean {
  const [address = ''] = block.split('/');
  return isIPv6(address) && IPV4_MAPPED.check(address, 'ipv6');
}
