import { type GuardedRequestOptions, guardedRequest } from './guarded-request.ts';

/** Gets the text behind a URL that somebody else chose. */
export interface GuardedFetch {
  /**
   * The body of an answer with status 200, as `GuardedRequest` brings it.
   * @throws for everything else, a redirect too
   */
  (url: string, allowed: { readonly ownMachine: boolean }): Promise<string>;
}

const HEADERS = { accept: 'application/jwk-set+json, application/json' };

/** A GET that carries nothing of ours. */
export function guardedFetch(options: GuardedRequestOptions = {}): GuardedFetch {
  const request = guardedRequest(options);
  return async (url, allowed) => {
    const { status, text } = await request({ url, method: 'GET', headers: HEADERS }, allowed);
    if (status !== 200) throw new Error(`status ${status}`);
    return text;
  };
}
