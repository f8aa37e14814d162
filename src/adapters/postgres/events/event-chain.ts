import type { ClientBase, Pool } from 'pg';

import { headOf, type Link, NO_HEAD } from '../../../domain/event-chain.ts';
import { groupedBy } from '../../../domain/grouped-by.ts';
import type { EventChain } from '../../../ports/events.ts';
import type { Vault } from '../../../ports/vault.ts';
import { inTransaction } from '../pool.ts';
import { writtenEventMacs } from '../row-hmacs.ts';
import {
  type EventRow,
  headBefore,
  type LinkRow,
  linkOf,
  linkRowOf,
  sealedEventOf,
  statements,
  type UnsealedRow,
  writtenOf,
} from './event-chain-statements.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const CHAIN_LOCK = 2_026_112_210;
/** `not_null_violation` and `unique_violation`. */
const VIOLATIONS = new Set<unknown>(['23502', '23505']);

/** A statement that is not prepared. */
interface Text {
  readonly text: string;
}

interface TenantRow {
  readonly tenant_id: string;
}

interface HeldRow {
  readonly held: boolean;
}

interface CountRow {
  readonly count: number;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys'>;
}

/** The chains in the tables `authentication_event` and `event_seal`. */
export function pgEventChain({ pool, vault }: Deps): EventChain {
  const macs = writtenEventMacs(vault);
  return {
    async seal(limit, make) {
      const { rows } = await pool.query<UnsealedRow>({ ...statements.unsealed, values: [limit] });
      if (rows.length === 0) return 0;
      const byTenant = groupedBy(rows, (row) => row.tenant_id);
      const links = [...byTenant].map(([tenantId, events]) =>
        make(
          tenantId,
          headBefore(events[0]),
          events.map((event) => writtenOf(event, macs)),
        ),
      );
      return (await extended(pool, byTenant, links)) ? rows.length : undefined;
    },

    remove: ({ begin, until }, { limit, removalLink }) =>
      locked(pool, async (client) => {
        let removed = 0;
        for (const { tenant_id: tenantId } of (await client.query<TenantRow>(statements.chained))
          .rows) {
          const first = await linksIn(client, statements.firstLinks, [tenantId, limit]);
          const old = prefix(first, ({ sealedAt }) => sealedAt < until);
          const [oldest, last] = [old.find(({ kind }) => kind === 'events'), old.at(-1)];
          if (oldest === undefined || last === undefined || oldest.sealedAt >= begin) continue;
          const head = (await headsOf(client, [tenantId])).get(tenantId) ?? NO_HEAD;
          await add(client, removalLink(tenantId, head, headOf(last)));
          await client.query(statements.removeEvents, [tenantId, last.lastPosition]);
          await client.query(statements.removeLinks, [tenantId, last.number]);
          removed += old.length;
        }
        return removed;
      }).then((removed) => removed ?? 0),

    async note(make) {
      const noted = await locked(pool, async (client) => {
        const { rows } = await client.query<TenantRow>(statements.chained);
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
      return (await pool.query<TenantRow>(statements.tenants)).rows.map((row) => row.tenant_id);
    },

    async heads() {
      const { rows } = await pool.query<TenantRow>(statements.chained);
      const tenantIds = rows.map((row) => row.tenant_id);
      const heads = await headsOf(pool, tenantIds);
      return [...heads].map(([tenantId, head]) => ({ tenantId, head }));
    },

    links: (tenantId, from, limit) => linksIn(pool, statements.links, [tenantId, from, limit]),

    async lastRemoval(tenantId) {
      return (await linksIn(pool, statements.lastRemoval, [tenantId]))[0];
    },

    async sealedFrom(tenantId, moment) {
      const { rows } = await pool.query<{ number: string }>(statements.sealedFrom, [
        tenantId,
        moment,
      ]);
      return rows[0] && Number(rows[0].number);
    },

    async events(tenantId, first, last) {
      const { rows } = await pool.query<EventRow>(statements.events, [tenantId, first, last]);
      return rows.map(sealedEventOf);
    },

    unsealed: (tenantId) => count(statements.countUnsealed, [tenantId]),
    outside: (tenantId, first, last) => count(statements.countOutside, [tenantId, first, last]),
  };

  async function count(statement: Text, values: readonly unknown[]): Promise<number> {
    const { rows } = await pool.query<CountRow>(statement, [...values]);
    return rows[0]?.count ?? 0;
  }
}

/** Runs work under the lock of the chains. Undefined, and nothing is done, while another replica has it. */
function locked<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<HeldRow>(statements.lock, [CHAIN_LOCK]);
    return rows[0]?.held === true ? work(client) : undefined;
  });
}

/** False, and nothing is done, when another replica extends the chains, or has just done so. */
async function extended(
  pool: Pool,
  byTenant: ReadonlyMap<string, readonly EventRow[]>,
  links: readonly Link[],
): Promise<boolean> {
  const positions = links.flatMap(({ tenantId, firstPosition }) =>
    (byTenant.get(tenantId) ?? []).map(({ sequence }, index) => ({
      sequence,
      position: firstPosition + index,
    })),
  );
  const values = [
    CHAIN_LOCK,
    positions.map(({ sequence }) => sequence),
    positions.map(({ position }) => position),
    JSON.stringify(links.map(linkRowOf)),
  ];
  try {
    const { rows } = await pool.query<HeldRow>({ ...statements.seal, values });
    return rows[0]?.held === true;
  } catch (error) {
    const { code, table } = Object(error) as { readonly code?: unknown; readonly table?: unknown };
    if (!VIOLATIONS.has(code)) throw error;
    if (table === 'event_seal' || (await haveGrown(pool, links))) return false;
    throw error;
  }
}

/** True when another replica added links after these were made: their positions belong to other events. */
async function haveGrown(pool: Pool, links: readonly Link[]): Promise<boolean> {
  const tenantIds = links.map(({ tenantId }) => tenantId);
  const heads = await headsOf(pool, tenantIds);
  return links.some(({ tenantId, number }) => (heads.get(tenantId)?.number ?? 0) >= number);
}

async function add(client: ClientBase, link: Link): Promise<void> {
  await client.query(statements.add, [JSON.stringify([linkRowOf(link)])]);
}

async function headsOf(client: Pool | ClientBase, tenantIds: readonly string[]) {
  const { rows } = await client.query<LinkRow>(statements.lastLink, [tenantIds]);
  return new Map(rows.map((row) => [row.tenant_id, headOf(linkOf(row))]));
}

async function linksIn(
  client: Pool | ClientBase,
  statement: Text,
  values: readonly unknown[],
): Promise<readonly Link[]> {
  return (await client.query<LinkRow>(statement, [...values])).rows.map(linkOf);
}

function prefix<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !fits(item));
  return end === -1 ? items : items.slice(0, end);
}
