import type { AnyObjectSchema } from 'yup';

import type { EidEnvironment } from '../../domain/configuration.ts';
import type { EidOffer } from '../../domain/eid-offer.ts';
import type { OpenedEid } from '../../ports/eid.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { OfflineEvidence } from './offline-evidence.ts';

/** The surroundings of an opened eID. */
export interface EidRuntime {
  readonly clock: Clock;
  readonly newId: NewId;
  /** The domains that the settings serve. */
  readonly environment: EidEnvironment;
}

/** One eID adapter, as the rest of the service sees it. */
export interface EidModule<Opened extends OpenedEid = OpenedEid> {
  readonly offer: EidOffer;
  /** Value of `identityscheme`. Variants of one eID may share it. */
  readonly scheme: string;
  /** A tenant's settings for it: PEM texts, not file names. Unknown keys are faults. */
  readonly settings: AnyObjectSchema;
  /**
   * Opens the eID with one tenant's settings.
   * @throws {ValidationError} the settings do not satisfy the schema
   */
  open(settings: unknown, runtime: EidRuntime): Opened;
  /**
   * True when the settings lead to a simulator: such an eID must not serve real people.
   * @throws {ValidationError} the settings do not satisfy the schema
   */
  isSimulated(settings: unknown): boolean;
  /** Verifies its evidence without the service; undefined for an eID without evidence. */
  readonly evidence: OfflineEvidence | undefined;
}
