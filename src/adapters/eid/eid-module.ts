import type { AnyObjectSchema } from 'yup';

import type { EidEnvironment } from '../../domain/configuration.ts';
import type { EidOffer } from '../../domain/eid-offer.ts';
import type {
  GivenCertificate,
  InspectedCertificate,
  OpenedEid,
  SettingFault,
} from '../../ports/eid.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { OfflineEvidence } from './offline-evidence.ts';

/** The surroundings of an opened eID. */
export interface EidRuntime {
  readonly clock: Clock;
  readonly newId: NewId;
  /** The domains that the settings serve. */
  readonly environment: EidEnvironment;
}

/** The checks of a client certificate before it is stored. */
export interface CertificateChecks {
  /** The faults of settings that satisfy the schema, beside the schema's. Paths begin at the settings. */
  faults(settings: unknown, use: CertificateMoment): readonly SettingFault[];
  /** What a certificate is that may be put into the settings; undefined: there are none yet. */
  inspect(
    certificate: GivenCertificate,
    settings: unknown,
    use: CertificateMoment,
  ): Promise<InspectedCertificate>;
}

/** When a certificate is checked, and for which domains. */
export interface CertificateMoment {
  readonly now: Date;
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
  /** Checks our client certificate; absent for an eID without one. */
  readonly certificateChecks?: CertificateChecks;
  /** Verifies its evidence without the service; undefined for an eID without evidence. */
  readonly evidence: OfflineEvidence | undefined;
}
