import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  ActiveRequest,
  ActiveRequests,
  DatabaseAdmission,
  FairQueue,
} from '../../ports/admission.ts';
import type { Stopwatch } from '../../ports/runtime.ts';
import { makeDeadline, noDeadline } from './deadline.ts';
import { fairQueue } from './fair-queue.ts';

const MAX_WAIT_MS = 2_000;
/** Beyond so many for each connection, the next one of the same tenant would wait in vain. */
const MAX_WAITING_PER_CONNECTION = 25;

/** In seconds, of a request with all its statements: it is answered within three. */
const REQUEST_DEADLINE = 2.8;

/** The queue key of work that is done for no request. */
const OWN_WORK = '';

/** Follows each request through everything that it causes, by the async context of Node. */
export function systemActiveRequests(): ActiveRequests {
  const present = new AsyncLocalStorage<ActiveRequest | undefined>();
  return {
    run: (request, work) => present.run(request, work),
    runDetached: (work) => present.run(undefined, work),
    current: () => present.getStore(),
  };
}

interface Deps {
  readonly requests: Pick<ActiveRequests, 'current'>;
  readonly stopwatch: Stopwatch;
}

/** For a pool that serves requests: they share its connections by tenants, and each has one deadline. */
export function databaseAdmission({ requests, stopwatch }: Deps): DatabaseAdmission {
  return {
    openQueue,
    queueKey: () => requests.current()?.tenantId ?? OWN_WORK,
    deadline: makeDeadline({ requests, stopwatch, seconds: REQUEST_DEADLINE }),
  };
}

/** For the pool of a command: it serves no request and has no deadline. */
export const commandAdmission: DatabaseAdmission = {
  openQueue,
  queueKey: () => OWN_WORK,
  deadline: noDeadline,
};

function openQueue(connections: number): FairQueue {
  return fairQueue({
    resource: 'a connection to the database',
    permits: connections,
    maxWaiting: connections * MAX_WAITING_PER_CONNECTION,
    maxWaitMs: MAX_WAIT_MS,
  });
}
