import type { Authentication } from '../../domain/authentication.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { ReturnParameters } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import { eidOfAttempt } from '../order/offered-eid.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly abandonOrder: AbandonOrder;
  readonly clock: Clock;
}

/** A browser that came from the eID's app. */
export interface Returning {
  readonly loginId: string;
  /** The login's latest attempt, if the caller has read it. */
  readonly authentication?: Authentication | undefined;
  readonly nonce: string;
  /** The cookie that this browser got when it started the login. */
  readonly browserSecret: string | undefined;
  /** The query parameters beside the nonce; absent: none. */
  readonly parameters?: ReturnParameters;
}

/**
 * - `accepted`: this browser may continue
 * - `other-browser`: the right secret in the wrong browser; the login has ended
 * - `unknown`: not a secret of this login
 */
export type ReturnResult = 'accepted' | 'other-browser' | 'unknown';

/** Receives the browser that the eID's app opened. */
export type ReturnToLogin = (returning: Returning) => Promise<ReturnResult>;

/**
 * The same browser must have the secret of the app and the secret of the cookie. An attacker may send a start link to a
 * victim. Then the attacker's browser has the cookie, and the victim's browser gets the app's secret. No browser has
 * both, so such a login never completes. The login's own cookie proves nothing: a sibling domain could set it.
 */
export function makeReturnToLogin(deps: Deps): ReturnToLogin {
  return async function returnToLogin({
    loginId,
    authentication: found,
    nonce,
    browserSecret,
    parameters = {},
  }) {
    const authentication = found ?? (await deps.authentications.findLatest(loginId));
    if (authentication?.returnNonce === undefined || authentication.returnNonce !== nonce)
      return 'unknown';
    const where = browserSecret === authentication.browserSecret ? 'here' : 'elsewhere';
    const kept = where === 'here' ? await keptOf(parameters, authentication) : undefined;
    const first = await deps.authentications.recordReturn(
      authentication.id,
      where,
      deps.clock(),
      kept,
    );
    const returned = first ? where : (await deps.authentications.find(authentication.id))?.returned;
    if (where === 'here') return returned === 'here' ? 'accepted' : 'other-browser';
    if (returned !== 'elsewhere') return 'unknown';
    await deps.abandonOrder(authentication, 'other-browser');
    return 'other-browser';
  };

  /** Anybody can add parameters to the URL: only an eID that needs them gets any, and not too many. */
  async function keptOf(
    parameters: ReturnParameters,
    authentication: Authentication,
  ): Promise<ReturnParameters | undefined> {
    const eid = eidOfAttempt(await deps.configurationSource.current(), authentication);
    if (eid?.kind !== 'order' || eid.readsReturn !== true) return undefined;
    return JSON.stringify(parameters).length > MAX_LENGTH ? undefined : parameters;
  }
}

/** Of all parameters together, in characters. */
const MAX_LENGTH = 4096;
