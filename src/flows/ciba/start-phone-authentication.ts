import type { Acr } from '../../domain/acr.ts';
import type { Application, CallInitiator } from '../../domain/application.ts';
import type { EidOffer } from '../../domain/eid-offer.ts';
import { Failure } from '../../domain/failure.ts';
import type { Intent } from '../../domain/intent.ts';
import { lifetimes, secondsAfter, secondsUntil } from '../../domain/lifetimes.ts';
import type { SupportCode } from '../../domain/support-code.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { OrderEid, PhoneRequest } from '../../ports/eid.ts';
import type { AuthenticationIdOf, Clock, NewRequestId } from '../../ports/runtime.ts';
import { offeredOrderEid } from '../order/offered-eid.ts';
import {
  consumeLimits,
  type PersonLimitDeps,
  type Refund,
  startsOfPerson,
} from '../order/start-limits.ts';
import {
  assertStarted,
  countedEid,
  eidRequest,
  phoneTermsOf,
  type StartOrder,
} from '../order/start-order.ts';
import { backchannelAuthentication } from '../polling/poll-request.ts';

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly startOrder: StartOrder;
  readonly limitPhoneStarts: LimitPhoneStarts;
  readonly newRequestId: NewRequestId;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** A CIBA request whose client is known and whose parameters are well-formed. */
export interface PhoneStart {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  /** With the person, and the text for the app. */
  readonly intent: Intent;
  readonly callInitiator: CallInitiator | undefined;
  /** As granted. */
  readonly scope: readonly string[];
  /** In seconds; undefined: as long as usual. */
  readonly requestedExpiry: number | undefined;
}

/** A started phone authentication. */
export interface StartedPhone {
  readonly requestId: string;
  readonly supportCode: SupportCode | undefined;
  /** In seconds. */
  readonly expiresIn: number;
  /** The seconds between two polls of the application. */
  readonly interval: number;
  /** The words that the caller reads out; undefined when the request had the text. */
  readonly bindingMessage: string | undefined;
}

/** Starts an order during a phone call; the person's app shows the caller. */
export interface StartPhoneAuthentication {
  /**
   * @throws {Failure} person-missing, binding-message-missing, too-many-requests, eid-not-offered,
   *   channel-not-offered, and as
   *   `Eid.start`
   */
  (start: PhoneStart): Promise<StartedPhone>;
}

/** Counts each start before it calls the eID, because an order notifies a person's phone. */
export function makeStartPhoneAuthentication(deps: Deps): StartPhoneAuthentication {
  const {
    configurationSource,
    startOrder,
    limitPhoneStarts,
    newRequestId,
    authenticationIdOf,
    clock,
  } = deps;

  return async function startPhoneAuthentication(start) {
    const { domain, application, acr } = start;
    const offered = await offeredOrderEid(
      configurationSource,
      { issuer: domain.issuer, acr },
      'ciba',
    );
    const request = phoneRequest(start, offered.offer);
    const eid = countedEid(offered.eid, () =>
      limitPhoneStarts(domain, application, request.person),
    );
    const requestId = newRequestId();
    const authentication = {
      ...backchannelAuthentication(start, secondsAfter(clock(), longestOf(start, eid))),
      id: authenticationIdOf(requestId),
      channel: 'ciba',
      addressFrom: undefined,
    } as const;
    const started = assertStarted(await startOrder(eid, authentication, request));
    const terms = phoneTermsOf(eid, started.progress.order);
    return {
      requestId,
      supportCode: started.supportCode,
      expiresIn: secondsUntil(started.expiresAt, started.createdAt),
      interval: terms?.interval ?? lifetimes.pollInterval,
      bindingMessage: terms?.bindingMessage,
    };
  };
}

/** The longest lifetime before the eID has stated its own. A shorter one than usual is granted. */
function longestOf({ requestedExpiry }: PhoneStart, eid: OrderEid): number {
  const longest = eid.phoneTerms === undefined ? lifetimes.request : lifetimes.longestRequest;
  return Math.min(requestedExpiry ?? longest, longest);
}

function phoneRequest(
  { intent, callInitiator, acr, scope, application }: PhoneStart,
  { texts, languages }: EidOffer,
): PhoneRequest {
  const { person, text } = intent;
  if (person === undefined) throw new Failure('person-missing');
  if (text === undefined && texts.phone?.message !== undefined) {
    throw new Failure('binding-message-missing');
  }
  const evidence = scope.includes('evidence');
  // Nobody's browser states a language.
  const [language = 'en'] = languages;
  const requester = { acr, scope, language, application: application.name };
  const parts = eidRequest(intent, requester);
  return { kind: 'phone', ...parts, person, callInitiator, text, evidence };
}

/** Limits the orders that an application sends to people's phones. */
export interface LimitPhoneStarts {
  /** @throws {Failure} too-many-requests; `values.seconds`: the seconds until one more start is allowed */
  (domain: Domain, application: Application, person: string): Promise<Refund>;
}

/** An application has one limit over all persons, and limits for each person. A refused start counts for none. */
export function makeLimitPhoneStarts(deps: PersonLimitDeps): LimitPhoneStarts {
  return function limitPhoneStarts(domain, application, person) {
    const client = JSON.stringify([domain.issuer, application.clientId]);
    const limit = { most: application.phoneStartsPerMinute, seconds: 60 };
    const reason = 'limit-of-phone-starts';
    const starts = { key: `phone-starts:${client}`, limit, reason } as const;
    const ofPerson = startsOfPerson(deps.vault, { domain, application, person });
    return consumeLimits(deps, [starts, ...ofPerson]);
  };
}
