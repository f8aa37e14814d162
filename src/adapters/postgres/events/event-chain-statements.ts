import { createHash } from 'node:crypto';

import {
  type EventFacts,
  type Head,
  type Link,
  type LinkKind,
  NO_HEAD,
  type SealedEvent,
  type WrittenEvent,
} from '../../../domain/event-chain.ts';
import { MANAGEMENT } from '../../../domain/management-event.ts';
import type { SupportCode } from '../../../domain/support-code.ts';
import type { WrittenEventMacs } from '../row-hmacs.ts';

/** The columns of an event, with the names of `EventRow`. */
export const EVENT_COLUMNS = `sequence::text as sequence, authentication_id, tenant_id, issuer, client_id, channel, kind,
  acr, outcome, hint, address_from, support_code, position, event_mac, document,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;

/** An event as the database returns it: its moment as text, which loses nothing. */
export interface EventRow {
  readonly sequence: string;
  readonly authentication_id: string;
  readonly tenant_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly channel: string;
  readonly kind: string;
  readonly acr: string;
  readonly outcome: string;
  readonly hint: string | null;
  readonly support_code: SupportCode | null;
  readonly address_from: string | null;
  readonly position: string | null;
  readonly at: string;
  readonly event_mac: Buffer;
  /** Of an event of management. */
  readonly document: string | null;
}

/** A link as the database returns it; bigints come as text. */
export interface LinkRow {
  readonly tenant_id: string;
  readonly number: string;
  readonly kind: LinkKind;
  readonly first_position: string;
  readonly last_position: string;
  readonly event_macs: readonly Buffer[];
  readonly note: string | null;
  readonly key_name: string;
  readonly link_mac: Buffer;
  readonly sealed_at: Date;
}

/** An event without a position, and the last link of its tenant, which may have none. */
export interface UnsealedRow extends EventRow {
  readonly number: string | null;
  readonly last_position: string | null;
  readonly link_mac: Buffer | null;
}

/** The content of an event. That of management has the hash of its document in place of a hint code. */
export function factsOf(row: EventRow): EventFacts {
  const { sequence, issuer, channel, kind, acr, outcome, at } = row;
  return {
    sequence,
    issuer,
    channel,
    kind,
    acr,
    outcome,
    at,
    authenticationId: row.authentication_id,
    clientId: row.client_id,
    hintCode: channel === MANAGEMENT ? documentHash(row.document) : (row.hint ?? undefined),
    supportCode: row.support_code ?? undefined,
    addressFrom: row.address_from ?? undefined,
  };
}

/** SHA-256; of an empty text when the document is missing. */
export function documentHash(document: string | null): string {
  return createHash('sha256')
    .update(document ?? '')
    .digest('base64url');
}

/** The content of an event, and whether the service wrote it. */
export function writtenOf(row: EventRow, macs: WrittenEventMacs): WrittenEvent {
  const facts = factsOf(row);
  return { facts, isGenuine: macs.isGenuine(row.tenant_id, facts, row.event_mac) };
}

/** The current head of an unsealed event's chain. */
export function headBefore(row: UnsealedRow | undefined): Head {
  const { number = null, last_position: position, link_mac: mac = null } = row ?? {};
  if (number === null || mac === null) return NO_HEAD;
  return { number: Number(number), position: Number(position), mac: mac.toString('base64url') };
}

/** An event with its position. */
export function sealedEventOf(row: EventRow): SealedEvent {
  return { position: Number(row.position), facts: factsOf(row) };
}

/** Reads a link. */
export function linkOf(row: LinkRow): Link {
  return {
    tenantId: row.tenant_id,
    number: Number(row.number),
    kind: row.kind,
    firstPosition: Number(row.first_position),
    lastPosition: Number(row.last_position),
    eventMacs: row.event_macs.map((eventMac) => eventMac.toString('base64url')),
    note: row.note ?? undefined,
    keyName: row.key_name,
    mac: row.link_mac.toString('base64url'),
    sealedAt: row.sealed_at,
  };
}

/** A link as JSON, in which PostgreSQL reads bytes as hexadecimal digits. */
export function linkRowOf(link: Link): Record<keyof LinkRow, unknown> {
  return {
    tenant_id: link.tenantId,
    number: link.number,
    kind: link.kind,
    first_position: link.firstPosition,
    last_position: link.lastPosition,
    event_macs: link.eventMacs.map(byteaOf),
    note: link.note,
    key_name: link.keyName,
    link_mac: byteaOf(link.mac),
    sealed_at: link.sealedAt,
  };
}

function byteaOf(base64url: string): string {
  return `\\x${Buffer.from(base64url, 'base64url').toString('hex')}`;
}

const LINK_COLUMNS = `tenant_id, number, kind, first_position, last_position, event_macs, note, key_name, link_mac,
  sealed_at`;

const CHAINED = tenantsOf('event_seal', 'true');
const POSITIONED = tenantsOf('authentication_event', 'position is not null');

/** The statements of `pgEventChain`. Those that run every second are prepared. */
export const statements = {
  /** Events without a position, each with the head of its tenant's chain. */
  unsealed: {
    name: 'event_chain_unsealed',
    text: `with event as (select ${EVENT_COLUMNS} from authentication_event
        where position is null order by authentication_event.sequence limit $1),
      head as (select tenant.tenant_id, link.*
        from (select distinct tenant_id from event) as tenant
        cross join lateral (select number, last_position, link_mac from event_seal
          where tenant_id = tenant.tenant_id order by number desc limit 1) as link)
      select event.*, number, last_position, link_mac from event left join head using (tenant_id)
      order by event.sequence::bigint`,
  },

  /**
   * Events get their positions, and chains their links, all or nothing. If another replica sealed the events after they
   * were read, the links get no number and violate a constraint, or the links exist already.
   */
  seal: {
    name: 'event_chain_seal',
    text: `with lock as materialized (select pg_try_advisory_xact_lock($1) as held),
      positioned as (update authentication_event as event set position = given.position
        from lock, unnest($2::bigint[], $3::bigint[]) as given (sequence, position)
        where held and event.sequence = given.sequence and event.position is null
        returning event.sequence),
      known as (select count(*) = cardinality($2::bigint[]) as all from positioned),
      added as (insert into event_seal (${LINK_COLUMNS})
        select tenant_id, case when known.all then number end, kind, first_position, last_position,
          event_macs, note, key_name, link_mac, sealed_at
        from lock, known, json_populate_recordset(null::event_seal, $4) where held)
      select held from lock`,
  },

  lock: { text: 'select pg_try_advisory_xact_lock($1) as held' },

  add: {
    text: `insert into event_seal (${LINK_COLUMNS})
      select ${LINK_COLUMNS} from json_populate_recordset(null::event_seal, $1)`,
  },

  chained: { text: CHAINED },

  tenants: {
    text: `select tenant_id from (
        select tenant_id from (${CHAINED}) as chained
        union select tenant_id from (${POSITIONED}) as positioned
        union select tenant_id from authentication_event where position is null
      ) as known order by tenant_id collate "C"`,
  },

  lastLink: {
    text: `select link.* from unnest($1::text[]) as tenant (id)
      cross join lateral (select * from event_seal where tenant_id = tenant.id
        order by number desc limit 1) as link
      order by link.tenant_id collate "C"`,
  },

  firstLinks: {
    text: 'select * from event_seal where tenant_id = $1 order by number limit $2',
  },

  links: {
    text: 'select * from event_seal where tenant_id = $1 and number >= $2 order by number limit $3',
  },

  lastRemoval: {
    text: `select * from event_seal where tenant_id = $1 and kind = 'removal'
      order by number desc limit 1`,
  },

  sealedFrom: {
    text: `select number from event_seal where tenant_id = $1 and sealed_at >= $2
      order by number limit 1`,
  },

  events: {
    text: `select ${EVENT_COLUMNS} from authentication_event
      where tenant_id = $1 and position between $2 and $3
      order by position, authentication_event.sequence`,
  },

  countOutside: {
    text: `select count(*)::int as count from authentication_event
      where tenant_id = $1 and (position < $2 or position > $3)`,
  },

  countUnsealed: {
    text: `select count(*)::int as count from authentication_event
      where position is null and ($1::text is null or tenant_id = $1)`,
  },

  removeEvents: {
    text: 'delete from authentication_event where tenant_id = $1 and position <= $2',
  },

  removeLinks: { text: 'delete from event_seal where tenant_id = $1 and number <= $2' },
} as const;

/** Reads one row a tenant from the index (a loose index scan). */
function tenantsOf(table: string, condition: string): string {
  return `with recursive tenant as (
      (select tenant_id from ${table} where ${condition} order by tenant_id limit 1)
      union all
      select (select next.tenant_id from ${table} as next
        where next.tenant_id > tenant.tenant_id and ${condition} order by next.tenant_id limit 1)
      from tenant where tenant.tenant_id is not null)
    select tenant_id from tenant where tenant_id is not null`;
}
