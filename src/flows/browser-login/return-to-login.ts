import type { Authentications } from '../../ports/authentications.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
}

/** A browser that came from the eID's app, with or without the login's cookie. */
export interface Returning {
  readonly loginId: string;
  readonly nonce: string;
  /** The browser holds the cookie of the login: it is the one that started it. */
  readonly startedHere: boolean;
}

/**
 * - `welcome`: this browser may go on
 * - `other-browser`: the right secret in the wrong browser; the login is over
 * - `unknown`: not a secret of this login
 */
export type Reception = 'welcome' | 'other-browser' | 'unknown';

/** Receives the browser that the eID's app opened. */
export type ReturnToLogin = (returning: Returning) => Promise<Reception>;

/**
 * Return: the secret and the cookie must meet. Someone who sends another person a start link has the cookie,
 * the other person's browser has the secret; neither has both, so such a login never completes.
 */
export function makeReturnToLogin(deps: Deps): ReturnToLogin {
  return async function returnToLogin({ loginId, nonce, startedHere }) {
    const attempt = await deps.authentications.findLatest(loginId);
    if (attempt?.returnNonce === undefined || attempt.returnNonce !== nonce) return 'unknown';
    const where = startedHere ? 'here' : 'elsewhere';
    const first = await deps.authentications.recordReturn(attempt.id, where);
    const returned = first ? where : (await deps.authentications.find(attempt.id))?.returned;
    if (where === 'here') return returned === 'here' ? 'welcome' : 'other-browser';
    if (returned !== 'elsewhere') return 'unknown';
    await deps.abandonOrder(attempt, 'other-browser');
    return 'other-browser';
  };
}
