import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { promote, startStandby } from '../environment/standby.ts';
import { type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const FOLLOWING_MS = 3_000;

export const databaseFailedOver: FaultScenario = {
  id: 'F5',
  title: 'PostgreSQL crashes, and its synchronous standby is promoted',
  expect:
    'no code is usable twice; recovery as after a restart. An asynchronous standby may lack the last commits',
  seconds: 10,
  async inject({ environment, signal, note }) {
    const { database, databaseProxy, folder } = environment;
    const directory = join(folder, `standby-${Math.round(performance.now())}`);
    const standby = await startStandby(database, directory);
    try {
      await database.sql(`alter system set synchronous_standby_names = '*'`);
      await database.sql('select pg_reload_conf()');
      await pause(FOLLOWING_MS, signal);

      await database.stop('immediate');
      const since = performance.now();
      await promote(standby);
      databaseProxy.connectTo(standby.port);
      databaseProxy.cut();
      const took = Math.round(performance.now() - since);
      note(`promoted after ${took} ms, ready after ${await untilHealthy(environment)} ms more`);
      await pause(FOLLOWING_MS, signal);
    } finally {
      await standby.stop('fast');
    }

    // The promoted standby replaces the primary.
    const dead = database.directory;
    database.moveTo(directory);
    await database.start();
    databaseProxy.connectTo(database.port);
    databaseProxy.cut();
    await untilHealthy(environment);
    await rm(dead, { recursive: true, force: true });
  },
};
