import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Resolves the addresses of a host by the operating system. */
export type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/** In milliseconds. A lookup that takes longer uses the previous addresses. */
const DEADLINE = 1_000;

/**
 * Resolves the names of an eID's servers, with one lookup at a time for each name. Node has few threads for lookups, so
 * many lookups of one slow name would delay all others. Without a result the previous addresses are used; TLS verifies
 * the server.
 */
export function sharedLookup(resolve: Resolve): LookupFunction {
  const resolving = new Map<string, Promise<LookupAddress[]>>();
  const known = new Map<string, LookupAddress[]>();

  return function lookup(host, options, callback) {
    addressesOf(host, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error) => callback(error, ''),
    );
  };

  async function addressesOf(host: string, options: LookupAllOptions): Promise<LookupAddress[]> {
    const key = JSON.stringify([host, options.family, options.hints]);
    const answer = resolveOnce(key, host, options);
    const last = known.get(key);
    return last === undefined ? answer : Promise.race([answer.catch(() => last), deadline(last)]);
  }

  function resolveOnce(
    key: string,
    host: string,
    options: LookupAllOptions,
  ): Promise<LookupAddress[]> {
    const pending = resolving.get(key) ?? answerOf(key, resolve(host, options));
    resolving.set(key, pending);
    return pending;
  }

  async function answerOf(key: string, answer: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
    try {
      const addresses = await answer;
      known.set(key, addresses);
      return addresses;
    } finally {
      resolving.delete(key);
    }
  }
}

function deadline(last: LookupAddress[]): Promise<LookupAddress[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(last), DEADLINE).unref();
  });
}
