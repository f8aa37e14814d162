import { shuffle } from '../people/random.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { reviveAll, untilHealthy } from './healthy.ts';

/** Where in a login a replica dies: at a statement, before the database has it or after it has done it. */
export const KILL_POINTS = [
  // An attempt is reserved, its order is noted.
  'authentication_begin',
  'authentication_record_pending',
  // The eID is asked; its answer is noted.
  'login_load_and_lease',
  'authentication_record_outcome',
  // The result is given away for a code or a token, the code for a token; an ending is told.
  'redemption_issue',
  'redemption_redeem',
  'authentication_consume_ending',
  // A login begins, its pushed request is spent, it ends without a person.
  'artifact_put',
  'artifact_consume',
  'artifact_remove',
  // An assertion is used.
  'artifact_claim_once',
  'authentication_poll',
] as const;

/** So long a step of a login is waited for; in the end once more, longer, because some are rare. */
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
    if (!signal.aborted) throw new Error(`nobody ever came by ${names}`);
    incomplete(`made ${points.length - left.length} of ${points.length} points, without ${names}`);
  },
};

interface Point {
  readonly statement: string;
  readonly phase: 'before' | 'after';
}

/** Answers those at which nobody was killed: because nobody came by, or the time was over. */
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

/** Answers who was killed, if anybody was. */
async function killAt(
  point: Point,
  { world, signal, note }: Injection,
  deadlineMs: number,
): Promise<string | undefined> {
  const { statement, phase } = point;
  const killed = await new Promise<string | undefined>((resolve) => {
    const stop = world.statements.on(statement, phase, async ({ channel, cut }) => {
      const replica = world.replicas.find(({ name }) => name === channel);
      if (replica === undefined) return;
      stop();
      await replica.kill();
      // What the dead one had not sent must not arrive.
      cut();
      settle(channel);
    });
    const settle = (name?: string) => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', release);
      resolve(name);
    };
    const release = () => settle();
    const timer = setTimeout(release, deadlineMs);
    signal.addEventListener('abort', release);
  });
  if (killed !== undefined) note(`${named(point)}: ${killed}`);
  await reviveAll(world);
  await untilHealthy(world);
  return killed;
}
