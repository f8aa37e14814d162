import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose addresses, multicast, and the address where one cloud keeps its metadata. */
const NOT_PUBLIC_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32'],
  ...['169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24'],
  ...['192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** The only part of IPv6 that is routed to hosts: neither IPv4 in disguise nor anything local is in it. */
const UNICAST_IPV6 = ['2000::/3'];
/** What is special in there: protocols, tunnels that carry IPv4 (Teredo, 6to4), documentation. */
const NOT_PUBLIC_IPV6 = [
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
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
