import type { RequestLimits, WatcherLimit } from '../ports/admission.ts';
import type { Artifacts, Issuance } from '../ports/artifacts.ts';
import type { Authentications } from '../ports/authentications.ts';
import type { ConfigurationSource } from '../ports/configuration.ts';
import type { Log } from '../ports/log.ts';
import type { NoteSteps } from '../ports/login-timelines.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type {
  AuthenticationIdOf,
  Clock,
  NewId,
  NewRequestId,
  NewSupportCode,
  Sleep,
} from '../ports/runtime.ts';
import type { Vault } from '../ports/vault.ts';
import { makeAdvanceLogin } from './browser-login/advance-login.ts';
import {
  makeCancelLateStart,
  makeCancelLogin,
  makeLeaveLogin,
  makeReplaceOrder,
} from './browser-login/cancel-login.ts';
import { makeDepartToEid } from './browser-login/depart-to-eid.ts';
import { makeReceiveAnswer } from './browser-login/receive-answer.ts';
import { makeReturnToLogin } from './browser-login/return-to-login.ts';
import {
  makeLimitAddressStarts,
  makeStartEmbeddedLogin,
  makeStartLogin,
} from './browser-login/start-login.ts';
import {
  makeLimitPhoneStarts,
  makeStartPhoneAuthentication,
} from './ciba/start-phone-authentication.ts';
import { headlessRequests } from './headless/headless-requests.ts';
import { makeStartHeadless } from './headless/start-headless.ts';
import { makeAbandonExpired, makeAbandonOrder } from './order/abandon-order.ts';
import { makeAdvanceOrder } from './order/advance-order.ts';
import { makeConsumeResult } from './order/consume-result.ts';
import { makeLimitPersonStarts } from './order/start-limits.ts';
import { makeStartOrder } from './order/start-order.ts';
import { makeCancelRequest, makePollRequest } from './polling/poll-request.ts';
import { makeViewPending } from './polling/poll-view.ts';
import { makeWatchRequest } from './polling/watch-request.ts';
import { singleSignOn } from './single-sign-on/single-sign-on.ts';

/** The ports that the use cases need. */
export interface FlowsDeps {
  readonly watcherLimit: WatcherLimit;
  readonly authentications: Authentications;
  readonly artifacts: Artifacts;
  readonly issuance: Issuance;
  readonly configurationSource: ConfigurationSource;
  readonly rateLimits: RateLimits;
  readonly requestLimits: RequestLimits;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly newId: NewId;
  readonly newRequestId: NewRequestId;
  readonly newSupportCode: NewSupportCode;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly noteSteps: Pick<NoteSteps, 'note'>;
  readonly log: Log;
}

/** The use cases, grouped by the channel that calls them. */
export type Flows = ReturnType<typeof makeFlows>;

/** The use cases of CIBA and headless requests. */
export type BackchannelFlows = Flows['backchannel'];

/** Builds the use cases: orders first, because all others use them. */
export function makeFlows(deps: FlowsDeps) {
  const orders = makeOrders(deps);
  const advanceLogin = makeAdvanceLogin(orders);
  const cancelLogin = makeCancelLogin(orders);
  return {
    browser: {
      startLogin: makeStartLogin({ ...orders, departToEid: makeDepartToEid(deps) }),
      receiveAnswer: makeReceiveAnswer(deps),
      advanceLogin,
      cancelLogin,
      cancelLateStart: makeCancelLateStart(orders),
      replaceOrder: makeReplaceOrder(orders),
      leaveLogin: makeLeaveLogin(orders),
      returnToLogin: makeReturnToLogin(orders),
    },
    embedded: { startEmbeddedLogin: makeStartEmbeddedLogin(orders), advanceLogin, cancelLogin },
    backchannel: makeBackchannel(orders),
    singleSignOn: singleSignOn(deps),
    consumeResult: makeConsumeResult(deps),
    abandonExpired: makeAbandonExpired(deps),
  };
}

/** The steps of an order, with the ports. */
function makeOrders(deps: FlowsDeps) {
  const abandonOrder = makeAbandonOrder(deps);
  return {
    ...deps,
    startOrder: makeStartOrder(deps),
    abandonOrder,
    advanceOrder: makeAdvanceOrder({ ...deps, abandonOrder }),
    limitPersonStarts: makeLimitPersonStarts(deps),
    limitAddressStarts: makeLimitAddressStarts(deps),
  };
}

function makeBackchannel(orders: ReturnType<typeof makeOrders>) {
  const steps = { ...orders, headlessRequests: headlessRequests(orders) };
  const polling = { ...steps, viewPending: makeViewPending(steps) };
  const limitPhoneStarts = makeLimitPhoneStarts(orders);
  return {
    startPhoneAuthentication: makeStartPhoneAuthentication({ ...orders, limitPhoneStarts }),
    startHeadless: makeStartHeadless(steps),
    pollRequest: makePollRequest(polling),
    cancelRequest: makeCancelRequest(orders),
    watchRequest: makeWatchRequest(polling),
    /** Ends all event streams within a second: the clients reconnect to another replica. */
    endWatching: orders.watcherLimit.clear,
  };
}
