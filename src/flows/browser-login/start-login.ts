import { addressBlock } from '../../domain/address-block.ts';
import type { Authentication, Device } from '../../domain/authentication.ts';
import { attemptEnd } from '../../domain/eid-offer.ts';
import type { Login } from '../../domain/login.ts';
import type { RequestLimits } from '../../ports/admission.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { OrderEid, RedirectEid } from '../../ports/eid.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import { requireKnownFacts } from '../order/input-values.ts';
import { offeredEid, offeredOrderEid } from '../order/offered-eid.ts';
import type { LimitPersonStarts } from '../order/start-limits.ts';
import { limitedEid, type StartOrder } from '../order/start-order.ts';
import type { Departed, DepartToEid } from './depart-to-eid.ts';
import {
  authenticationOfLogin,
  orderRequestOfLogin,
  personOf,
  requestedFrom,
  returnUrlOf,
  type UserAgent,
} from './login.ts';

interface Deps {
  readonly authentications: Pick<Authentications, 'findLatest'>;
  readonly configurationSource: ConfigurationSource;
  readonly startOrder: StartOrder;
  readonly departToEid: DepartToEid;
  readonly limitPersonStarts: LimitPersonStarts;
  readonly limitAddressStarts: LimitAddressStarts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** The person's click, or the first view of a page that starts by itself. */
export interface StartLogin {
  /**
   * Does nothing when an attempt of this login is pending already. A device in the acr value overrides the wanted one.
   * @throws {Failure} eid-not-offered, channel-not-offered, too-many-requests (of a named person or an address), and as `Eid.start`
   */
  (login: Login, userAgent: UserAgent, wanted: Device): Promise<Departed>;
}

/** Starts one attempt. It is bound to this browser when the app is on the same device. */
export function makeStartLogin(deps: Deps): StartLogin {
  const { authentications, configurationSource, startOrder, newId, clock } = deps;
  const { departToEid, limitPersonStarts, limitAddressStarts } = deps;
  return async function startLogin(login, userAgent, wanted) {
    const offered = await offeredEid(configurationSource, login, 'browser');
    const { eid: named, offer } = offered;
    if (named.kind === 'redirect') {
      const eid = limitAddressStarts.redirect(named, login, userAgent);
      return departToEid(login, userAgent, { ...offered, eid });
    }
    const device = offered.variant.device ?? wanted;
    const returnNonce = device === 'same' ? newId() : undefined;
    const browserSecret = device === 'same' ? (userAgent.browserSecret ?? newId()) : undefined;
    const expiresAt = attemptEnd(offer, 'order', clock());
    const binding = { device, returnNonce, browserSecret };
    const common = authenticationOfLogin(login, offered, userAgent);
    const authentication = { id: newId(), ...common, ...binding, expiresAt };
    const how = returnNonce === undefined ? {} : { returnUrl: returnUrlOf(login, returnNonce) };
    const requested = { ...login, ...requestedFrom(login, offered) };
    const request = orderRequestOfLogin(requested, userAgent, { offer, device, ...how });
    const ofPerson = limitedEid(named, login, limitPersonStarts);
    const eid = limitAddressStarts.order(ofPerson, login, userAgent);
    const started = await startOrder(eid, authentication, request);
    const departure = undefined;
    if (started !== undefined) {
      return { authentication: started, browserSecret: started.browserSecret, departure };
    }
    const latest = await authentications.findLatest(login.id);
    return { authentication: latest, browserSecret: undefined, departure };
  };
}

/** Starts a login whose page is the application's own. */
export interface StartEmbeddedLogin {
  /**
   * Uses the device of the acr value, or else another device. Undefined, and nothing is done, when an attempt is pending
   * already.
   * @throws {Failure} eid-not-offered, channel-not-offered, too-many-requests (of a named person or an address), and as
   *   `Eid.start`
   */
  (login: Login, userAgent: UserAgent): Promise<Authentication | undefined>;
}

/**
 * Starts an attempt as our own pages do, but binds it to no browser. The application shows the code or the link, without
 * our cookie and our return page. So an application needs a setting that allows it.
 */
export function makeStartEmbeddedLogin(
  deps: Omit<Deps, 'authentications' | 'departToEid'>,
): StartEmbeddedLogin {
  const { configurationSource, startOrder, limitPersonStarts, limitAddressStarts, newId, clock } =
    deps;
  return async function startEmbeddedLogin(login, userAgent) {
    const offered = await offeredOrderEid(configurationSource, login, 'embedded');
    const { eid, offer, variant } = offered;
    requireKnownFacts(variant, personOf(login));
    const device = variant.device ?? 'other';
    const unbound = { returnNonce: undefined, browserSecret: undefined };
    const expiresAt = attemptEnd(offer, 'order', clock());
    const authentication = {
      id: newId(),
      ...authenticationOfLogin(login, offered),
      device,
      ...unbound,
      expiresAt,
    };
    const ofPerson = limitedEid(eid, login, limitPersonStarts);
    const limited = limitAddressStarts.order(ofPerson, login, userAgent);
    const request = orderRequestOfLogin(login, userAgent, { offer, device });
    return startOrder(limited, authentication, request);
  };
}

/**
 * The eID with a rate limit per address on starts that name no person. Any browser can make them, under the tenant's
 * certificate. Starts that name a person pass: they have limits of their own.
 */
export interface LimitAddressStarts {
  /** `start` also throws {Failure} too-many-requests; `values.seconds`: the seconds until more starts are allowed. */
  order(eid: OrderEid, login: Login, userAgent: UserAgent): OrderEid;
  /** The same for `begin`, with every departure: none reaches a person. */
  redirect(eid: RedirectEid, login: Login, userAgent: UserAgent): RedirectEid;
}

/**
 * Limits an address at each tenant. Unauthenticated requests do not count towards the limit of authenticated ones.
 */
export function makeLimitAddressStarts(deps: {
  readonly requestLimits: Pick<RequestLimits, 'count'>;
}): LimitAddressStarts {
  const count = (login: Login, userAgent: UserAgent) =>
    deps.requestLimits.count('address-starts', nameOf(login, userAgent));
  return { order: limitOrder, redirect: limitRedirect };

  function limitOrder(eid: OrderEid, login: Login, userAgent: UserAgent): OrderEid {
    return {
      ...eid,
      async start(request) {
        if (request.person === undefined) count(login, userAgent);
        return eid.start(request);
      },
    };
  }

  function limitRedirect(eid: RedirectEid, login: Login, userAgent: UserAgent): RedirectEid {
    return {
      ...eid,
      async begin(request, callback) {
        count(login, userAgent);
        return eid.begin(request, callback);
      },
    };
  }
}

function nameOf({ tenantId, isRequestAuthenticated }: Login, { ip }: UserAgent): string {
  const request = isRequestAuthenticated ? 'authenticated' : 'unauthenticated';
  return JSON.stringify([tenantId, addressBlock(ip), request]);
}
