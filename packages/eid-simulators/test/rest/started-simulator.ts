import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Pki } from '../../src/bankid/pki/pki.ts';
import { openPki } from '../../src/bankid/pki/pki-files.ts';
import type { RestProfile } from '../../src/rest/rest-profile.ts';
import { type RestSimulator, startRestSimulator } from '../../src/rest/simulator.ts';

/** A simulator with certificates of its own. */
export interface StartedSimulator {
  readonly simulator: RestSimulator;
  readonly pki: Pki;
  /** What went wrong in the simulator itself. */
  readonly bugs: unknown[];
  /** Stops the simulator, and removes its files. */
  close(): Promise<void>;
}

/** Starts a simulator of these profiles on a free port, its clock at the moment until it is advanced. */
export async function startSimulator(
  profiles: readonly RestProfile[],
  at: Date,
): Promise<StartedSimulator> {
  const folder = await mkdtemp(join(tmpdir(), 'rest-simulator-'));
  const pki = await openPki(folder, randomBytes);
  const bugs: unknown[] = [];
  const simulator = await startRestSimulator({
    port: 0,
    pki,
    profiles,
    clock: () => at,
    onBug: (error) => bugs.push(error),
  });
  return {
    simulator,
    pki,
    bugs,
    async close() {
      await simulator.close();
      await rm(folder, { recursive: true });
    },
  };
}
