import type { LineFault } from '../world/line-fault.ts';
import { shuffle } from './choose.ts';
import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const SHAPES: readonly LineFault[] = [
  { kind: 'stall' },
  { kind: 'bandwidth', bytesPerSecond: 100 },
  { kind: 'half-close', afterBytes: 2_000 },
];
const EACH_MS = 7_000;
/** A call is given up after seconds; then its socket closes. */
const LET_GO_MS = 8_000;
/** At most so many kept-alive connections to one eID a replica. */
const MOST_CONNECTIONS = 64;

export const eidSilent: FaultScenario = {
  id: 'F12',
  title: 'the eID accepts and never answers; answers drip; connections end half-way',
  expect: 'each call is given up after 5 s, its socket closed; logins stay pending',
  seconds: 30,
  async inject({ world, random, signal, note }) {
    for (const fault of shuffle(SHAPES, random)) {
      if (signal.aborted) break;
      const mend = world.eidLine.break({ fault, direction: 'down' });
      await pause(EACH_MS, signal);
      note(`${fault.kind}: ${world.eidLine.connections} connections`);
      mend();
    }
    await pause(LET_GO_MS, signal);
    const { connections } = world.eidLine;
    if (connections > MOST_CONNECTIONS * world.replicas.length) {
      throw new Error(`${connections} connections to the eID are left`);
    }
    await untilHealthy(world);
  },
};
