import { daysUntil } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CertificateReading, Readings } from '../../ports/readings.ts';

interface Deps {
  readonly readings: Pick<Readings, 'certificates'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** With so many days left there is a word about it. */
const THRESHOLDS = [30, 14, 7, 1, 0] as const;

/** The last threshold that is reached; undefined while there is time. */
export function urgencyOf(daysLeft: number): (typeof THRESHOLDS)[number] | undefined {
  return THRESHOLDS.findLast((threshold) => daysLeft <= threshold);
}

/**
 * Logs of each certificate, once a threshold, that it expires soon; to be called now and then. A new certificate begins
 * anew. Never rejects.
 */
export function makeWarnOfCertificates({ readings, clock, log }: Deps): () => Promise<void> {
  let told = new Map<string, number>();

  return async function warnOfCertificates() {
    const certificates = await readings.certificates().catch(() => undefined);
    if (certificates === undefined) return;
    const before = told;
    told = new Map();
    for (const certificate of certificates) warnOf(certificate, before);
  };

  function warnOf(certificate: CertificateReading, before: ReadonlyMap<string, number>): void {
    const { tenantId, eid, environment, use, name, expiresAt } = certificate;
    const daysLeft = daysUntil(expiresAt, clock());
    const urgency = urgencyOf(daysLeft);
    if (urgency === undefined) return;
    const key = JSON.stringify([tenantId, eid, environment, use, name, expiresAt]);
    told.set(key, urgency);
    if (before.get(key) === urgency) return;
    log.warn('certificate.expires', { tenantId, eid, environment, use, name, daysLeft });
  }
}
