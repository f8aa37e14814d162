import type { Middleware } from 'koa';

import type { Artifact } from '../../../ports/artifacts.ts';

/** What a token request gives up for its access token: a code, or the result of a polled request. */
export interface Exchange {
  /** Stores the token and gives up what it stands for: both or neither. @throws when somebody else was first */
  store(token: Artifact): Promise<void>;
  /** Gives it up all the same, since the request ends without having asked for a token. Absent: it is kept. */
  forgo?(): Promise<void>;
}

/** The exchanges of requests under way. The library speaks of the two halves one after the other: they meet here. */
export interface Exchanges {
  begin(request: object, exchange: Exchange): void;
  /** Each only once: whether it comes off or not, it is over. Undefined when the request began none. */
  take(request: object): Exchange | undefined;
}

/** A request has one exchange at most. */
export function exchangesOfRequests(): Exchanges {
  const begun = new WeakMap<object, Exchange>();
  return {
    begin: (request, exchange) => void begun.set(request, exchange),
    take(request) {
      const exchange = begun.get(request);
      begun.delete(request);
      return exchange;
    },
  };
}

/**
 * Behind each request: a code that passed all checks is not left usable because the library refused something after
 * them. One whose token could not be stored is: the client may try again.
 */
export function finishExchanges(exchanges: Exchanges): Middleware {
  return async ({ req }, next) => {
    try {
      await next();
    } finally {
      await exchanges.take(req)?.forgo?.();
    }
  };
}
