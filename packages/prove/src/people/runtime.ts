import type { Recorder } from '../history/recorder.ts';
import type { WorldClients } from '../world/world-clients.ts';
import type { KeyRing } from './key-ring.ts';
import type { PhoneNetwork } from './phone-network.ts';

/** What people and applications have around them. */
export interface Runtime {
  readonly issuer: string;
  readonly clients: WorldClients;
  readonly recorder: Recorder;
  readonly phones: PhoneNetwork;
  readonly keys: KeyRing;
  /** What must stand in no log. */
  readonly canaries: Set<string>;
  /** Waits; at once when everything is to end. */
  pause(ms: number): Promise<void>;
  /** Nobody goes on any more. */
  isOver(): boolean;
}
