import type { Pool, QueryResultRow } from 'pg';

import { type WebhookEvent, webhookSecretsContext } from '../../domain/webhook.ts';
import type { Webhooks, WebhookTurn } from '../../ports/events.ts';
import type { Vault } from '../../ports/vault.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  sealedEventOf,
  writtenOf,
} from './event-chain-statements.ts';
import { eventMarks } from './keyed-hashes.ts';

/** The end of a tenant's chain, found at the end of the index. */
const HEAD = `(select last_position from event_seal where tenant_id = webhook.tenant_id
  order by number desc limit 1)`;
/** Who was left in peace longest comes first. */
const TAKE = `update webhook set turn = turn + 1, next_at = $2
  where (tenant_id, id) = (select tenant_id, id from webhook
    where next_at <= $1 and told < ${HEAD} order by next_at limit 1 for update skip locked)
  returning tenant_id, id, turn, url, events, secrets, told, failures, ${HEAD} as head,
    not exists (select 1 from domain
      where domain.tenant_id = webhook.tenant_id and environment <> 'test') as is_test`;
const BEHIND = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position > $2 order by position limit $3`;
const TOLD = `update webhook set told = $4, failures = 0
  where tenant_id = $1 and id = $2 and turn = $3`;
const RELEASE = `update webhook
  set told = $4, failures = case when told < $4 then 0 else failures end, next_at = $5
  where tenant_id = $1 and id = $2 and turn = $3`;
const POSTPONE = `update webhook set next_at = $4, failures = failures + 1
  where tenant_id = $1 and id = $2 and turn = $3`;
const BACKLOG = `select tenant_id, id, greatest(coalesce(${HEAD}, 0) - told, 0)::float8 as events
  from webhook order by tenant_id collate "C", id collate "C"`;

interface TurnRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly turn: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secrets: Buffer;
  readonly told: string;
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

/** The table `webhook`, behind the events of `authentication_event`. */
export function pgWebhooks({ pool, vault }: Deps): Webhooks {
  const marks = eventMarks(vault);
  return {
    async take({ now, leaseUntil }) {
      const { rows } = await run<TurnRow>('webhook_take', TAKE, [now, leaseUntil]);
      return rows[0] && turnOf(rows[0], vault);
    },

    async behind({ tenantId, told }, limit) {
      const { rows } = await run<EventRow>('webhook_behind', BEHIND, [tenantId, told, limit]);
      return rows.map((row) => ({ ...sealedEventOf(row), ...writtenOf(row, marks) }));
    },

    async told(turn, position) {
      return (await run('webhook_told', TOLD, [...keyOf(turn), position])).rowCount === 1;
    },

    async release(turn, { told, now }) {
      await run('webhook_release', RELEASE, [...keyOf(turn), told, now]);
    },

    async postpone(turn, until) {
      await run('webhook_postpone', POSTPONE, [...keyOf(turn), until]);
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

function keyOf({ tenantId, id, number }: WebhookTurn): unknown[] {
  return [tenantId, id, number];
}

function turnOf(row: TurnRow, vault: Vault): WebhookTurn {
  const { tenant_id: tenantId, id, url, events, failures } = row;
  return {
    ...{ tenantId, id, url, events, failures },
    number: Number(row.turn),
    secrets: secretsIn(row, vault),
    isTest: row.is_test,
    told: Number(row.told),
    head: Number(row.head),
  };
}

function secretsIn({ tenant_id, secrets, ...frame }: TurnRow, vault: Vault) {
  try {
    const opened: readonly string[] = JSON.parse(
      vault.open(secrets, webhookSecretsContext(tenant_id, frame)),
    );
    return opened;
  } catch {
    return undefined;
  }
}
