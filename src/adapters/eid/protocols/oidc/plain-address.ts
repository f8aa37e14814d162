const OWN_MACHINE = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;

/** True for an address without TLS. */
export function isPlain(address: string | URL): boolean {
  return new URL(address).protocol === 'http:';
}

/** True for an address that may be called: with TLS, or without it on the own machine, where simulators are. */
export function isCallable(address: string | URL): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.test(hostname));
}
