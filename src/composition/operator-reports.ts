import type { Report } from '../adapters/http/health.ts';
import { makeHealthDetail } from '../adapters/telemetry/health-detail.ts';
import type { Telemetry } from '../adapters/telemetry/telemetry.ts';
import type { Gauges } from '../ports/metrics.ts';
import type { Clock } from '../ports/runtime.ts';

interface Deps {
  readonly watch: Pick<Telemetry, 'exposition' | 'eids'>;
  readonly gauges: Gauges;
  readonly unreadyReason: () => Promise<string | undefined>;
  readonly clock: Clock;
}

/** What the operator's port shows beside whether the process lives and is ready. */
export function operatorReports({ watch, gauges, unreadyReason, clock }: Deps) {
  const detail = makeHealthDetail({ gauges, statuses: watch.eids, unreadyReason, clock });
  return new Map<string, () => Promise<Report>>([
    ['/metrics', watch.exposition],
    [
      '/health/detail',
      async () => ({
        contentType: 'application/json',
        text: `${JSON.stringify(await detail(), undefined, 2)}\n`,
      }),
    ],
  ]);
}
