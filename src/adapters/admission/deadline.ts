import { ServiceUnavailable } from '../../domain/failure.ts';
import type {
  ActiveRequests,
  DatabaseTime,
  Deadline,
  DeadlineState,
  DeadlineTask,
} from '../../ports/admission.ts';
import type { Stopwatch } from '../../ports/runtime.ts';

interface Deps {
  readonly requests: Pick<ActiveRequests, 'current'>;
  readonly stopwatch: Stopwatch;
  /** How long one request may wait, with all its statements. */
  readonly seconds: number;
}

/** Work for no request, or for one whose answer has begun, waits as long as each statement may take. */
export function makeDeadline({ requests, stopwatch, seconds }: Deps): Deadline {
  return async (work) => {
    const request = requests.current();
    if (request === undefined || request.isAnswered()) return noDeadline(work);
    request.databaseTime ??= { seconds: 0, running: 0, elapsed: () => 0 };
    const spent = request.databaseTime;
    begin(spent);
    try {
      return await within(seconds - spent.seconds - spent.elapsed(), work);
    } finally {
      end(spent);
    }
  };

  function begin(spent: DatabaseTime): void {
    if (spent.running === 0) spent.elapsed = stopwatch();
    spent.running += 1;
  }

  function end(spent: DatabaseTime): void {
    spent.running -= 1;
    if (spent.running === 0) spent.seconds += spent.elapsed();
  }
}

/** For work that nothing interrupts, such as a command. */
export const noDeadline: Deadline = (work) => work({ isOver: () => false, mustComplete: () => {} });

function within<Answer>(seconds: number, work: DeadlineTask<Answer>): Promise<Answer> {
  let isOver = seconds <= 0;
  let mustComplete = false;
  const over = () =>
    new ServiceUnavailable('the database did not answer in the time of the request');
  if (isOver) return Promise.reject(over());
  const state: DeadlineState = {
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
    work(state)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
