/** In seconds: what is down longer than that is asked for again. */
const SOON = 3;

/**
 * What this service stands on does not answer, or more is asked of it than it can serve now. Nothing is known of the
 * request: it is neither refused nor denied, and may be repeated.
 */
export class Unavailable extends Error {
  /** After how many whole seconds to ask again. */
  readonly retryAfter: number;

  constructor(what: string, { cause, retryAfter = SOON }: UnavailableFacts = {}) {
    super(what, { cause });
    this.name = 'Unavailable';
    this.retryAfter = retryAfter;
  }
}

/** What may be known of it. */
export interface UnavailableFacts {
  readonly cause?: unknown;
  readonly retryAfter?: number;
}

/** The unavailability behind an error, however it was told on the way; undefined when there is none. */
export function unavailableIn(error: unknown): Unavailable | undefined {
  let found = error;
  while (found instanceof Error) {
    if (found instanceof Unavailable) return found;
    found = found.cause;
  }
  return undefined;
}
