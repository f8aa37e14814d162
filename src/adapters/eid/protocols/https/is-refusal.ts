/** Statuses of a client's error that say nothing about the request: it may be repeated (RFC 9110 §15.5.9, RFC 8470, RFC 6585). */
const TEMPORARY = [408, 425, 429];

/**
 * True for a status that refuses this one request. Anybody can cause one, by a text that a firewall of the eID refuses:
 * it must not count as an outage, which would stop the logins of all others.
 */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && !TEMPORARY.includes(status);
}
