import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

import type { JsonObject } from '../../../domain/json.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import { PUSHED_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { libraryError, onPage } from '../errors/oauth-errors.ts';

/**
 * Pushed requests. Reloading a page may begin a login anew, but of all logins that began with one request one can
 * be finished: the one that `pushedRequestUser` names when it is used. That one may try again, when a fault kept it
 * from its code.
 */
export function pushedRequestAdapter(requests: Adapter): Adapter {
  return {
    ...requests,

    upsert: (id, payload, seconds = 0) =>
      requests.upsert(id, lastingLonger(payload, seconds), lifetimes.request),

    async find(id) {
      const found = await requests.find(id);
      if (found === undefined || !isOwn(found)) return undefined;
      if (!found.consumed || pushedRequestUser() === undefined) return found;
      if (!isOwnUse(found)) throw requestIsUsedUp();
      return { ...found, consumed: undefined };
    },

    async consume(id) {
      if (!isOwnUse((await requests.find(id)) ?? undefined)) await requests.consume(id);
    },
  };
}

/** Told on a page: the application gets, or has got, the answer of the login that was first. */
export function requestIsUsedUp(): Error {
  return onPage(libraryError(PUSHED_REQUESTS['pushed-request-used']));
}

/** The login that is being finished. What a session answers has none: it is answered once. */
export function pushedRequestUser(): string | undefined {
  return Provider.ctx?.oidc.entities.Interaction?.jti;
}

/** The login that is being finished has used it already. */
function isOwnUse(found: AdapterPayload | undefined): boolean {
  return found?.consumedBy !== undefined && found.consumedBy === pushedRequestUser();
}

/** Another application's request is as unknown as any. */
function isOwn({ request }: AdapterPayload): boolean {
  return claimsIn(request).client_id === Provider.ctx?.oidc.client?.clientId;
}

/**
 * The library keeps a request as a JWT, and for a minute at most. One that the application signed was judged when it
 * came: its own times, if it has any, are of no further use, nor is its signature.
 */
function lastingLonger(payload: AdapterPayload, seconds: number): AdapterPayload {
  const exp = Number(payload.exp) - seconds + lifetimes.request;
  const claims = Buffer.from(JSON.stringify({ ...claimsIn(payload.request), exp })).toString(
    'base64url',
  );
  const [header = ''] = String(payload.request).split('.');
  return { ...payload, exp, request: `${header}.${claims}.` };
}

function claimsIn(request: unknown): JsonObject {
  const [, claims = ''] = String(request).split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as JsonObject;
}
