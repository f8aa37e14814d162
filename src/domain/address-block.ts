/** The groups of an IPv6 address that name a network, usually of one household or one machine. */
const NETWORK_GROUPS = 4;

/** The sender of a request for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function addressBlock(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [left = '', right] = ip.toLowerCase().split('::');
  const before = groupsOf(left);
  const after = groupsOf(right ?? '');
  // An IPv4 address at the end takes the place of two groups.
  const length = before.length + after.length + (ip.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: right === undefined ? 0 : 8 - length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
