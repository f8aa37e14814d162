import type { Pool, QueryResultRow } from 'pg';

import type { TenantRecords } from '../../../ports/tenant-records.ts';
import { EVENT_COLUMNS, type EventRow, sealedEventOf } from './event-chain-statements.ts';
import { pgTenantUsage } from './usage-counts.ts';

const EVENTS = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position < $2 order by position desc limit $3`;
const DELIVERY = `select delivered_position, failures, nullif(next_at, '-infinity') as next_at,
    coalesce((select last_position from event_seal where tenant_id = webhook.tenant_id
      order by number desc limit 1), 0) as last_position
  from webhook where tenant_id = $1 and id = $2`;
/** A new lease number makes what a running delivery records without effect. */
const REPLAY = `update webhook
  set delivered_position = least(delivered_position, $3), lease = lease + 1, failures = 0,
    next_at = '-infinity'
  where tenant_id = $1 and id = $2`;

/** Above every position. */
const END = Number.MAX_SAFE_INTEGER;

interface DeliveryRow {
  readonly delivered_position: string;
  readonly last_position: string;
  readonly failures: number;
  readonly next_at: Date | null;
}

/** The tables `authentication_event` and `webhook`, read for administrators. */
export function pgTenantRecords(pool: Pool): TenantRecords {
  return {
    async events(tenantId, before = END, limit) {
      const rows = await run<EventRow>('tenant_events', EVENTS, [tenantId, before, limit]);
      return rows.map(sealedEventOf);
    },

    async delivery(tenantId, webhookId) {
      const [row] = await run<DeliveryRow>('tenant_delivery', DELIVERY, [tenantId, webhookId]);
      if (row === undefined) return undefined;
      return {
        deliveredPosition: Number(row.delivered_position),
        lastPosition: Number(row.last_position),
        failures: row.failures,
        nextAt: row.next_at ?? undefined,
      };
    },

    async replay(tenantId, webhookId, from) {
      const values = [tenantId, webhookId, from - 1];
      const { rowCount } = await pool.query({ name: 'tenant_replay', text: REPLAY, values });
      return rowCount === 1;
    },

    usage: pgTenantUsage(pool),
  };

  async function run<Row extends QueryResultRow>(name: string, text: string, values: unknown[]) {
    return (await pool.query<Row>({ name, text, values })).rows;
  }
}
