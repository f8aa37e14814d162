import { shuffle } from '../people/random.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { reviveAll, untilHealthy } from './healthy.ts';

/** The points at which a replica is killed: before the database gets a statement, and after it has run it. */
export const KILL_POINTS = [
  // Reserving an attempt, storing its order.
  'authentication_begin',
  'authentication_record_pending',
  // The call to the eID, and storing its response.
  'login_load_and_lease',
  'authentication_record_outcome',
  // An eID's own pages returned the browser: before the exchange of the answer, which ends with the statement above.
  'authentication_take_return',
  // Consuming the result for a code or a token, redeeming the code, reporting an ending.
  'issuance_issue',
  'issuance_exchange',
  'authentication_consume_ending',
  // Starting a login, storing a request, consuming a pushed request, ending without a person.
  'login_begin',
  'artifact_put',
  'artifact_consume',
  'artifact_remove',
  // An assertion is used.
  'artifact_claim_once',
  'authentication_poll',
] as const;

/** The limit to reach a statement; the last round has a longer one for rare statements. */
const DEADLINE_MS = 6_000;
const LAST_DEADLINE_MS = 30_000;

export const replicaKilled: FaultScenario = {
  id: 'F1',
  title: 'kill -9 of a replica just before and just after each statement of a login',
  expect:
    'another replica takes over; no code is used twice; only an unstored final result of the eID may be lost, and then the login ends as `server_error`',
  seconds: 60,
  async inject(injection) {
    const { random, signal, note, incomplete } = injection;
    const points = KILL_POINTS.flatMap((statement) =>
      (['before', 'after'] as const).map((phase) => ({ statement, phase })),
    );
    const missed = await killAtEach(shuffle(points, random), injection, DEADLINE_MS);
    const left = await killAtEach(missed, injection, LAST_DEADLINE_MS);
    note(`${points.length - left.length} of ${points.length} points`);
    if (left.length === 0) return;
    const names = left.map(named).join(', ');
    if (!signal.aborted) throw new Error(`no login reached ${names}`);
    incomplete(
      `injected ${points.length - left.length} of ${points.length} points, without ${names}`,
    );
  },
};

interface Point {
  readonly statement: string;
  readonly phase: 'before' | 'after';
}

/** Returns the statements without a kill: no login reached them, or time ran out. */
async function killAtEach(
  points: readonly Point[],
  injection: Injection,
  deadlineMs: number,
): Promise<readonly Point[]> {
  const missed: Point[] = [];
  for (const point of points) {
    const isTried = !injection.signal.aborted;
    if (!isTried || (await killAt(point, injection, deadlineMs)) === undefined) missed.push(point);
  }
  return missed;
}

function named({ statement, phase }: Point): string {
  return `${phase} ${statement}`;
}

/** Returns the killed replica, if any. */
async function killAt(
  point: Point,
  { environment, signal, note }: Injection,
  deadlineMs: number,
): Promise<string | undefined> {
  const { statement, phase } = point;
  const killed = await new Promise<string | undefined>((resolve) => {
    const stop = environment.statements.on(statement, phase, async ({ channel, cut }) => {
      const replica = environment.replicas.find(({ name }) => name === channel);
      if (replica === undefined) return;
      // A kill that has begun counts, however late the process ends.
      disarm();
      await replica.kill();
      // Unsent bytes of the killed replica must not arrive.
      cut();
      resolve(channel);
    });
    const disarm = () => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', release);
    };
    const release = () => {
      disarm();
      resolve(undefined);
    };
    const timer = setTimeout(release, deadlineMs);
    signal.addEventListener('abort', release);
  });
  if (killed !== undefined) note(`${named(point)}: ${killed}`);
  await reviveAll(environment);
  await untilHealthy(environment);
  return killed;
}
