import type { Effect, FaultyEndpoint } from '@eid-broker/eid-simulators/bankid/rp-api/faults';

/** A fault as the simulator's control API accepts it. */
export interface FaultOrder {
  readonly endpoint: FaultyEndpoint;
  readonly times?: number;
  readonly phase?: 'before' | 'after';
  readonly when?: 'pending' | 'complete' | 'failed';
  readonly effect: Effect;
}

interface Stage {
  readonly simulator: { readonly phoneUrl: string };
}

/** No response. */
export const hang: Effect = { kind: 'hang' };

/** The connection breaks. */
export const reset: Effect = { kind: 'reset' };

/** An error of BankID. */
export function error(status: number, errorCode: string): Effect {
  return { kind: 'error', status, errorCode };
}

/** Any other response. */
export function anyBody(status: number, body: string, contentType = 'application/json'): Effect {
  return { kind: 'body', status, body, contentType };
}

/** Applies a fault to the next calls of BankID's endpoint. */
export async function orderFault(broker: Stage, fault: FaultOrder): Promise<void> {
  await faults(broker, 'POST', fault);
}

/** Removes the faults that have not occurred; a stopped simulator has none. */
export async function takeBackFaults(broker: Stage): Promise<void> {
  await faults(broker, 'DELETE').catch((error: Error) => {
    if (error.message !== 'fetch failed') throw error;
  });
}

async function faults(broker: Stage, method: string, body?: object): Promise<void> {
  const answer = await fetch(`${broker.simulator.phoneUrl}/api/faults`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`faults: ${answer.status} ${await answer.text()}`);
}
