import { decodeJwt } from 'jose';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

import { lifetimes } from '../../../domain/lifetimes.ts';
import type { RefusalReason } from '../../../domain/login-timeline.ts';
import { PUSHED_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { libraryError, onPage } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';

/**
 * Stores pushed requests. Reloading a page may begin a login anew, but of all logins from one request only one can
 * finish: the one that `pushedRequestUser` names at its use. That login may try again when a fault kept it from its
 * code.
 */
export function pushedRequestAdapter(requests: Adapter): Adapter {
  return {
    ...requests,

    upsert: (id, payload, seconds = 0) =>
      requests.upsert(id, lastingLonger(payload, seconds), lifetimes.request),

    async find(id) {
      const found = await requests.find(id);
      if (!found) return missing('pushed-unknown');
      rememberUse(found);
      if (!isOwn(found)) return missing('pushed-by-other');
      if (!found.consumed) return found;
      if (!isOwnUse(found)) throw requestIsUsedUp();
      return { ...found, consumed: undefined };
    },

    async consume(id) {
      if (!isOwnUse((await requests.find(id)) ?? undefined)) await requests.consume(id);
    },
  };
}

/** For the timeline of the refusal alone. */
function missing(why: RefusalReason): undefined {
  if (Provider.ctx !== undefined) contextOf(Provider.ctx).pushedFault = why;
}

/** For the timeline of a refusal, too. */
function rememberUse({ request, consumedBy }: AdapterPayload): void {
  if (Provider.ctx === undefined) return;
  const { client_id: clientId } = decodeJwt(String(request));
  const loginId = typeof consumedBy === 'string' ? consumedBy : undefined;
  contextOf(Provider.ctx).pushed = { clientId: String(clientId), loginId };
}

/** The error is on a page: the application gets the answer of the first login. */
export function requestIsUsedUp(): Error {
  return onPage(libraryError(PUSHED_REQUESTS['pushed-request-used']));
}

/** The login that this request finishes. A request that a session answers has none: it is answered once. */
export function pushedRequestUser(): string | undefined {
  return Provider.ctx?.oidc.entities.Interaction?.jti;
}

/** True when the login that this request finishes has used it already. */
function isOwnUse(found: AdapterPayload | undefined): boolean {
  return found?.consumedBy !== undefined && found.consumedBy === pushedRequestUser();
}

/** False for a request of another application. */
function isOwn({ request }: AdapterPayload): boolean {
  return decodeJwt(String(request)).client_id === Provider.ctx?.oidc.client?.clientId;
}

/**
 * The library stores a request as a JWT, for a minute at most. A signed request was validated when it came: its own
 * times and its signature are of no further use.
 */
function lastingLonger(payload: AdapterPayload, seconds: number): AdapterPayload {
  const exp = Number(payload.exp) - seconds + lifetimes.request;
  const claims = Buffer.from(
    JSON.stringify({ ...decodeJwt(String(payload.request)), exp }),
  ).toString('base64url');
  const [header = ''] = String(payload.request).split('.');
  return { ...payload, exp, request: `${header}.${claims}.` };
}
