import { shuffle } from './choose.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { reviveAll, untilHealthy } from './healthy.ts';

/** Where in a login a replica dies: at a statement, before the database has it or after it has done it. */
export const KILL_POINTS = [
  // An attempt is reserved, its order is noted.
  'authentication_begin',
  'authentication_record_pending',
  // The eID is asked; its answer is noted.
  'authentication_take_turn',
  'authentication_record_outcome',
  // The result is given away: a code is written, spent, its login ends.
  'authentication_hand_out',
  'authentication_tell_ending',
  'artifact_put',
  'artifact_consume',
  'artifact_claim_once',
  'artifact_remove',
  'authentication_poll',
] as const;

/** So long a step of a login is waited for. */
const PATIENCE_MS = 6_000;

export const replicaKilled: FaultScenario = {
  id: 'F1',
  title: 'kill -9 of a replica just before and just after each statement of a login',
  expect:
    'another replica takes over; nothing is spent twice; only a final answer of the eID that was not yet stored may be lost, and then the login ends as `server_error`',
  async inject(injection) {
    const points = KILL_POINTS.flatMap((statement) =>
      (['before', 'after'] as const).map((phase) => ({ statement, phase })),
    );
    for (const point of shuffle(points, injection.random)) {
      if (injection.signal.aborted) break;
      await killAt(point, injection);
    }
  },
};

interface Point {
  readonly statement: string;
  readonly phase: 'before' | 'after';
}

async function killAt({ statement, phase }: Point, { world, signal, note }: Injection) {
  const killed = await new Promise<string | undefined>((resolve) => {
    const stop = world.statements.on(statement, phase, async ({ door, cut }) => {
      const replica = world.replicas.find(({ name }) => name === door);
      if (replica === undefined) return;
      stop();
      await replica.kill();
      // What the dead one had not sent must not arrive.
      cut();
      settle(door);
    });
    const settle = (name?: string) => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(name);
    };
    const giveUp = () => settle();
    const timer = setTimeout(giveUp, PATIENCE_MS);
    signal.addEventListener('abort', giveUp);
  });
  note(`${phase} ${statement}: ${killed ?? 'nobody came by'}`);
  await reviveAll(world);
  await untilHealthy(world);
}
