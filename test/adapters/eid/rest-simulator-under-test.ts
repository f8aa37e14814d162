import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import type { RestProfile } from '@eid-broker/eid-simulators/rest/rest-profile';
import { type RestSimulator, startRestSimulator } from '@eid-broker/eid-simulators/rest/simulator';

/** A simulator at the other end of an adapter, with certificates of its own. */
export interface RestSimulatorUnderTest {
  readonly simulator: RestSimulator;
  readonly pki: Pki;
  readonly clock: () => Date;
  /** The time in which an order must be opened. */
  letStartWindowPass(): Promise<void>;
  /** Stops the simulator, and removes its files. */
  close(): Promise<void>;
}

/** Starts a simulator of one eID on a free port; without a clock its time is fixed until it is advanced. */
export async function startRestSimulatorUnderTest(
  profile: RestProfile,
  clock = () => new Date('2026-01-15T12:00:00.000Z'),
): Promise<RestSimulatorUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'rest-eid-'));
  const pki = await openPki(directory, randomBytes);
  const profiles = [profile];
  const simulator = await startRestSimulator({ port: 0, pki, profiles, clock });
  return {
    simulator,
    pki,
    clock: simulator.clock.now,
    async letStartWindowPass() {
      simulator.clock.advance(121);
    },
    async close() {
      await simulator.close();
      await rm(directory, { recursive: true });
    },
  };
}
