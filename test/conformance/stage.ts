import { type ConformanceBroker, startConformanceBroker } from './conformance-broker.ts';
import { type RelyingParty, relyingParty, type Variant } from './relying-party.ts';

/** The service and the application for the modules of a plan. */
export interface Stage {
  readonly broker: ConformanceBroker;
  /** The plan's first application. */
  readonly rp: RelyingParty;
}

/** Starts the service and the plan's first application. */
export async function openStage(
  plan: 'basic' | 'hybrid' | 'implicit' | 'logout',
  variant: Variant,
): Promise<Stage> {
  const broker = await startConformanceBroker();
  return { broker, rp: await relyingParty(broker, broker.client(plan), variant) };
}
