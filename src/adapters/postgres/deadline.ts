import { Unavailable } from '../../domain/failure.ts';
import type { PresentRequest, PresentRequests } from '../../ports/present-requests.ts';
import type { Stopwatch } from '../../ports/runtime.ts';

/**
 * Does work for as long as the request for which it is done may still wait for the database.
 * @throws {Unavailable} when that time is over before the work insists on being done
 */
export interface Deadline {
  <Answer>(work: Work<Answer>): Promise<Answer>;
}

/** What is to be done. */
export type Work<Answer> = (wait: Wait) => Promise<Answer>;

/** Who waits for it. */
export interface Wait {
  /** By now nobody does. */
  isOver(): boolean;
  /** From now on its outcome must be known, whenever it comes. */
  insist(): void;
}

interface Deps {
  readonly requests: Pick<PresentRequests, 'current'>;
  readonly stopwatch: Stopwatch;
  /** How long one request waits, with all its statements. */
  readonly seconds: number;
}

/** How long one request has waited. What it waits for at the same time counts once. */
interface Waited {
  before: number;
  underWay: number;
  sinceBegun: () => number;
}

/** Who has begun to answer, and what is done for no request, waits as long as each statement may take. */
export function makeDeadline({ requests, stopwatch, seconds }: Deps): Deadline {
  const known = new WeakMap<PresentRequest, Waited>();

  return async (work) => {
    const request = requests.current();
    if (request === undefined || request.isAnswered()) return noDeadline(work);
    const waited = waitedOf(request);
    begin(waited);
    try {
      return await within(seconds - waited.before - waited.sinceBegun(), work);
    } finally {
      end(waited);
    }
  };

  function waitedOf(request: PresentRequest): Waited {
    const waited = known.get(request) ?? { before: 0, underWay: 0, sinceBegun: () => 0 };
    known.set(request, waited);
    return waited;
  }

  function begin(waited: Waited): void {
    if (waited.underWay === 0) waited.sinceBegun = stopwatch();
    waited.underWay += 1;
  }

  function end(waited: Waited): void {
    waited.underWay -= 1;
    if (waited.underWay > 0) return;
    waited.before += waited.sinceBegun();
  }
}

/** For commands: who runs them waits. */
export const noDeadline: Deadline = (work) => work({ isOver: () => false, insist: () => {} });

function within<Answer>(seconds: number, work: Work<Answer>): Promise<Answer> {
  let isOver = seconds <= 0;
  let isInsisted = false;
  const over = () => new Unavailable('the database did not answer in the time of the request');
  if (isOver) return Promise.reject(over());
  const wait: Wait = {
    isOver: () => isOver,
    insist() {
      isInsisted = true;
    },
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isOver = true;
      if (!isInsisted) reject(over());
    }, seconds * 1000);
    work(wait)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
