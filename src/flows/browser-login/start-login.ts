import type { Authentication, Device } from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Login } from '../../domain/login.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { LimitPersonStarts } from '../order/start-limits.ts';
import { limitedEid, offeredEid, type StartOrder } from '../order/start-order.ts';
import type { LimitAddressStarts } from './limit-address-starts.ts';
import { attemptOfLogin, loginRequest, returnUrlOf, type UserAgent } from './login.ts';

interface Deps {
  readonly authentications: Pick<Authentications, 'findLatest'>;
  readonly configurationSource: ConfigurationSource;
  readonly startOrder: StartOrder;
  readonly limitPersonStarts: LimitPersonStarts;
  readonly limitAddressStarts: LimitAddressStarts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** The person's click, or the first view of a page that starts by itself. */
export interface StartLogin {
  /**
   * Does nothing when an attempt of this login is pending already. A device that the acr does not allow
   * gives way to the one that it names.
   * @throws {Failure} eid-not-offered, too-many-requests (of a named person or an address), and as `Eid.start`
   */
  (login: Login, userAgent: UserAgent, wanted: Device): Promise<Started>;
}

/** What there is after a start. */
export interface Started {
  /** The latest attempt of the login, this one or another; undefined when there is none any more. */
  readonly attempt: Authentication | undefined;
  /**
   * What this browser must keep until the app returns to it, the secret that it got with the page if it did; undefined
   * when there is nothing to keep. Never that of another start.
   */
  readonly browserSecret: string | undefined;
}

/** Start: one attempt, bound to this browser when the app is on the same device. */
export function makeStartLogin(deps: Deps): StartLogin {
  const { authentications, configurationSource, startOrder, newId, clock } = deps;
  const { limitPersonStarts, limitAddressStarts } = deps;
  return async function startLogin(login, userAgent, wanted) {
    const offered = await offeredEid(configurationSource, login);
    const device = offered.variant.device ?? wanted;
    const returnNonce = device === 'same' ? newId() : undefined;
    const browserSecret = device === 'same' ? (userAgent.browserSecret ?? newId()) : undefined;
    const expiresAt = secondsAfter(clock(), lifetimes.browserAttempt);
    const binding = { device, returnNonce, browserSecret };
    const attempt = { id: newId(), ...attemptOfLogin(login), ...binding, expiresAt };
    const how = returnNonce === undefined ? {} : { returnUrl: returnUrlOf(login, returnNonce) };
    const request = loginRequest(login, userAgent, { device, ...how });
    const ofPerson = limitedEid(offered.eid, login, limitPersonStarts);
    const eid = limitAddressStarts(ofPerson, login, userAgent);
    const started = await startOrder(eid, attempt, request);
    if (started !== undefined) return { attempt: started, browserSecret: started.browserSecret };
    return { attempt: await authentications.findLatest(login.id), browserSecret: undefined };
  };
}
