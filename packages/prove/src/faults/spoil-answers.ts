import type { FaultOrder } from '@eid-broker/testing/faults';
import type { Injection } from './fault.ts';
import { pause } from './pause.ts';

/** The eID's next answers are spoiled, so many of them and for so long at most. Answers how many were. */
export async function spoilAnswers(
  { world: { simulator }, signal }: Injection,
  fault: FaultOrder & { readonly times: number },
  ms: number,
): Promise<number> {
  await simulator.orderFault(fault);
  await pause(ms, signal);
  return fault.times - (await simulator.takeBackFaults());
}
