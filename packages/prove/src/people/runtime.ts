import type { Clients } from '../environment/clients.ts';
import type { Recorder } from '../history/recorder.ts';
import type { KeyRing } from './key-ring.ts';
import type { PhoneNetwork } from './phone-network.ts';

/** The dependencies of virtual people and applications. */
export interface Runtime {
  readonly issuer: string;
  readonly clients: Clients;
  readonly recorder: Recorder;
  readonly phones: PhoneNetwork;
  /** The port of the eID with pages of its own. */
  readonly pagesPort: number;
  readonly keys: KeyRing;
  /** Values that must not be in any log. */
  readonly canaries: Set<string>;
  /** Resolves after this time, or at once at the end of the run. */
  pause(ms: number): Promise<void>;
  /** Whether the run has ended. */
  isOver(): boolean;
}
