import type { Acr } from '../../domain/acr.ts';
import type { Application } from '../../domain/application.ts';
import type {
  Authentication,
  EndedProgress,
  IdentifiedAuthentication,
} from '../../domain/authentication.ts';
import type { Intent } from '../../domain/intent.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { AuthenticationIdOf, Clock } from '../../ports/runtime.ts';
import type { HeadlessRequests } from '../headless/headless-requests.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import { isAuthenticationStillAllowed } from '../order/offered-eid.ts';
import type { RenewOrder } from '../order/renew-order.ts';
import type { NewAuthentication } from '../order/start-order.ts';
import { type EndedView, endedView, type PendingView, type ViewPending } from './poll-view.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly advanceOrder: AdvanceOrder;
  readonly viewPending: ViewPending;
  readonly headlessRequests: HeadlessRequests;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/**
 * The result of a poll. `unknown`: no such request of this client, or its outcome was already reported. `identified`:
 * the result can be consumed, once.
 */
export type PollAnswer =
  | { readonly state: 'unknown' | 'too-soon' }
  | PendingView
  | EndedView
  | { readonly state: 'identified'; readonly authentication: IdentifiedAuthentication };

/** The application polls for the result of its CIBA or headless request. */
export interface PollRequest {
  /** `onFound` gets the attempt of a request that exists, before anything else happens. */
  (
    requestId: string,
    by: Poller,
    onFound?: (authentication: Authentication) => void,
  ): Promise<PollAnswer>;
}

/** The pace of polls applies to a pending request only. An outcome is reported at once, and once. */
export function makePollRequest(deps: Deps): PollRequest {
  const { authentications, configurationSource, advanceOrder, viewPending, clock } = deps;

  return async function pollRequest(requestId, by, onFound) {
    const now = clock();
    const leaseUntil = secondsAfter(now, lifetimes.collectLease);
    const at = { now, pace: lifetimes.pollPace, leaseUntil };
    const poll = await authentications.poll(deps.authenticationIdOf(requestId), by, at);
    if (poll === undefined) return { state: 'unknown' };
    onFound?.(poll.authentication);
    if (poll.tooSoon) return { state: 'too-soon' };
    return answerOf(
      await advanceOrder(poll, renewalOf(poll.authentication, deps.headlessRequests)),
    );
  };

  async function answerOf(authentication: Authentication): Promise<PollAnswer> {
    const { progress } = authentication;
    switch (progress.state) {
      case 'pending':
        return viewPending({ ...authentication, progress });
      case 'identified':
        return identified({ ...authentication, progress });
      case 'ended':
        return ended(authentication.id, progress);
    }
  }

  async function ended(id: string, { why, hintCode }: EndedProgress): Promise<PollAnswer> {
    const isFirst = await authentications.consumeEnding(id, clock());
    return isFirst ? endedView(why, hintCode) : { state: 'unknown' };
  }

  async function identified(authentication: IdentifiedAuthentication): Promise<PollAnswer> {
    if (authentication.consumedAt !== undefined) return { state: 'unknown' };
    if (authentication.expiresAt <= clock()) return withhold(authentication, 'expired');
    const configuration = await configurationSource.current();
    if (!isAuthenticationStillAllowed(authentication, configuration))
      return withhold(authentication, 'failed');
    return { state: 'identified', authentication };
  }

  /** Consuming the result leaves none for a concurrent poll. */
  async function withhold({ id }: Authentication, why: Ending): Promise<PollAnswer> {
    const consumed = await authentications.consumeResult(id, clock());
    return consumed === undefined ? { state: 'unknown' } : endedView(why);
  }
}

type CancelDeps = Pick<Deps, 'authentications' | 'authenticationIdOf' | 'clock'> & {
  readonly abandonOrder: AbandonOrder;
};

/** The application cancels its CIBA or headless request. */
export interface CancelRequest {
  /** False when it has no such request. Cancelling again changes nothing. */
  (requestId: string, by: Poller): Promise<boolean>;
}

/** Ends the order at the eID at once. An identity of a moment before is not delivered. */
export function makeCancelRequest(deps: CancelDeps): CancelRequest {
  const { authentications, abandonOrder, authenticationIdOf, clock } = deps;

  return async function cancelRequest(requestId, by) {
    const authentication = await ownAuthentication(
      authentications,
      authenticationIdOf(requestId),
      by,
    );
    if (authentication === undefined) return false;
    const { id, progress } = await abandonOrder(authentication, 'declined');
    if (progress.state === 'identified') await authentications.consumeResult(id, clock());
    return true;
  };
}

/** The attempt of that id; undefined when there is none, and when it is another client's, issuer's or channel's. */
export async function ownAuthentication(
  authentications: Authentications,
  id: string,
  by: Poller,
): Promise<Authentication | undefined> {
  const found = await authentications.find(id);
  const isTheirs =
    found?.issuer === by.issuer && found.clientId === by.clientId && found.channel === by.channel;
  return isTheirs ? found : undefined;
}

/** The common parameters of CIBA and headless requests. */
interface RequestedOrder {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  readonly intent: Intent;
  readonly scope: readonly string[];
}

/** The part of a new attempt that CIBA and headless requests share: no page and no browser of ours. */
export function backchannelAuthentication(requested: RequestedOrder, expiresAt: Date) {
  const { domain, application, acr, intent, scope } = requested;
  return {
    tenantId: domain.tenantId,
    issuer: domain.issuer,
    clientId: application.clientId,
    loginId: undefined,
    acr,
    intent,
    scope,
    idToken: 'full',
    device: undefined,
    returnNonce: undefined,
    browserSecret: undefined,
    expiresAt,
  } as const satisfies Omit<NewAuthentication, 'id' | 'channel' | 'addressFrom'>;
}

/** Renews an order that was not opened: a QR code until its request expires, a phone call never. */
export function renewalOf(
  authentication: Authentication,
  headlessRequests: HeadlessRequests,
): RenewOrder | undefined {
  return authentication.channel === 'headless'
    ? headlessRequests.renewal(authentication)
    : undefined;
}
