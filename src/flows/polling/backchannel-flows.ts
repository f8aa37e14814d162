import type { WatcherLimit } from '../../ports/admission.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { AttemptIdOf, Clock, NewRequestId, Sleep } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';
import {
  makeLimitPhoneStarts,
  makeStartPhoneAuthentication,
  type StartPhoneAuthentication,
} from '../ciba/start-phone-authentication.ts';
import { headlessTerms } from '../headless/headless-terms.ts';
import { makeStartHeadless, type StartHeadless } from '../headless/start-headless.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import { makeLimitPersonStarts } from '../order/start-limits.ts';
import type { StartOrder } from '../order/start-order.ts';
import { type CancelRequest, makeCancelRequest } from './cancel-request.ts';
import { makePollRequest, type PollRequest } from './poll-request.ts';
import { makeViewPending } from './poll-view.ts';
import { makeWatchRequest, type WatchRequest } from './watch-request.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly artifacts: Artifacts;
  readonly configurationSource: ConfigurationSource;
  readonly rateLimits: RateLimits;
  readonly watcherLimit: WatcherLimit;
  readonly vault: Vault;
  readonly startOrder: StartOrder;
  readonly advanceOrder: AdvanceOrder;
  readonly abandonOrder: AbandonOrder;
  readonly newRequestId: NewRequestId;
  readonly attemptIdOf: AttemptIdOf;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** The use cases of CIBA and headless requests. */
export interface BackchannelFlows {
  readonly startPhoneAuthentication: StartPhoneAuthentication;
  readonly startHeadless: StartHeadless;
  readonly pollRequest: PollRequest;
  readonly cancelRequest: CancelRequest;
  readonly watchRequest: WatchRequest;
  /** Ends what is being watched, within a second: watchers reconnect to another replica. */
  readonly endWatching: () => void;
}

/** Puts them together. */
export function backchannelFlows(deps: Deps): BackchannelFlows {
  const terms = headlessTerms(deps);
  const viewPending = makeViewPending({ ...deps, terms });
  const limitPersonStarts = makeLimitPersonStarts(deps);
  const limitPhoneStarts = makeLimitPhoneStarts(deps);
  return {
    startPhoneAuthentication: makeStartPhoneAuthentication({ ...deps, limitPhoneStarts }),
    startHeadless: makeStartHeadless({ ...deps, terms, limitPersonStarts }),
    pollRequest: makePollRequest({ ...deps, terms, viewPending }),
    cancelRequest: makeCancelRequest(deps),
    watchRequest: makeWatchRequest({ ...deps, terms, viewPending }),
    endWatching: deps.watcherLimit.clear,
  };
}
