import { EVENT_COLUMNS } from './event-chain-rows.ts';

const LINK_COLUMNS = `tenant_id, number, kind, first_position, last_position, marks, note, key_name, mac,
  sealed_at`;

const CHAINED = tenantsOf('event_seal', 'true');
const PLACED = tenantsOf('authentication_event', 'position is not null');

/** The statements of `pgEventChain`, each by what it does. What runs each second is prepared once. */
export const statements = {
  /** Events without a place, each with the head of its tenant's chain. */
  unsealed: {
    name: 'event_chain_unsealed',
    text: `with event as (select ${EVENT_COLUMNS} from authentication_event
        where position is null order by authentication_event.sequence limit $1),
      head as (select tenant.tenant_id, link.*
        from (select distinct tenant_id from event) as tenant
        cross join lateral (select number, last_position, mac from event_seal
          where tenant_id = tenant.tenant_id order by number desc limit 1) as link)
      select event.*, number, last_position, mac from event left join head using (tenant_id)
      order by event.sequence::bigint`,
  },

  /**
   * Events get their places, chains their links: all of it or nothing. Where another replica was faster since these
   * events were read, they have places already, and the links would have no number; or the links are there already.
   */
  seal: {
    name: 'event_chain_seal',
    text: `with lock as materialized (select pg_try_advisory_xact_lock($1) as held),
      placed as (update authentication_event as event set position = place.position
        from lock, unnest($2::bigint[], $3::bigint[]) as place (sequence, position)
        where held and event.sequence = place.sequence and event.position is null
        returning event.sequence),
      known as (select count(*) = cardinality($2::bigint[]) as all from placed),
      added as (insert into event_seal (${LINK_COLUMNS})
        select tenant_id, case when known.all then number end, kind, first_position, last_position,
          marks, note, key_name, mac, sealed_at
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
        union select tenant_id from (${PLACED}) as placed
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

/** Goes from tenant to tenant along the index, however many rows each has. */
function tenantsOf(table: string, which: string): string {
  return `with recursive tenant as (
      (select tenant_id from ${table} where ${which} order by tenant_id limit 1)
      union all
      select (select next.tenant_id from ${table} as next
        where next.tenant_id > tenant.tenant_id and ${which} order by next.tenant_id limit 1)
      from tenant where tenant.tenant_id is not null)
    select tenant_id from tenant where tenant_id is not null`;
}
