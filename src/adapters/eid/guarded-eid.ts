import { BrokenCircuitError, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { Failure } from '../../domain/failure.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Eid, OpenedEid, OrderEid, RedirectEid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { CircuitState, EidCall, EidOfTenant, Metrics } from '../../ports/metrics.ts';
import type { Clock, Stopwatch } from '../../ports/runtime.ts';
import { makeCircuit } from './circuit-breaker.ts';

interface Deps {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly metrics: Pick<Metrics, 'eidCalled' | 'circuitChanged'>;
  readonly log: Log;
}

/** Puts an eID that was opened with one setting behind a guard of its own: its kinds share one circuit. */
export type GuardEid = (opened: OpenedEid, setting: EidOfTenant) => OpenedEid;

/** The members that call nobody, and those that release what is open. */
type Unguarded =
  | 'kind'
  | 'firstHintCode'
  | 'collectInterval'
  | 'repeatsAnswers'
  | 'readsReturn'
  | 'endsUnopened'
  // Checks alone call it, on an eID of their own.
  | 'ping'
  | 'phoneTerms'
  | 'launchData'
  | 'isOpened'
  | 'texts'
  | 'certificates'
  | 'close';

/** All other members. A new one of the port does not compile without a guard, or a place in the list above. */
type Calls<Kind extends Eid> = {
  readonly [Name in Exclude<keyof Kind, Unguarded>]: NonNullable<Kind[Name]>;
};

/** Calls at the same time, of one setting in one process. */
const MAX_CALLS = 64;
/** Callers that may wait for one of these calls to end. */
const MAX_WAITING = 64;
/** In seconds. A call must end before another replica may collect the same order. */
const MAX_WAIT_SECONDS = 1;
/** Cancelling of abandoned orders must not delay the orders of waiting persons. */
const MAX_CANCELS = 16;

/**
 * A limit of concurrent calls and a circuit breaker for each setting. A failing eID affects only its own logins, and
 * these fail at once. A call that is not made fails with `eid-unavailable`, which says nothing about a person.
 */
export function makeEidGuard({ clock, stopwatch, metrics, log }: Deps): GuardEid {
  return function guardEid({ order, redirect }, setting) {
    const circuit = makeCircuit({ clock, onChange: watchCircuit(setting) });
    const calls = bulkhead(MAX_CALLS, MAX_WAITING);
    const measured = measuredCalls({ setting, stopwatch, metrics });
    return {
      order: order && guardedOrder(order),
      redirect: redirect && { ...redirect, ...guardedRedirect(redirect) },
    };

    /** An eID that cannot cancel does not pretend to. */
    function guardedOrder(eid: OrderEid): OrderEid {
      const { cancel, ...calls } = guardedCalls(eid);
      return { ...eid, ...calls, ...(eid.cancel !== undefined && { cancel }) };
    }

    function guardedCalls(eid: OrderEid): Calls<OrderEid> {
      const cancels = bulkhead(MAX_CANCELS, MAX_CANCELS);
      return {
        start: (request) => guarded('start', () => eid.start(request)),
        collect: (order, returned) => guarded('collect', () => eid.collect(order, returned)),

        async cancel(order) {
          const cancel = () =>
            cancels.execute(async () => eid.cancel?.(order)).catch(throwNotCalled);
          // An order that cannot be cancelled ends by itself.
          await measured('cancel', cancel).catch(ignoreNotCalled);
        },
      };
    }

    /** A failed arrival says nothing about the eID: anybody can send a wrong answer. Nor does the circuit stop one. */
    function guardedRedirect(eid: RedirectEid): Calls<RedirectEid> {
      const arrivals = bulkhead(MAX_CALLS, MAX_WAITING);
      return {
        begin: (request, callback) => guarded('begin', () => eid.begin(request, callback)),

        async finish(kept, answer) {
          const finish = () =>
            arrivals.execute(() => eid.finish(kept, answer)).catch(throwNotCalled);
          try {
            return await measured('finish', finish);
          } catch (error) {
            ignoreNotCalled(error);
            return { state: 'ended', why: 'lost', hintCode: 'too-many-calls' };
          }
        },
      };
    }

    function guarded<Answer>(name: 'start' | 'collect' | 'begin', call: () => Promise<Answer>) {
      return measured(name, () => admitted(call).catch(throwNotCalled)).catch((error) => {
        throw error instanceof NotCalled ? error.asFailure(circuit.pause()) : error;
      });
    }

    async function admitted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      if (!circuit.admits()) throw new NotCalled('circuit-open');
      // The one test call does not queue behind calls that hang.
      if (!circuit.isClosed()) return circuit.run(call);
      const deadline = secondsAfter(clock(), MAX_WAIT_SECONDS);
      return calls.execute(() => {
        if (!circuit.isClosed()) throw new NotCalled('circuit-open');
        if (clock() > deadline) throw new NotCalled('too-many-calls');
        return circuit.run(call);
      });
    }
  };

  /** Logs the first opening and the recovery. Test calls that fail again are not logged. */
  function watchCircuit(setting: EidOfTenant): (state: CircuitState) => void {
    const facts = { ...setting };
    let isInTrouble = false;
    metrics.circuitChanged({ ...setting, state: 'closed' });
    return (state) => {
      metrics.circuitChanged({ ...setting, state });
      if (state === 'open' && !isInTrouble) log.warn('eid.circuit_opened', facts);
      if (state === 'closed') log.info('eid.circuit_closed', facts);
      isInTrouble = state !== 'closed';
    };
  }
}

function throwNotCalled(error: unknown): never {
  if (error instanceof BulkheadRejectedError) throw new NotCalled('too-many-calls');
  if (error instanceof BrokenCircuitError) throw new NotCalled('circuit-open');
  throw error;
}

function ignoreNotCalled(error: unknown): void {
  if (!(error instanceof NotCalled)) throw error;
}

type Outcome = EidCall['outcome'];

/** Makes a call and counts it. */
export type MeasuredCalls = <Answer>(
  operation: EidCall['operation'],
  call: () => Promise<Answer>,
) => Promise<Answer>;

/** Counts the calls of one tenant's eID by their outcomes. */
function measuredCalls({
  setting,
  stopwatch,
  metrics,
}: Pick<Deps, 'stopwatch'> & {
  readonly setting: EidOfTenant;
  readonly metrics: Pick<Metrics, 'eidCalled'>;
}): MeasuredCalls {
  return async function measured(operation, call) {
    const elapsed = stopwatch();
    const count = (outcome: Outcome) =>
      metrics.eidCalled({ ...setting, operation, outcome, seconds: elapsed() });
    try {
      const answer = await call();
      count('answered');
      return answer;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== undefined) count(outcome);
      throw error;
    }
  };
}

/** Undefined for a fault of our own, which is no outcome of a call. */
function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof NotCalled) return error.outcome;
  if (!(error instanceof Failure)) return undefined;
  switch (error.code) {
    case 'eid-unavailable':
    case 'eid-refused-request':
    case 'eid-busy-with-person':
    case 'eid-misconfigured':
      return error.code;
    default:
      return undefined;
  }
}

/** A call that was not made. */
export class NotCalled extends Error {
  readonly outcome: Extract<EidCall['outcome'], 'circuit-open' | 'too-many-calls'>;

  constructor(outcome: NotCalled['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }

  /** The failure that the caller gets, with the seconds until a retry. */
  asFailure(seconds: number): Failure {
    const reason = this.outcome === 'circuit-open' ? 'eid-not-called' : 'eid-calls-full';
    const detail = `not called: ${this.outcome}`;
    const facts = { detail, reason, values: { seconds }, notAttempted: true } as const;
    return new Failure('eid-unavailable', facts);
  }
}
