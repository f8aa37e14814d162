import { Unavailable } from '../../domain/failure.ts';
import type {
  Deadline,
  PresentRequest,
  PresentRequests,
  Wait,
  Work,
} from '../../ports/admission.ts';
import type { Stopwatch } from '../../ports/runtime.ts';

interface Deps {
  readonly requests: Pick<PresentRequests, 'current'>;
  readonly stopwatch: Stopwatch;
  /** How long one request may wait, with all its statements. */
  readonly seconds: number;
}

/** How long one request has waited. Statements that run at the same time count once. */
interface Waited {
  before: number;
  underWay: number;
  sinceBegun: () => number;
}

/** Work for no request, or for one whose answer has begun, waits as long as each statement may take. */
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

/** For work that nothing interrupts, such as a command. */
export const noDeadline: Deadline = (work) => work({ isOver: () => false, mustComplete: () => {} });

function within<Answer>(seconds: number, work: Work<Answer>): Promise<Answer> {
  let isOver = seconds <= 0;
  let mustComplete = false;
  const over = () => new Unavailable('the database did not answer in the time of the request');
  if (isOver) return Promise.reject(over());
  const wait: Wait = {
    isOver: () => isOver,
    mustComplete() {
      mustComplete = true;
    },
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isOver = true;
      if (!mustComplete) reject(over());
    }, seconds * 1000);
    work(wait)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
