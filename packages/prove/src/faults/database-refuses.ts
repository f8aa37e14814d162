import { eachInTime, type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const EACH_MS = 5_000;
const PROBABILITY = 0.05;

export const databaseRefuses: FaultScenario = {
  id: 'F9',
  title: 'PostgreSQL is read-only; statements fail by serialization and deadlock',
  expect:
    'no write, no token: 503; a deadlock or a serialization failure is retried or reported as 503',
  seconds: 17,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    await setReadOnly('on');
    await pause(EACH_MS, signal);
    await setReadOnly('off');
    note(`read-only: ready again after ${await untilHealthy(environment)} ms`);
    await eachInTime(['40001', '40P01'], injection, { named: String, make: failBy });
    await untilHealthy(environment);

    async function failBy(sqlState: string): Promise<void> {
      let failed = 0;
      const stop = environment.statements.fail('*', sqlState, () => {
        const isSpoiled = random() < PROBABILITY;
        if (isSpoiled) failed += 1;
        return isSpoiled;
      });
      await pause(EACH_MS, signal);
      stop();
      note(`${sqlState} for ${failed} statements`);
    }

    /** Applies to new sessions. */
    async function setReadOnly(value: 'on' | 'off'): Promise<void> {
      await environment.database.sql(
        `alter role eid_broker set default_transaction_read_only = ${value}`,
      );
      environment.databaseProxy.cut();
    }
  },
};
