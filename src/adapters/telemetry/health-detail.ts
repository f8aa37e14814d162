import { alarmOf } from '../../domain/expiry.ts';
import { daysUntil } from '../../domain/lifetimes.ts';
import type {
  CertificateReading,
  EidOfTenant,
  EidStatus,
  Gauges,
  Metrics,
} from '../../ports/metrics.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly gauges: Gauges;
  readonly statuses: () => readonly EidStatus[];
  /** The reason why this replica is not ready; undefined when it is. */
  readonly unreadyReason: () => Promise<string | undefined>;
  readonly clock: Clock;
}

/** An overview of this replica for the operator, as JSON. */
export function makeHealthDetail({ gauges, statuses, unreadyReason, clock }: Deps) {
  return async function healthDetail() {
    const certificates = await gauges.certificates().catch(() => []);
    return {
      missing: (await unreadyReason().catch(() => 'database')) ?? null,
      draining: gauges.isDraining(),
      pool: gauges.pool(),
      eids: statuses().map((status) => ({
        ...status,
        lastAnswer: status.lastAnswer ?? null,
        certificates: certificates
          .filter((certificate) => isOf(certificate, status))
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
  return { use, name, expiresAt, daysLeft, urgent: alarmOf(daysLeft) !== undefined };
}

/** Stores the last call of each eID. */
export interface EidStatuses extends Pick<Metrics, 'eidCalled' | 'circuitChanged'> {
  list(): readonly EidStatus[];
}

/** In this process, from its start. */
export function eidStatuses(clock: Clock): EidStatuses {
  const statuses = new Map<string, EidStatus>();

  return {
    eidCalled(call) {
      if (call.outcome === 'answered') note(call, { lastAnswer: clock() });
    },
    circuitChanged: (circuit) => note(circuit, { circuit: circuit.state }),
    list: () => [...statuses.values()],
  };

  function note(
    { tenantId, eid, environment }: EidOfTenant,
    update: Partial<Pick<EidStatus, 'circuit' | 'lastAnswer'>>,
  ): void {
    const key = JSON.stringify([tenantId, eid, environment]);
    const known = statuses.get(key) ?? { circuit: 'closed', lastAnswer: undefined };
    statuses.set(key, { tenantId, eid, environment, ...known, ...update });
  }
}
