import { moveToSmallDisk } from '../world/small-disk.ts';
import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const FULL_MS = 8_000;

export const diskFull: FaultScenario = {
  id: 'F8',
  title: 'the disk of PostgreSQL is full',
  expect:
    'what cannot be written is 503; no token without its event; all is well once there is room',
  async inject({ world, signal, note }) {
    const { database, folder } = world;
    const disk = await moveToSmallDisk(database, folder);
    if (disk === undefined) return note('not possible here: no file system can be mounted');
    try {
      await untilHealthy(world);
      await disk.fill();
      await pause(FULL_MS, signal);
      note(database.isRunning ? 'full: PostgreSQL runs' : 'full: PostgreSQL ended');
      await disk.empty();
      // Without room for its log it ends by itself; the operator starts it again.
      await database.start();
      note(`room again: ready after ${await untilHealthy(world)} ms`);
    } finally {
      await disk.empty();
      await disk.leave();
    }
    await untilHealthy(world);
  },
};
