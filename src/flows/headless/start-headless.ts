import type { Acr } from '../../domain/acr.ts';
import type { Application } from '../../domain/application.ts';
import type { PendingAuthentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { Intent } from '../../domain/intent.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { SupportCode } from '../../domain/support-code.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { LaunchData, OrderEid } from '../../ports/eid.ts';
import type { AuthenticationIdOf, Clock, NewRequestId } from '../../ports/runtime.ts';
import { requireKnownFacts } from '../order/input-values.ts';
import { offeredOrderEid } from '../order/offered-eid.ts';
import type { LimitPersonStarts } from '../order/start-limits.ts';
import { assertStarted, limitedEid, orderRequest, type StartOrder } from '../order/start-order.ts';
import { backchannelAuthentication } from '../polling/poll-request.ts';
import { launchDataOf } from '../polling/poll-view.ts';
import type { HeadlessRequests, StoredHeadlessRequest } from './headless-requests.ts';

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly startOrder: StartOrder;
  readonly limitPersonStarts: LimitPersonStarts;
  readonly headlessRequests: HeadlessRequests;
  readonly newRequestId: NewRequestId;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** A headless request whose client is known and whose parameters are well-formed. */
export interface HeadlessStart {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  readonly intent: Intent;
  /** As granted. */
  readonly scope: readonly string[];
  /** In seconds. */
  readonly expiresIn: number;
  /** The address of the person's device as the request names it. */
  readonly endUserIp: string | undefined;
  /** The address from which the request itself came. */
  readonly callerIp: string;
  /** Where the eID's app sends the person when done. */
  readonly returnUrl: string | undefined;
}

/** A started headless request. */
export interface StartedHeadless {
  readonly requestId: string;
  readonly supportCode: SupportCode | undefined;
  readonly launchData: LaunchData | undefined;
}

/** Starts a headless request: the application shows the launch data itself. */
export interface StartHeadless {
  /**
   * @throws {Failure} end-user-ip-missing, return-url-malformed, eid-not-offered, channel-not-offered,
   *   too-many-requests, and as `Eid.start`
   */
  (start: HeadlessStart): Promise<StartedHeadless>;
}

/** A request without the person's address sends the caller's address to the eID; the event records which one. */
export function makeStartHeadless(deps: Deps): StartHeadless {
  const {
    configurationSource,
    startOrder,
    limitPersonStarts,
    newRequestId,
    authenticationIdOf,
    clock,
  } = deps;

  return async function startHeadless(start) {
    const { domain, application, acr, intent, endUserIp, callerIp, returnUrl } = start;
    if (endUserIp === undefined && application.requireEndUserIp) {
      throw new Failure('end-user-ip-missing');
    }
    if (returnUrl !== undefined) validateReturnUrl(returnUrl, application);

    const offered = await offeredOrderEid(
      configurationSource,
      { issuer: domain.issuer, acr },
      'headless',
    );
    requireKnownFacts(offered.variant, intent.person);
    const requestId = newRequestId();
    const used = {
      endUserIp: endUserIp ?? callerIp,
      returnUrl,
      // Nobody's browser states a language.
      language: offered.offer.languages[0] ?? 'en',
      application: application.name,
    };
    const authentication = {
      ...backchannelAuthentication(start, secondsAfter(clock(), start.expiresIn)),
      id: authenticationIdOf(requestId),
      channel: 'headless',
      addressFrom: endUserIp === undefined ? 'caller' : 'request',
    } as const;
    const eid = limitedEid(
      offered.eid,
      { domain, clientId: application.clientId },
      limitPersonStarts,
    );
    const order = { ...used, acr, scope: start.scope, device: undefined, browser: undefined };
    const started = assertStarted(
      await startOrder(eid, authentication, orderRequest(intent, order)),
    );
    const launchData = launchDataOf(started, eid, clock());
    await storeRequest(eid, started, { ...used, autoStartToken: launchData?.autoStartToken });
    return { requestId, supportCode: started.supportCode, launchData };
  };

  /** A request that cannot be stored fails, so its order is cancelled. */
  async function storeRequest(
    eid: OrderEid,
    started: PendingAuthentication,
    request: StoredHeadlessRequest,
  ): Promise<void> {
    await deps.headlessRequests.store(started, request).catch(async (error) => {
      const { order } = started.progress;
      if (order !== undefined) await eid.cancel?.(order);
      throw error;
    });
  }
}

const MAX_RETURN_URL_LENGTH = 512;

/**
 * Validates the URL to which the eID's app returns the person. It is a redirect URI of the application, optionally
 * followed by a query or a fragment. The application puts its secret for the returning browser there.
 * @throws {Failure} return-url-malformed
 */
export function validateReturnUrl(returnUrl: string, { redirectUris }: Application): void {
  const isPlain = returnUrl.length <= MAX_RETURN_URL_LENGTH && /^[\x21-\x7E]+$/.test(returnUrl);
  const isKnown = redirectUris.some(
    (uri) => returnUrl === uri || /^[?#]/.test(after(uri, returnUrl)),
  );
  if (!isPlain || !isKnown) throw new Failure('return-url-malformed');
}

/** The rest of a text after its beginning; empty for another beginning. */
function after(beginning: string, text: string): string {
  return text.startsWith(beginning) ? text.slice(beginning.length) : '';
}
