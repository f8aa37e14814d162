import type { Authentication } from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Login } from '../../domain/login.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { LimitPersonStarts } from '../order/start-limits.ts';
import { limitedEid, offeredEid, type StartOrder } from '../order/start-order.ts';
import type { LimitAddressStarts } from './limit-address-starts.ts';
import { attemptOfLogin, loginRequest, type UserAgent } from './login.ts';

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly startOrder: StartOrder;
  readonly limitPersonStarts: LimitPersonStarts;
  readonly limitAddressStarts: LimitAddressStarts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Starts a login whose page is the application's own. */
export interface StartEmbeddedLogin {
  /**
   * On the device that the acr names, else on another one. Does nothing when an attempt is pending already, and
   * answers the attempt otherwise.
   * @throws {Failure} eid-not-offered, too-many-requests (of a named person or an address), and as `Eid.start`
   */
  (login: Login, userAgent: UserAgent): Promise<Authentication | undefined>;
}

/**
 * Start: as on our own pages, but bound to no browser. The application shows the code or the link, so neither our
 * cookie nor our return page is on the way; that is why an application must be trusted with it in its settings.
 */
export function makeStartEmbeddedLogin(deps: Deps): StartEmbeddedLogin {
  const { configurationSource, startOrder, limitPersonStarts, limitAddressStarts, newId, clock } =
    deps;
  return async function startEmbeddedLogin(login, userAgent) {
    const { eid, variant } = await offeredEid(configurationSource, login);
    const device = variant.device ?? 'other';
    const unbound = { returnNonce: undefined, browserSecret: undefined };
    const expiresAt = secondsAfter(clock(), lifetimes.browserAttempt);
    const attempt = { id: newId(), ...attemptOfLogin(login), device, ...unbound, expiresAt };
    const ofPerson = limitedEid(eid, login, limitPersonStarts);
    const limited = limitAddressStarts(ofPerson, login, userAgent);
    return startOrder(limited, attempt, loginRequest(login, userAgent, { device }));
  };
}
