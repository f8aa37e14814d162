import type { Statement } from '../pool.ts';
import { COLUMN_NAMES, COLUMNS, EVENT_COLUMNS } from './authentication-columns.ts';
import { appendSteps, setSteps, timelineKey } from './timeline-statements.ts';

/**
 * Consumes the result of the attempt $1, at $2, unless it is consumed. $3 are the MACs of an unconsumed result, one for
 * each key. The MAC is removed with it, so that clearing the timestamp alone does not make the result usable again.
 */
export const CONSUME_RESULT = `update authentication set result_consumed_at = $2, unconsumed_mac = null
  where id = $1 and state = 'identified' and result_consumed_at is null and unconsumed_mac = any ($3::bytea[])`;

/**
 * True for pending attempts: a constraint of the table ensures that only they have no `settled_at`. The condition
 * `state = 'pending'` would match an index, which the planner then reads whole when its statistics are old.
 */
export const PENDING = 'authentication.settled_at is null';

/** The attempt of a poll. */
const OF_POLLER = 'id = $1 and issuer = $2 and client_id = $3 and channel = $4';
/** It is pending, and not expired at $5. */
const ACTIVE = `(${PENDING} and expires_at > $5)`;
/** It is active, and its last recorded poll was at $6 or before. */
const IN_PACE = `(${ACTIVE} and (polled_at is null or polled_at <= $6))`;

/** The outcome in the event of a settled attempt. */
const SETTLED = {
  outcome: `case state when 'identified' then 'identified' else why end`,
  hint: `case state when 'ended' then hint end`,
  at: 'settled_at',
};
/** The outcome of an attempt that a session answered. Its identity is older, so the event has the time of the attempt. */
const REMEMBERED = { outcome: "'remembered'", hint: 'null', at: 'created_at' };

/** The columns of all new attempts, $1 to $18; those of their state follow. */
const NEW_COLUMNS = `id, tenant_id, issuer, client_id, channel, login_id, acr, kind, request, scope, id_token,
  address_from, device, created_at, expires_at, unconsumed_mac, person, support_code`;
const NEW_VALUES = Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ');
/** An attempt of the login $6 has identified a person after $14. */
const IDENTIFIED_MEANWHILE = `select from authentication
  where login_id = $6 and state = 'identified' and settled_at > $14`;

/** The statements of `pgAuthentications`. */
export const statements = {
  begin: {
    name: 'authentication_begin',
    text: `with created as (insert into authentication
        (${NEW_COLUMNS}, state, stage, hint, eid_order, collect_after)
        select ${NEW_VALUES}, 'pending', $19, $20, $21, $22 where not exists (${IDENTIFIED_MEANWHILE})
        on conflict (login_id) where state = 'pending' do nothing returning ${EVENT_COLUMNS}),
      timeline as (${timelineOf('created', '$23', 'null')})
      select from created`,
  },

  createIdentified: {
    name: 'authentication_create_identified',
    text: `with created as (insert into authentication
        (${NEW_COLUMNS}, state, identity, settled_at, collect_after)
        values (${NEW_VALUES}, 'identified', $19, $20, $20) returning ${EVENT_COLUMNS}, $21::bytea as event_mac),
      timeline as (${timelineOf('created', '$22', "'remembered'")})
      ${eventOf('created', REMEMBERED)}`,
  },

  discard: {
    name: 'authentication_discard',
    text: `delete from authentication
      where id = $1 and ${PENDING} and eid_order is null`,
  },

  find: {
    name: 'authentication_find',
    text: `select ${COLUMNS} from authentication where id = $1`,
  },

  findLatest: {
    name: 'authentication_find_latest',
    text: `select ${COLUMNS} from authentication where login_id = $1
      order by sequence desc limit 1`,
  },

  /**
   * Only an attempt whose poll may be recorded is locked, so no other poll writes. Parallel polls wait for the lock: each
   * then sees the recorded poll and the outcome of the one before it.
   */
  poll: {
    name: 'authentication_poll',
    text: `with found as (select ${COLUMNS}, lease, ${ACTIVE} as active, ${IN_PACE} as in_pace,
          ${IN_PACE} and collect_after <= $5 as due
        from authentication
        where id = (select id from authentication where ${OF_POLLER} and ${IN_PACE}) for update),
      recorded as (update authentication set polled_at = $5,
          collect_after = case when due then $7 else authentication.collect_after end,
          lease = case when due then authentication.lease + 1 else authentication.lease end
        from found where authentication.id = found.id and in_pace)
      select ${COLUMN_NAMES}, active and not in_pace as too_soon, case when due then lease + 1 end as lease
        from found
      union all select ${COLUMNS}, ${ACTIVE}, null from authentication
        where ${OF_POLLER} and not ${IN_PACE}`,
  },

  acquireLease: {
    name: 'authentication_acquire_lease',
    text: `update authentication set collect_after = $3, lease = lease + 1
      where id = $1 and ${PENDING} and collect_after <= $2 returning lease, ${COLUMNS}`,
  },

  recordPending: {
    name: 'authentication_record_pending',
    text: `with recorded as (update authentication
        set stage = $3, hint = $4, collect_after = $6,
          eid_order = case when $7::boolean then null else coalesce($5, eid_order) end
        where id = $1 and lease = $2 and ${PENDING} returning returned, id, login_id),
      step as (${appendSteps('recorded', '$8::jsonb', { when: '$8::jsonb is not null' })})
      select returned from recorded`,
  },

  recordOutcome: {
    name: 'authentication_record_outcome',
    text: `with settled as (update authentication
        set state = $2, settled_at = $3, why = $4, hint = $5, identity = $6, eid_order = null,
          person = coalesce($8, person)
        where id = $1 and ${PENDING} and (lease = $7 or $2 = 'identified')
        returning returned, ${EVENT_COLUMNS}, $9::bytea as event_mac),
      event as (${eventOf('settled')}),
      step as (${outcomeOf('settled', '$10::jsonb')})
      select returned from settled`,
  },

  abandon: {
    name: 'authentication_abandon',
    text: `with before as
      (select ${COLUMNS} from authentication where id = $1 and ${PENDING} for update),
      ended as (update authentication
        set state = 'ended', settled_at = $2, why = $3, hint = $4, eid_order = null
        from before where authentication.id = before.id returning ${EVENT_COLUMNS}, $5::bytea as event_mac),
      event as (${eventOf('ended')}),
      step as (${outcomeOf('ended', '$6::jsonb')})
      select ${COLUMN_NAMES} from before`,
  },

  findPending: {
    name: 'authentication_find_pending',
    text: `select ${COLUMNS} from authentication
      where expires_at > $1 and expires_at <= $2 and ${PENDING} limit $3`,
  },

  findPendingOf: {
    name: 'authentication_find_pending_of',
    text: `select ${COLUMNS} from authentication
      where person = any ($1) and tenant_id = $2 and expires_at > $3 and id <> $4 and ${PENDING}
      order by sequence desc limit 1`,
  },

  findExpired: {
    name: 'authentication_find_expired',
    text: `select ${COLUMNS} from authentication
      where expires_at < $1 and ${PENDING} limit $2`,
  },

  /** Ends each pending attempt of $1, at its moment of $2, with the ending $4; $3 are the MACs of the events, $5 the steps. */
  endPending: {
    name: 'authentication_end_pending',
    text: `with given as (select * from unnest($1::text[], $2::timestamptz[], $3::bytea[], $5::text[])
        as given (id, ended_at, event_mac, steps)),
      before as (select ${COLUMNS}, given.ended_at, given.event_mac, given.steps as ended_steps from authentication
        join given on given.id = authentication.id
        where ${PENDING} for update of authentication skip locked),
      ended as (update authentication
        set state = 'ended', settled_at = before.ended_at, why = $4, hint = null, eid_order = null
        from before where authentication.id = before.id
        returning ${EVENT_COLUMNS}, before.event_mac, before.ended_steps),
      event as (${eventOf('ended')}),
      step as (${outcomeOf('ended', 'ended.ended_steps::jsonb')})
      select ${COLUMN_NAMES} from before`,
  },

  takeReturn: {
    name: 'authentication_take_return',
    text: `with taken as (update authentication set returned = $4, collect_after = $3, lease = lease + 1
        where id = $1 and ${PENDING} and returned is null and expires_at > $2 returning lease, ${COLUMNS}),
      step as (${appendSteps('taken', '$5::jsonb')})
      select lease, ${COLUMN_NAMES} from taken`,
  },

  recordReturn: {
    name: 'authentication_record_return',
    text: `with recorded as (update authentication set returned = $2
        where id = $1 and returned is null returning id, login_id),
      step as (${appendSteps('recorded', '$3::jsonb')})
      select from recorded`,
  },

  consumeEnding: {
    name: 'authentication_consume_ending',
    text: `update authentication set result_consumed_at = $2
      where id = $1 and state = 'ended' and result_consumed_at is null`,
  },

  consumeResult: {
    name: 'authentication_consume_result',
    text: `${CONSUME_RESULT} returning ${COLUMNS}`,
  },

  purge: {
    name: 'authentication_purge',
    text: deleting("expires_at < $1 and state <> 'pending'"),
  },

  /** Consumed attempts are searched among the expired ones: most of these are consumed. */
  forgetUsed: {
    name: 'authentication_forget_used',
    text: deleting('expires_at < $1 and result_consumed_at < $3'),
  },

  erase: { name: 'authentication_erase', text: deleting('id = any ($1)') },
} as const satisfies Readonly<Record<string, Statement>>;

/** Deletes at most $2 attempts that have their event: none of them is pending. */
function deleting(condition: string): string {
  return `delete from authentication where ctid = any(array
    (select ctid from authentication where ${condition} limit $2 for update skip locked))`;
}

/** Writes the event of each row of a `with` query with `EVENT_COLUMNS` and the MAC. An attempt has one event: the first stays. */
function eventOf(source: string, { outcome, hint, at } = SETTLED): string {
  return `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
      outcome, hint, address_from, at, event_mac, support_code)
    select id, tenant_id, issuer, client_id, channel, kind, acr, ${outcome}, ${hint}, address_from, ${at}, event_mac,
      support_code
    from ${source} on conflict (authentication_id) do nothing`;
}

/**
 * Begins the timeline of each new attempt of a `with` query, or continues that of its login, with an array of steps. A code
 * that another login has fails the statement.
 */
function timelineOf(source: string, steps: string, outcome: string): string {
  return `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, began_at, steps)
    select ${timelineKey(source)}, tenant_id, support_code, issuer, client_id, channel, acr, ${outcome}, created_at,
      ${steps}::jsonb
    from ${source} where support_code is not null
    on conflict (login_key) do update set ${setSteps('excluded.steps', { set: ['outcome = excluded.outcome'] })}`;
}

/** Appends the step of an outcome to the timeline of each settled attempt of a `with` query. */
function outcomeOf(source: string, steps: string): string {
  return appendSteps(source, steps, { room: 'outcome', set: [`outcome = ${SETTLED.outcome}`] });
}
