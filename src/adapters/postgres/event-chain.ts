import type { ClientBase, Pool } from 'pg';

import { headOf, type Link, NO_HEAD } from '../../domain/event-chain.ts';
import { groupedBy } from '../../domain/grouped-by.ts';
import type { EventChain } from '../../ports/event-chain.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  factsOf,
  type LinkRow,
  linkOf,
  sealedEventOf,
} from './event-chain-rows.ts';
import { inTransaction } from './in-transaction.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const CHAIN_LOCK = 2_026_112_210;

const LOCK = 'select pg_try_advisory_xact_lock($1) as held';
const UNSEALED = `select ${EVENT_COLUMNS} from authentication_event
  where position is null order by authentication_event.sequence limit $1`;
const PLACE = `update authentication_event as event set position = placed.position
  from unnest($1::bigint[], $2::bigint[]) as placed (sequence, position)
  where event.sequence = placed.sequence and event.position is null`;
const ADD = `insert into event_seal
  (tenant_id, number, kind, first_position, last_position, marks, note, key_name, mac, sealed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
/** Goes from tenant to tenant along the index, however many links each has. */
const CHAINED = `with recursive chained as (
    (select tenant_id from event_seal order by tenant_id limit 1)
    union all
    select (select next.tenant_id from event_seal next
      where next.tenant_id > chained.tenant_id order by next.tenant_id limit 1)
    from chained where chained.tenant_id is not null)
  select tenant_id from chained where tenant_id is not null`;
const TENANTS = `select tenant_id from (
    select tenant_id from (${CHAINED}) as chained
    union select tenant_id from authentication_event where position is null
  ) as known order by tenant_id collate "C"`;
const LAST_LINK = `select link.* from unnest($1::text[]) as tenant (id)
  cross join lateral (select * from event_seal where tenant_id = tenant.id
    order by number desc limit 1) as link
  order by link.tenant_id collate "C"`;
const FIRST_LINKS = 'select * from event_seal where tenant_id = $1 order by number limit $2';
const LINKS = `select * from event_seal where tenant_id = $1 and number >= $2
  order by number limit $3`;
const LAST_REMOVAL = `select * from event_seal where tenant_id = $1 and kind = 'removal'
  order by number desc limit 1`;
const SEALED_FROM = `select number from event_seal where tenant_id = $1 and sealed_at >= $2
  order by number limit 1`;
const EVENTS = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position between $2 and $3 order by position, authentication_event.sequence`;
const COUNT_OUTSIDE = `select count(*)::int as count from authentication_event
  where tenant_id = $1 and (position < $2 or position > $3)`;
const COUNT_UNSEALED = `select count(*)::int as count from authentication_event
  where position is null and ($1::text is null or tenant_id = $1)`;
const REMOVE_EVENTS = `delete from authentication_event
  where tenant_id = $1 and position <= $2`;
const REMOVE_LINKS = 'delete from event_seal where tenant_id = $1 and number <= $2';

interface TenantRow {
  readonly tenant_id: string;
}

interface CountRow {
  readonly count: number;
}

/** The chains in the tables `authentication_event` and `event_seal`. */
export function pgEventChain(pool: Pool): EventChain {
  return {
    seal: (limit, make) =>
      alone(pool, async (client) => {
        const { rows } = await client.query<EventRow>(
          named('event_chain_unsealed', UNSEALED, [limit]),
        );
        const byTenant = groupedBy(rows, (row) => row.tenant_id);
        const heads = await headsOf(client, [...byTenant.keys()]);
        const links = [...byTenant].map(([tenantId, events]) =>
          make(tenantId, heads.get(tenantId) ?? NO_HEAD, events.map(factsOf)),
        );
        await place(client, byTenant, links);
        for (const link of links) await add(client, link);
        return rows.length;
      }).then((sealed) => sealed ?? 0),

    remove: ({ begin, until }, { limit, mark }) =>
      alone(pool, async (client) => {
        let gone = 0;
        for (const { tenant_id: tenantId } of (await client.query<TenantRow>(CHAINED)).rows) {
          const first = await linksIn(client, FIRST_LINKS, [tenantId, limit]);
          const old = prefix(first, ({ sealedAt }) => sealedAt < until);
          const [oldest, last] = [old.find(({ kind }) => kind === 'events'), old.at(-1)];
          if (oldest === undefined || last === undefined || oldest.sealedAt >= begin) continue;
          const head = (await headsOf(client, [tenantId])).get(tenantId) ?? NO_HEAD;
          await add(client, mark(tenantId, head, headOf(last)));
          await client.query(REMOVE_EVENTS, [tenantId, last.lastPosition]);
          await client.query(REMOVE_LINKS, [tenantId, last.number]);
          gone += old.length;
        }
        return gone;
      }).then((gone) => gone ?? 0),

    async note(make) {
      const noted = await alone(pool, async (client) => {
        const { rows } = await client.query<TenantRow>(CHAINED);
        const heads = await headsOf(
          client,
          rows.map((row) => row.tenant_id),
        );
        for (const [tenantId, head] of heads) await add(client, make(tenantId, head));
        return heads.size;
      });
      if (noted === undefined) throw new Error('a replica extends the chains of events meanwhile');
      return noted;
    },

    async tenants() {
      return (await pool.query<TenantRow>(TENANTS)).rows.map((row) => row.tenant_id);
    },

    async heads() {
      const { rows } = await pool.query<TenantRow>(CHAINED);
      const tenantIds = rows.map((row) => row.tenant_id);
      const heads = await headsOf(pool, tenantIds);
      return [...heads].map(([tenantId, head]) => ({ tenantId, head }));
    },

    links: (tenantId, from, limit) => linksIn(pool, LINKS, [tenantId, from, limit]),

    async lastRemoval(tenantId) {
      return (await linksIn(pool, LAST_REMOVAL, [tenantId]))[0];
    },

    async sealedFrom(tenantId, moment) {
      const { rows } = await pool.query<{ number: string }>(SEALED_FROM, [tenantId, moment]);
      return rows[0] && Number(rows[0].number);
    },

    async events(tenantId, first, last) {
      const { rows } = await pool.query<EventRow>(EVENTS, [tenantId, first, last]);
      return rows.map(sealedEventOf);
    },

    unsealed: (tenantId) => count(COUNT_UNSEALED, [tenantId]),
    outside: (tenantId, first, last) => count(COUNT_OUTSIDE, [tenantId, first, last]),
  };

  async function count(text: string, values: readonly unknown[]): Promise<number> {
    const { rows } = await pool.query<CountRow>(text, [...values]);
    return rows[0]?.count ?? 0;
  }
}

/** Undefined, and nothing done, while another replica extends the chains. */
function alone<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ held: boolean }>(
      named('event_chain_lock', LOCK, [CHAIN_LOCK]),
    );
    return rows[0]?.held === true ? work(client) : undefined;
  });
}

async function place(
  client: ClientBase,
  byTenant: ReadonlyMap<string, readonly EventRow[]>,
  links: readonly Link[],
): Promise<void> {
  const placed = links.flatMap(({ tenantId, firstPosition }) =>
    (byTenant.get(tenantId) ?? []).map(({ sequence }, index) => [sequence, firstPosition + index]),
  );
  if (placed.length === 0) return;
  const columns = [placed.map(([sequence]) => sequence), placed.map(([, position]) => position)];
  const { rowCount } = await client.query(named('event_chain_place', PLACE, columns));
  if (rowCount !== placed.length) throw new Error('an event went away while it was sealed');
}

async function add(client: ClientBase, link: Link): Promise<void> {
  const { tenantId, number, kind, firstPosition, lastPosition, marks, note } = link;
  const values = [tenantId, number, kind, firstPosition, lastPosition, marks, note];
  await client.query(
    named('event_chain_add', ADD, [...values, link.keyName, link.mac, link.sealedAt]),
  );
}

async function headsOf(client: Pool | ClientBase, tenantIds: readonly string[]) {
  const { rows } = await client.query<LinkRow>(
    named('event_chain_last_link', LAST_LINK, [tenantIds]),
  );
  return new Map(rows.map((row) => [row.tenant_id, headOf(linkOf(row))]));
}

async function linksIn(
  client: Pool | ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<readonly Link[]> {
  return (await client.query<LinkRow>(text, [...values])).rows.map(linkOf);
}

/** What runs each second is prepared once. */
function named(name: string, text: string, values: readonly unknown[]) {
  return { name, text, values: [...values] };
}

function prefix<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !fits(item));
  return end === -1 ? items : items.slice(0, end);
}
