import { daysUntil } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EidOfTenant } from '../../ports/meter.ts';
import type { CertificateReading, Readings } from '../../ports/readings.ts';
import { urgencyOf } from './certificate-warnings.ts';
import type { EidStanding } from './eid-standings.ts';

interface Deps {
  readonly readings: Readings;
  readonly standings: () => readonly EidStanding[];
  /** What keeps this replica from being ready; undefined when nothing does. */
  readonly obstacle: () => Promise<string | undefined>;
  readonly clock: Clock;
}

/** Everything about this replica that an operator may want to see at one glance, as JSON. */
export function makeHealthDetail({ readings, standings, obstacle, clock }: Deps) {
  return async function healthDetail() {
    const certificates = await readings.certificates().catch(() => []);
    return {
      missing: (await obstacle().catch(() => 'database')) ?? null,
      draining: readings.isDraining(),
      pool: readings.pool(),
      eids: standings().map((standing) => ({
        ...standing,
        lastAnswer: standing.lastAnswer ?? null,
        certificates: certificates
          .filter((certificate) => isOf(certificate, standing))
          .map((certificate) => detailOf(certificate, clock())),
      })),
    };
  };
}

function isOf(one: EidOfTenant, other: EidOfTenant): boolean {
  return (
    one.tenantId === other.tenantId &&
    one.eid === other.eid &&
    one.environment === other.environment
  );
}

function detailOf({ use, name, expiresAt }: CertificateReading, now: Date) {
  const daysLeft = daysUntil(expiresAt, now);
  return { use, name, expiresAt, daysLeft, urgent: urgencyOf(daysLeft) !== undefined };
}
