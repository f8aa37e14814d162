import type { IncomingMessage, ServerResponse } from 'node:http';

import { eventLoopLag, watchOverload } from '../adapters/admission/overload.ts';
import type { EidRegistry } from '../adapters/eid/registry.ts';
import { healthEndpoints, jsonReport, makeUnreadyReason } from '../adapters/http/health.ts';
import { pgPendingCounts } from '../adapters/postgres/events/usage.ts';
import { pendingMigrations } from '../adapters/postgres/schema-version.ts';
import { cacheFor, databaseGauges } from '../adapters/telemetry/gauges.ts';
import { makeHealthDetail } from '../adapters/telemetry/health-detail.ts';
import type { Telemetry } from '../adapters/telemetry/telemetry.ts';
import type { ReadExpiry } from '../management/expiry.ts';
import type { Gauges } from '../ports/metrics.ts';
import type { Clock } from '../ports/runtime.ts';
import type { State } from './open-state.ts';

interface Deps {
  readonly state: Pick<State, 'pool' | 'configurationSource' | 'eventChain' | 'webhooks'>;
  readonly eids: Pick<EidRegistry, 'names' | 'eidOf'>;
  readonly telemetry: Telemetry;
  readonly readExpiry: ReadExpiry;
  readonly isDraining: () => boolean;
  readonly isClockFarOff: (() => boolean) | undefined;
  readonly droppedLogLines: () => number;
  readonly clock: Clock;
}

/** What the operator's port shows of this replica. */
export interface ServiceHealth {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Samples the signs of overload; call it once a second. */
  readonly sampleLoad: () => void;
  close(): void;
}

/** The seconds for which a list of all that expires is kept. */
const EXPIRY_SECONDS = 10 * 60;

/** Composes health, metrics and the overview of the eIDs. */
export function composeHealth(deps: Deps): ServiceHealth {
  const { state, eids, telemetry, isDraining, isClockFarOff, droppedLogLines, clock } = deps;
  const { pool, configurationSource, eventChain, webhooks } = state;
  const lag = eventLoopLag();
  const overload = watchOverload({ longestLag: lag.longest, isPoolFull: pool.isFull });
  const gauges: Gauges = {
    ...databaseGauges({
      pendingCounts: pgPendingCounts(pool),
      unsealedEvents: () => eventChain.unsealed(),
      webhookBacklog: () => webhooks.backlog(),
      eidNames: eids.names,
      eidOf: eids.eidOf,
      clock,
    }),
    certificates: configurationSource.certificates,
    expiry: cacheFor(EXPIRY_SECONDS, clock, deps.readExpiry),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isDraining,
    droppedLogLines,
  };
  telemetry.show(gauges);
  const unreadyReason = makeUnreadyReason({
    isDraining,
    isOverloaded: overload.isOverloaded,
    isClockFarOff,
    pendingMigrations: () => pendingMigrations(pool),
  });
  const detail = makeHealthDetail({ gauges, statuses: telemetry.eids, unreadyReason, clock });
  return {
    handle: healthEndpoints({
      unreadyReason,
      reports: new Map([
        ['/metrics', telemetry.exposition],
        ['/health/detail', async () => jsonReport(await detail())],
      ]),
    }),
    sampleLoad: overload.sample,
    close: lag.close,
  };
}
