import type {
  Authentication,
  PendingAttempt,
  PendingAuthentication,
} from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { Intent } from '../../domain/intent.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { ConfigurationSource, OfferedEid } from '../../ports/configuration.ts';
import type { Eid, LoginRequest, SignRequest, StartRequest } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import { cancelUnlessStored } from './abandon-order.ts';
import type { LimitPersonStarts, Refund, StartOfPerson } from './start-limits.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
}

/** Everything of a new attempt but what the eID's answer decides. */
export type Attempt = Omit<Authentication, 'progress' | 'createdAt' | 'returned' | 'consumedAt'>;

/** Starts an order at the eID for a new attempt. */
export interface StartOrder {
  /**
   * Undefined when the login has a pending attempt already, and when ours was ended while the eID answered:
   * its order is then cancelled. A start that fails leaves no attempt behind.
   * @throws {Failure} as `Eid.start`
   */
  (eid: Eid, attempt: Attempt, request: StartRequest): Promise<Authentication | undefined>;
}

/** Start: of many clicks at the same time one order is left, at the eID and in our records. */
export function makeStartOrder({ authentications, clock }: Deps): StartOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });

  return function startOrder(eid, attempt, request) {
    const secondWouldEndFirst = attempt.loginId !== undefined && request.person !== undefined;
    return secondWouldEndFirst ? reserve(eid, attempt, request) : askFirst(eid, attempt, request);
  };

  /** Nobody has seen an order that comes too late: its person is asked by the other one, if by any. */
  async function askFirst(eid: Eid, attempt: Attempt, request: StartRequest) {
    const createdAt = clock();
    const order = await eid.start(request);
    const collectAfter = secondsAfter(clock(), lifetimes.collectInterval);
    const pending = pendingOf(attempt, { createdAt, order, collectAfter });
    return cancelUnlessStored(eid, order, async () =>
      (await authentications.begin(pending)) ? pending : undefined,
    );
  }

  /**
   * A second order for the person who is named would end the first, so our record comes first: the eID is asked once
   * however often somebody clicks. The starter holds the first turn; should it die, the lease ends.
   */
  async function reserve(eid: Eid, attempt: Attempt, request: StartRequest) {
    const began = clock();
    const until = secondsAfter(began, lifetimes.collectLease);
    const progress = { createdAt: began, order: undefined, collectAfter: until };
    const reserved = pendingOf(attempt, progress);
    if (!(await authentications.begin(reserved))) return undefined;
    const order = await eid.start(request).catch(async (error) => {
      await authentications.discard(attempt.id);
      throw error;
    });
    return recordOrder(eid, { number: 0, began, until, attempt: reserved }, order);
  }
}

function pendingOf(
  attempt: Attempt,
  {
    createdAt,
    order,
    collectAfter,
  }: Pick<PendingAttempt, 'order' | 'collectAfter'> & { readonly createdAt: Date },
): PendingAuthentication {
  return {
    ...attempt,
    createdAt,
    returned: undefined,
    consumedAt: undefined,
    progress: { state: 'pending', stage: 'first-interaction', hint: '', order, collectAfter },
  };
}

/** Gives an attempt the order that was started for it. */
export interface RecordOrder {
  /** Undefined when the attempt ended, or the turn was lost, meanwhile. */
  (eid: Eid, lease: Lease, order: JsonObject): Promise<Authentication | undefined>;
}

/** Record: the eID has just started the order, so it is left alone for a moment. */
export function makeRecordOrder({ authentications, clock }: Deps): RecordOrder {
  return function recordOrder(eid, lease, order) {
    const { stage, hint } = lease.attempt.progress;
    const collectAfter = secondsAfter(clock(), lifetimes.collectInterval);
    const update = { stage, hint, order, collectAfter };
    return cancelUnlessStored(eid, order, () => authentications.recordPending(lease, update));
  };
}

/** Where the person is, and what is granted of the person's claims. */
export interface OrderAbout
  extends Pick<LoginRequest, 'endUserIp' | 'device' | 'returnUrl' | 'browser'> {
  readonly scope: readonly string[];
}

/**
 * What the eID is asked to do for an intent. A signature always comes with evidence.
 * @throws when a signature has no text: such an intent is never made
 */
export function orderRequest(
  intent: Intent,
  { scope, ...about }: OrderAbout,
): LoginRequest | SignRequest {
  const { text, person } = intent;
  const evidence = scope.includes('evidence');
  const risk = scope.includes('risk');
  if (intent.kind === 'authentication') {
    return { kind: 'login', ...about, text, person, evidence, risk };
  }
  if (text === undefined) throw new Error('an intent to sign has no text');
  return { kind: 'sign', ...about, text, person, evidence: true, risk };
}

/**
 * The eID that an acr value chooses at an issuer, as now configured.
 * @throws {Failure} eid-not-offered
 */
export async function offeredEid(
  configurationSource: ConfigurationSource,
  { issuer, acr }: Pick<Authentication, 'issuer' | 'acr'>,
): Promise<OfferedEid> {
  const configuration = await configurationSource.current();
  const offered = configuration.eid(issuer, acr);
  if (offered === undefined) throw new Failure('eid-not-offered', { detail: acr });
  return offered;
}

/** The application that starts, and the domain on which it does. */
interface Starter extends Pick<StartOfPerson, 'domain'> {
  readonly clientId: string;
}

/** The eID with a limit on starts that name a person to it. Other starts pass. */
export function limitedEid(eid: Eid, starter: Starter, limitPersonStarts: LimitPersonStarts): Eid {
  return {
    ...eid,
    start(request) {
      const { person } = request;
      if (person === undefined) return eid.start(request);
      const start = { domain: starter.domain, application: starter, person };
      return countedEid(eid, () => limitPersonStarts(start)).start(request);
    },
  };
}

/**
 * The eID, with a limit on starts. What never reaches it does not count: a second click, a start from which an eID in
 * trouble is spared. One whose answer was lost counts, because it may have reached the person.
 */
export function countedEid(eid: Eid, takeStart: () => Promise<Refund>): Eid {
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
