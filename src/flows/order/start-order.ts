import {
  type Authentication,
  isPending,
  type PendingAuthentication,
  type PendingProgress,
} from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { Intent } from '../../domain/intent.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import { withFreeCode } from '../../domain/support-code.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type {
  EidRequest,
  IdentifyRequest,
  InputValues,
  OrderEid,
  PhoneTerms,
  SignRequest,
  StartRequest,
} from '../../ports/eid.ts';
import type { Clock, NewSupportCode } from '../../ports/runtime.ts';
import { makeNameOther } from './name-other.ts';
import type { LimitPersonStarts, Refund, StartOfPerson } from './start-limits.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/** A new attempt without the parts that the eID's answer decides. */
export type NewAuthentication = Omit<
  Authentication,
  'progress' | 'createdAt' | 'returned' | 'consumedAt'
>;

/** Starts an order at the eID for a new attempt. */
export interface StartOrder {
  /**
   * Undefined when the login has a pending attempt already. Also when the attempt ended during the start: its order is
   * then cancelled. A failed start leaves no attempt.
   * @throws {Failure} as `Eid.start`
   */
  (
    eid: OrderEid,
    authentication: NewAuthentication,
    request: StartRequest,
  ): Promise<Authentication | undefined>;
}

/**
 * After concurrent starts for one login, a single order remains, at the eID and in the database. For an eID that
 * cannot cancel, our record comes before the order.
 */
export function makeStartOrder({ authentications, newSupportCode, clock }: Deps): StartOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });
  const nameOther = makeNameOther({ authentications, clock });

  return function startOrder(given, authentication, request) {
    const person = namedIn(request);
    const eid = {
      ...given,
      start: (order: StartRequest) =>
        given.start(order).catch((error) => nameOther(error, { ...authentication, person })),
    };
    const secondWouldEndFirst = person !== undefined;
    const secondWouldStay = eid.cancel === undefined;
    return authentication.loginId !== undefined && (secondWouldEndFirst || secondWouldStay)
      ? storeThenStart(eid, authentication, request)
      : startThenStore(eid, authentication, request);
  };

  function begun(pending: PendingAuthentication): Promise<PendingAuthentication | undefined> {
    return beginWithCode(authentications, pending, newSupportCode);
  }

  /** A second order is cancelled before its launch data is shown. */
  async function startThenStore(
    eid: OrderEid,
    authentication: NewAuthentication,
    request: StartRequest,
  ) {
    const createdAt = clock();
    const order = await eid.start(request);
    const collectAfter = collectAtAfter(clock(), eid);
    const expiresAt = endOf(authentication, createdAt, phoneTermsOf(eid, order));
    const pending = pendingOf({ ...authentication, expiresAt }, { createdAt, order, collectAfter });
    return cancelUnlessStored(eid, order, () => begun(pending));
  }

  /**
   * A second order would end the first, or stay beside it. So our record comes first: repeated clicks start one order.
   * The starter has the first lease; if its replica stops, the lease ends.
   */
  async function storeThenStart(
    eid: OrderEid,
    authentication: NewAuthentication,
    request: StartRequest,
  ) {
    const began = clock();
    const until = secondsAfter(began, lifetimes.collectLease);
    const progress = { createdAt: began, order: undefined, collectAfter: until };
    const stored = await begun(pendingOf(authentication, progress));
    if (stored === undefined) return undefined;
    const order = await eid.start(request).catch(async (error) => {
      await authentications.discard(authentication.id);
      throw error;
    });
    return recordOrder(eid, { fencingToken: 0, began, until, authentication: stored }, order);
  }
}

/** The terms of an eID that decides of phone authentications; undefined for all others. */
export function phoneTermsOf(eid: OrderEid, order: JsonObject | undefined): PhoneTerms | undefined {
  return order && eid.phoneTerms?.(order);
}

/** An eID that states the lifetime of its order shortens the attempt. One that states none has the usual lifetime. */
function endOf(
  { expiresAt, channel }: NewAuthentication,
  createdAt: Date,
  terms: PhoneTerms | undefined,
): Date {
  if (channel !== 'ciba' || terms === undefined) return expiresAt;
  const end = secondsAfter(createdAt, terms.expiresIn ?? lifetimes.request);
  return end < expiresAt ? end : expiresAt;
}

/**
 * The started attempt of a request without a login. Only an attempt of a login can meet another pending one, so a missing
 * attempt has ended already.
 * @throws {Failure} eid-unavailable
 */
export function assertStarted(started: Authentication | undefined): PendingAuthentication {
  if (started !== undefined && isPending(started)) return started;
  throw new Failure('eid-unavailable', { detail: 'ended during its start' });
}

/** Stores a new attempt with the code of its login, or a new one. Undefined as `Authentications.begin` is false. */
export function beginWithCode(
  authentications: Pick<Authentications, 'begin'>,
  pending: PendingAuthentication,
  newSupportCode: NewSupportCode,
): Promise<PendingAuthentication | undefined> {
  const known = pending.supportCode ?? newSupportCode();
  return withFreeCode(known, newSupportCode, async (supportCode) => {
    const attempt = { ...pending, supportCode };
    return (await authentications.begin(attempt)) ? attempt : undefined;
  });
}

function pendingOf(
  authentication: NewAuthentication,
  {
    createdAt,
    order,
    collectAfter,
  }: Pick<PendingProgress, 'order' | 'collectAfter'> & { readonly createdAt: Date },
): PendingAuthentication {
  return {
    ...authentication,
    createdAt,
    returned: undefined,
    consumedAt: undefined,
    progress: { state: 'pending', stage: 'first-interaction', hintCode: '', order, collectAfter },
  };
}

/** Records an order for its attempt. */
export interface RecordOrder {
  /** Undefined when the attempt ended, or the lease was lost, meanwhile. */
  (eid: OrderEid, lease: Lease, order: JsonObject): Promise<Authentication | undefined>;
}

/** Stores the order that the eID has just started. The first collect comes after an interval. */
export function makeRecordOrder({
  authentications,
  clock,
}: Omit<Deps, 'newSupportCode'>): RecordOrder {
  return function recordOrder(eid, lease, order) {
    const { stage, hintCode } = lease.authentication.progress;
    const collectAfter = collectAtAfter(clock(), eid);
    const update = { stage, hintCode, order, collectAfter };
    return cancelUnlessStored(eid, order, () => authentications.recordPending(lease, update));
  };
}

/** The time of the collect that follows a call at that time. Neither the eID nor our database is called more often. */
export function collectAtAfter(at: Date, { collectInterval = 0 }: OrderEid): Date {
  return secondsAfter(at, Math.max(lifetimes.collectInterval, collectInterval));
}

/** Cancels an order that `store` cannot record. Returns the result of `store`, or throws its error. */
async function cancelUnlessStored<Stored extends Authentication>(
  eid: OrderEid,
  order: JsonObject,
  store: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  const stored = await store().catch(async (error) => {
    await eid.cancel?.(order);
    throw error;
  });
  if (stored === undefined) await eid.cancel?.(order);
  return stored;
}

/** The application's part of a request. */
export type Requester = Pick<EidRequest, 'acr' | 'scope' | 'language' | 'application'>;

/** The parts of every request to an eID. */
export function eidRequest(
  { action, directives = {} }: Intent,
  { acr, scope, language, application }: Requester,
): EidRequest {
  return { acr, scope, language, action, application, directives };
}

/** The application, and the person's address and device. */
export interface OrderContext
  extends Requester,
    Pick<IdentifyRequest, 'endUserIp' | 'device' | 'returnUrl' | 'browser'> {
  /** What the person typed on our page; absent: nothing. */
  readonly input?: InputValues;
}

/**
 * The request to the eID for an intent. A signature always has evidence.
 * @throws when a signature has no text: such an intent is never made
 */
export function orderRequest(intent: Intent, context: OrderContext): IdentifyRequest | SignRequest {
  const { text, person } = intent;
  const { endUserIp, device, returnUrl, browser, scope, input: typed } = context;
  const input = { ...typed, ...(person !== undefined && { nationalNumber: person }) };
  const evidence = scope.includes('evidence');
  const risk = scope.includes('risk');
  const parts = { ...eidRequest(intent, context), endUserIp, device, returnUrl, browser, input };
  if (intent.kind === 'authentication') {
    return { kind: 'identify', ...parts, text, person, evidence, risk };
  }
  if (text === undefined) throw new Error('an intent to sign has no text');
  return { kind: 'sign', ...parts, text, person, evidence: true, risk };
}

/** The application that starts an order, and its domain. */
interface Starter extends Pick<StartOfPerson, 'domain'> {
  readonly clientId: string;
}

/** The number by which a request names a person to the eID: of the application, or typed on our page. */
function namedIn(request: StartRequest): string | undefined {
  if (request.person !== undefined || request.kind === 'phone') return request.person;
  return request.input.nationalNumber ?? request.input.phoneNumber;
}

/** The eID with a limit on starts that name a person to it. Other starts pass. */
export function limitedEid(
  eid: OrderEid,
  starter: Starter,
  limitPersonStarts: LimitPersonStarts,
): OrderEid {
  return {
    ...eid,
    start(request) {
      const person = namedIn(request);
      if (person === undefined) return eid.start(request);
      const isTyped = request.person === undefined;
      const start = { domain: starter.domain, application: starter, person, isTyped };
      return countedEid(eid, () => limitPersonStarts(start)).start(request);
    },
  };
}

/**
 * The eID with a limit on starts. A start that never reaches the eID does not count. Such are a second click, and a
 * start that the circuit breaker stops. A start without an answer counts, because it may have reached the person.
 */
export function countedEid(eid: OrderEid, takeStart: () => Promise<Refund>): OrderEid {
  return {
    ...eid,
    async start(request) {
      const refund = await takeStart();
      return eid.start(request).catch(async (error) => {
        if (error instanceof Failure && error.notAttempted) await refund();
        throw error;
      });
    },
  };
}
