import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';

import { Failure } from '../../domain/failure.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { CircuitState as CircuitName } from '../../ports/metrics.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly clock: Clock;
  /** Called when the state changes. */
  readonly onChange: (state: CircuitName) => void;
}

/** Stops calls of an eID that fails, so that neither it nor its callers wait. */
export interface Circuit {
  /** True while all calls are made: not in a pause, and not while one call tests whether the eID is back. */
  isClosed(): boolean;
  /** True when a call may be made: the circuit is closed, or the pause is over and one call may test it. */
  admits(): boolean;
  /** Seconds until the next call. */
  pause(): number;
  /** Makes a call that `admits` allowed. Any error but `eid-unavailable` proves that the eID is available. */
  run<Answer>(call: () => Promise<Answer>): Promise<Answer>;
}

/** Failures in a row after which the eID counts as unavailable. */
const MAX_FAILURES = 5;
/** Seconds until one call tests whether it is back. */
const PAUSE = 5;
/** The longest pause that an eID may demand, so that no answer of its puts it out of service for hours. */
const MAX_PAUSE_SECONDS = 30;

const NAMES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const satisfies Readonly<Record<CircuitState, CircuitName>>;

/**
 * Opens after some failures in a row, or at once when the eID demands a pause (Retry-After). The pause is measured by
 * the service's own clock.
 */
export function makeCircuit({ clock, onChange }: Deps): Circuit {
  let pausedUntil: Date | undefined;
  const failures = new ConsecutiveBreaker(MAX_FAILURES);
  const breaker = circuitBreaker(handleWhen(isEidUnavailable), {
    breaker: {
      state: undefined,
      success: () => failures.success(),
      failure: () => failures.failure() || secondsLeft() > 0,
    },
    // Our pause decides when the eID is tried again: the library measures with the machine's clock.
    halfOpenAfter: 0,
  });
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open && secondsLeft() === 0) pauseFor(PAUSE);
    onChange(NAMES[state]);
  });

  return {
    isClosed: () => breaker.state === CircuitState.Closed && secondsLeft() === 0,
    admits: () => breaker.state !== CircuitState.HalfOpen && secondsLeft() === 0,
    pause: () => Math.ceil(secondsLeft()) || PAUSE,

    async run(call) {
      const settled = await breaker.execute(async () => {
        try {
          return { answer: await call() };
        } catch (error) {
          if (!isEidUnavailable(error)) return { refusal: error };
          pauseAsAsked(error);
          throw error;
        }
      });
      if ('refusal' in settled) throw settled.refusal;
      return settled.answer;
    },
  };

  function pauseAsAsked({ values }: Failure): void {
    if (typeof values.seconds === 'number' && values.seconds > 0) pauseFor(values.seconds);
  }

  function pauseFor(seconds: number): void {
    pausedUntil = secondsAfter(clock(), Math.min(seconds, MAX_PAUSE_SECONDS));
  }

  /** A clock that was set back must not make the pause longer. */
  function secondsLeft(): number {
    if (pausedUntil === undefined) return 0;
    const left = (pausedUntil.getTime() - clock().getTime()) / 1000;
    return left > 0 && left <= MAX_PAUSE_SECONDS ? left : 0;
  }
}

function isEidUnavailable(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'eid-unavailable';
}
