import type { Database } from '../environment/database.ts';
import { moveToSmallDisk } from '../environment/small-disk.ts';
import { type FaultScenario, NotInjected, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const FULL_MS = 8_000;
/** More than `max_wal_size`. */
const MAX_MEGABYTES = 300;

export const diskFull: FaultScenario = {
  id: 'F8',
  title: 'the disk of PostgreSQL is full',
  expect: 'failed writes give 503; no token without its event; recovery with free space',
  seconds: 11,
  async inject({ environment, signal, note }) {
    const { database, folder } = environment;
    const disk = await moveToSmallDisk(database, folder);
    if (disk === undefined) throw new NotInjected('no file system can be mounted here');
    try {
      await untilHealthy(environment);
      await disk.fill();
      const refused = await fillLog(database);
      await pause(FULL_MS, signal);
      note(`full: ${refused}; PostgreSQL ${database.isRunning ? 'runs' : 'ended'}`);
      await disk.empty();
      // Without space for its log PostgreSQL exits; the operator starts it again.
      await database.start();
      note(`free space: ready after ${await untilHealthy(environment)} ms`);
    } finally {
      await disk.empty();
      await disk.leave();
    }
    await untilHealthy(environment);
  },
};

/** Fills the space reserved for the log, too. Returns the responses in that time. */
async function fillLog({ sql }: Database): Promise<string> {
  try {
    for (let times = 0; times < MAX_MEGABYTES; times += 1) {
      await sql(`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))`);
    }
  } catch (error) {
    return String(error);
  }
  throw new Error('PostgreSQL wrote to a full disk');
}
