import { eachInTime, type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const EACH_MS = 6_000;

export const connectionsExhausted: FaultScenario = {
  id: 'F7',
  title: 'PostgreSQL accepts fewer connections than needed, then none',
  expect:
    'excess requests get 503; without a connection not ready; recovery with the first connections',
  seconds: 14,
  async inject(injection) {
    const { environment, signal, note } = injection;
    await eachInTime([4, 0], injection, { named: (limit) => `${limit} connections`, make });
    await limitTo(-1);
    note(`ready again after ${await untilHealthy(environment)} ms`);

    async function make(limit: number): Promise<void> {
      await limitTo(limit);
      environment.databaseProxy.cut();
      await pause(EACH_MS, signal);
      const ready = await Promise.all(environment.replicas.map((replica) => replica.isReady()));
      note(`${limit} connections: ${ready.filter((each) => each).length} replicas ready`);
      if (limit === 0 && ready.some((each) => each) && !signal.aborted) {
        throw new Error('a replica reports that it is ready, and has no connection');
      }
    }

    async function limitTo(connections: number): Promise<void> {
      await environment.database.sql(`alter role eid_broker connection limit ${connections}`);
    }
  },
};
