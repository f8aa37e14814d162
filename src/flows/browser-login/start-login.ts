import type { Device } from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { NewId } from '../../ports/ids.ts';
import { offeredEid } from '../order/offered-eid.ts';
import type { StartOrder } from '../order/start-order.ts';
import type { Login, Visitor } from './login.ts';
import { loginRequest } from './login-request.ts';
import { returnUrlOf } from './return-url.ts';

interface Deps {
  readonly directory: Directory;
  readonly startOrder: StartOrder;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** The person's click, or the first look at a page that starts by itself. */
export interface StartLogin {
  /**
   * Does nothing when an attempt of this login is pending already. A device that the acr does not allow
   * gives way to the one that it names. Answers the secret that this browser must keep until the app returns
   * to it; undefined when there is nothing to keep.
   * @throws {Failure} eid-not-offered, and as `Eid.start`
   */
  (login: Login, visitor: Visitor, wanted: Device): Promise<string | undefined>;
}

/** Start: one attempt, bound to this browser when the app is on the same device. */
export function makeStartLogin({ directory, startOrder, newId, clock }: Deps): StartLogin {
  return async function startLogin(login, visitor, wanted) {
    const offered = await offeredEid(directory, login);
    const device = offered.variant.device ?? wanted;
    const returnNonce = device === 'same' ? newId() : undefined;
    const browserSecret = device === 'same' ? newId() : undefined;
    const attempt = {
      id: newId(),
      issuer: login.issuer,
      clientId: login.clientId,
      door: 'browser',
      loginId: login.id,
      acr: login.acr,
      device,
      returnNonce,
      browserSecret,
      expiresAt: secondsAfter(clock(), lifetimes.browserAttempt),
    } as const;
    const how = returnNonce === undefined ? {} : { returnUrl: returnUrlOf(login, returnNonce) };
    const request = loginRequest(login, visitor, { device, ...how });
    const started = await startOrder(offered.eid, attempt, request);
    return started?.browserSecret;
  };
}
