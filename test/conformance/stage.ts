import { type ConformanceBroker, startConformanceBroker } from './conformance-broker.ts';
import { type RelyingParty, relyingParty, type Variant } from './relying-party.ts';

/** What the modules of a plan run on. */
export interface Stage {
  readonly broker: ConformanceBroker;
  /** The plan's first application. */
  readonly queueKey: RelyingParty;
}

/** Starts the service and the plan's first application. */
export async function openStage(
  plan: 'basic' | 'hybrid' | 'implicit' | 'logout',
  variant: Variant,
): Promise<Stage> {
  const broker = await startConformanceBroker();
  return { broker, queueKey: await relyingParty(broker, broker.client(plan), variant) };
}
