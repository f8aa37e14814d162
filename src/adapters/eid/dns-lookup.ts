import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Asks the system for the addresses of a host. */
export type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/** In milliseconds: who waits that long goes on with the addresses of last time. */
const DEADLINE = 1_000;

/**
 * Resolves the names of an eID's servers, with one question at a time for each: the system has few hands for them, and
 * those who wait for one that does not answer would keep every other name waiting too. While there is no answer the last
 * one holds; TLS verifies the server.
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
