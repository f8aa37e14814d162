import { watcherLimit } from '../adapters/admission/concurrency-limit.ts';
import { systemSleep } from '../adapters/system/clock.ts';
import { randomRequestId, sha256Id } from '../adapters/system/random.ts';
import {
  makeCancelLateStart,
  makeCancelLogin,
  makeLeaveLogin,
} from '../flows/browser-login/cancel-login.ts';
import { makeLimitAddressStarts } from '../flows/browser-login/limit-address-starts.ts';
import { makeReturnToLogin } from '../flows/browser-login/return-to-login.ts';
import { makeStartEmbeddedLogin } from '../flows/browser-login/start-embedded-login.ts';
import { makeStartLogin } from '../flows/browser-login/start-login.ts';
import { makeViewLogin } from '../flows/browser-login/view-login.ts';
import { makeAbandonExpired, makeAbandonOrder } from '../flows/order/abandon-order.ts';
import { makeAdvanceOrder } from '../flows/order/advance-order.ts';
import { makeConsumeResult } from '../flows/order/consume-result.ts';
import { makeLimitPersonStarts } from '../flows/order/start-limits.ts';
import { makeStartOrder } from '../flows/order/start-order.ts';
import { backchannelFlows } from '../flows/polling/polled-flows.ts';
import { singleSignOn } from '../flows/single-sign-on/single-sign-on.ts';
import type { RequestLimits } from '../ports/admission.ts';
import type { State } from './open-state.ts';
import type { Runtime } from './surroundings.ts';

/** The use cases, by who drives them. */
export type Flows = ReturnType<typeof makeFlows>;

/** Hands the ports to the use cases: orders first, on which all the others stand. */
export function makeFlows(
  state: State & { readonly requestLimits: RequestLimits },
  { clock, newId, log }: Runtime,
) {
  const deps = { ...state, clock, newId, log };
  const startOrder = makeStartOrder(deps);
  const abandonOrder = makeAbandonOrder(deps);
  const advanceOrder = makeAdvanceOrder({ ...deps, abandonOrder, sleep: systemSleep });
  const limitPersonStarts = makeLimitPersonStarts(deps);
  const limitAddressStarts = makeLimitAddressStarts(deps);
  const limits = { limitPersonStarts, limitAddressStarts };
  const orders = { ...deps, ...limits, startOrder, abandonOrder, advanceOrder };

  const viewLogin = makeViewLogin(orders);
  const cancelLogin = makeCancelLogin(orders);
  const ids = { newRequestId: randomRequestId, attemptIdOf: sha256Id };
  return {
    browser: {
      startLogin: makeStartLogin(orders),
      viewLogin,
      cancelLogin,
      cancelLateStart: makeCancelLateStart({ ...orders, sleep: systemSleep }),
      leaveLogin: makeLeaveLogin({ ...orders, sleep: systemSleep }),
      returnToLogin: makeReturnToLogin(orders),
    },
    embedded: { startEmbeddedLogin: makeStartEmbeddedLogin(orders), viewLogin, cancelLogin },
    backchannel: backchannelFlows({
      ...orders,
      ...ids,
      sleep: systemSleep,
      watcherLimit: watcherLimit(),
    }),
    singleSignOn: singleSignOn(deps),
    consumeResult: makeConsumeResult(deps),
    abandonExpired: makeAbandonExpired(deps),
  };
}
