import type { AnyObjectSchema } from 'yup';

import type { EidEnvironment } from '../../domain/configuration.ts';
import type { EidOffer } from '../../domain/eid-offer.ts';
import type { Eid, RedirectEid } from '../../ports/eid.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { OfflineEvidence } from './offline-evidence.ts';

/** The surroundings of an opened eID. */
export interface EidRuntime {
  readonly clock: Clock;
  /** The domains that the settings serve. */
  readonly environment: EidEnvironment;
}

/** One eID adapter, as the rest of the service sees it. */
export interface EidModule {
  readonly offer: EidOffer;
  /** A tenant's settings for it: PEM texts, not file names. Unknown keys are faults. */
  readonly settings: AnyObjectSchema;
  /**
   * Opens the eID with one tenant's settings.
   * @throws {ValidationError} the settings do not satisfy the schema
   */
  open(settings: unknown, runtime: EidRuntime): OrderEid;
  /**
   * True when the settings lead to a simulator: such an eID must not serve real people.
   * @throws {ValidationError} the settings do not satisfy the schema
   */
  isSimulated(settings: unknown): boolean;
  /** Verifies its evidence without the service; undefined for an eID without evidence. */
  readonly evidence: OfflineEvidence | undefined;
}

/** The surroundings of an opened redirect eID. */
export interface RedirectRuntime extends EidRuntime {
  readonly newId: NewId;
}

/** The adapter of an eID to which the browser is redirected. */
export interface RedirectEidModule extends Omit<EidModule, 'open'> {
  /**
   * Opens the eID with one tenant's settings, without a call.
   * @throws {ValidationError} the settings do not satisfy the schema
   */
  open(settings: unknown, runtime: RedirectRuntime): RedirectEid;
}
