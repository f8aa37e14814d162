import type { Pool, QueryResultRow } from 'pg';

import { type WebhookEvent, webhookSecretsContext } from '../../../domain/webhook.ts';
import type { WebhookLease, Webhooks } from '../../../ports/events.ts';
import type { Vault } from '../../../ports/vault.ts';
import { writtenEventMacs } from '../row-hmacs.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  sealedEventOf,
  writtenOf,
} from './event-chain-statements.ts';

/** The last sealed position of a tenant, by the index. */
const HEAD = `(select last_position from event_seal where tenant_id = webhook.tenant_id
  order by number desc limit 1)`;
/** The webhook whose pause ended first is leased first. */
const TAKE = `update webhook set lease = lease + 1, next_at = $2
  where (tenant_id, id) = (select tenant_id, id from webhook
    where next_at <= $1 and delivered_position < ${HEAD} order by next_at limit 1 for update skip locked)
  returning tenant_id, id, lease, url, events, secrets, delivered_position, failures, ${HEAD} as head,
    not exists (select 1 from domain
      where domain.tenant_id = webhook.tenant_id and environment <> 'test') as is_test`;
const UNDELIVERED = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position > $2 order by position limit $3`;
const RECORD = `update webhook set delivered_position = $4, failures = 0
  where tenant_id = $1 and id = $2 and lease = $3`;
const RELEASE = `update webhook
  set delivered_position = $4, next_at = $5,
    failures = case when delivered_position < $4 then 0 else failures end
  where tenant_id = $1 and id = $2 and lease = $3`;
const POSTPONE = `update webhook set next_at = $4, failures = failures + 1
  where tenant_id = $1 and id = $2 and lease = $3`;
const BACKLOG = `select tenant_id, id, greatest(coalesce(${HEAD}, 0) - delivered_position, 0)::float8
  as events from webhook order by tenant_id collate "C", id collate "C"`;

interface LeaseRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly lease: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secrets: Buffer;
  readonly delivered_position: string;
  readonly head: string;
  readonly failures: number;
  readonly is_test: boolean;
}

interface BacklogRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly events: number;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** The table `webhook`, with the events of `authentication_event`. */
export function pgWebhooks({ pool, vault }: Deps): Webhooks {
  const macs = writtenEventMacs(vault);
  return {
    async take({ now, leaseUntil }) {
      const { rows } = await run<LeaseRow>('webhook_take', TAKE, [now, leaseUntil]);
      return rows[0] && leaseOf(rows[0], vault);
    },

    async undelivered({ tenantId, deliveredPosition }, limit) {
      const { rows } = await run<EventRow>('webhook_undelivered', UNDELIVERED, [
        tenantId,
        deliveredPosition,
        limit,
      ]);
      return rows.map((row) => ({ ...sealedEventOf(row), ...writtenOf(row, macs) }));
    },

    async recordDelivered(lease, position) {
      const { rowCount } = await run('webhook_record', RECORD, [...keyOf(lease), position]);
      return rowCount === 1;
    },

    async release(lease, { deliveredPosition, now }) {
      await run('webhook_release', RELEASE, [...keyOf(lease), deliveredPosition, now]);
    },

    async postpone(lease, until) {
      await run('webhook_postpone', POSTPONE, [...keyOf(lease), until]);
    },

    async backlog() {
      const { rows } = await pool.query<BacklogRow>(BACKLOG);
      return rows.map(({ tenant_id: tenantId, id, events }) => ({ tenantId, id, events }));
    },
  };

  function run<Row extends QueryResultRow>(name: string, text: string, values: unknown[]) {
    return pool.query<Row>({ name, text, values });
  }
}

function keyOf({ tenantId, id, number }: WebhookLease): unknown[] {
  return [tenantId, id, number];
}

function leaseOf(row: LeaseRow, vault: Vault): WebhookLease {
  const { tenant_id: tenantId, id, url, events, failures } = row;
  return {
    tenantId,
    id,
    url,
    events,
    failures,
    number: Number(row.lease),
    secrets: secretsIn(row, vault),
    isTest: row.is_test,
    deliveredPosition: Number(row.delivered_position),
    head: Number(row.head),
  };
}

function secretsIn({ tenant_id, secrets, ...frame }: LeaseRow, vault: Vault) {
  try {
    const opened: readonly string[] = JSON.parse(
      vault.open(secrets, webhookSecretsContext(tenant_id, frame)),
    );
    return opened;
  } catch {
    return undefined;
  }
}
