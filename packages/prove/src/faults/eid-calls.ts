import type { FaultOrder } from '@eid-broker/testing/simulator-faults';

import type { Environment } from '../environment/environment.ts';
import type { PagesFault } from '../environment/simulator-process.ts';
import { type Injection, pause } from './fault.ts';

/** Spoils up to `times` responses of the eID within this time. Returns the number of spoiled ones. */
export async function spoilAnswers(
  { environment: { simulator }, signal }: Injection,
  fault: FaultOrder & { readonly times: number },
  ms: number,
): Promise<number> {
  await simulator.orderFault(fault);
  await pause(ms, signal);
  return fault.times - (await simulator.takeBackFaults());
}

/** Spoils responses of the eID with pages of its own during the work. Returns the number of spoiled ones. */
export async function spoilPages(
  { environment: { simulator } }: Pick<Injection, 'environment'>,
  faults: readonly PagesFault[],
  work: () => Promise<void>,
): Promise<number> {
  for (const fault of faults) await simulator.orderPagesFault(fault);
  const ordered = faults.reduce((sum, { times }) => sum + times, 0);
  await work();
  return ordered - (await simulator.takeBackPagesFaults());
}

/** The total number of calls to BankID. */
export async function callsOf({ simulator }: Environment): Promise<number> {
  const { calls } = await simulator.statistics();
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
