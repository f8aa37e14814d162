import type { Pool, QueryResultRow } from 'pg';

import { isOtherRefusal } from '../../../domain/other-refusals.ts';
import type {
  LoginTimelines,
  NotedLogin,
  RefusedRequest,
  TimelineNote,
} from '../../../ports/login-timelines.ts';
import type { Statement } from '../pool.ts';
import { hashOf } from './artifacts.ts';
import { noteOtherRefusals } from './note-other-refusals.ts';
import { type ListedRow, listIn, listQuery } from './timeline-list.ts';
import { COLUMNS, type TimelineRow, timelineOf } from './timeline-row.ts';
import { KEYED_NOTES, LIMITS, NAMED_KEY, NAMES } from './timeline-statements.ts';
import { lookupHash } from './timeline-steps.ts';

const FIND: Statement = {
  name: 'timeline_find',
  text: `select ${COLUMNS} from login_timeline where tenant_id = $1 and code = $2`,
};

const OF_LOGIN: Statement = {
  name: 'timeline_of_login',
  text: `select ${COLUMNS} from login_timeline where login_key = $2 and tenant_id = $1`,
};

const FIND_IN_ALL: Statement = {
  name: 'timeline_find_in_all',
  text: `select ${COLUMNS} from login_timeline where tenant_id in (select id from tenant) and code = $1`,
};

const FIND_SHARED: Statement = {
  name: 'timeline_find_shared',
  text: `select ${COLUMNS} from login_timeline_link link
    join login_timeline on login_timeline.tenant_id = link.tenant_id and login_timeline.code = link.code
    where token_hash = $1 and expires_at > $2`,
};

const SHARE: Statement = {
  name: 'timeline_share',
  text: `insert into login_timeline_link (token_hash, tenant_id, code, expires_at) values ($1, $2, $3, $4)`,
};

/** An error that the application got ends the login, whether the eID began or not. */
const OUTCOME = `outcome = case when grouped.told and coalesce(login_timeline.outcome, 'identified') in ('identified', 'remembered')
  then 'refused' else login_timeline.outcome end`;

/**
 * Each note finds its login by the first of its names. A row that another statement holds is skipped, so this statement
 * waits for none, and none waits in a circle. Steps of an outcome come first where room is short.
 */
const NOTE: Statement = {
  name: 'timeline_note',
  text: `with ${KEYED_NOTES},
      free as (select login_key, jsonb_array_length(steps) as used from login_timeline
        where login_key in (select key from keyed) for update skip locked),
      placed as (select keyed.*, case room when 'outcome' then ${LIMITS.outcome} else ${LIMITS.way} end
          >= free.used + row_number() over (partition by key, tenant_id order by (room = 'way'), n) as fits
        from keyed join free on free.login_key = keyed.key),
      grouped as (select key, tenant_id, coalesce(jsonb_agg(step order by n) filter (where fits), '[]') as steps,
          count(*) filter (where not fits)::integer as left_out,
          (array_agg(error order by n desc) filter (where error is not null))[1] as error, bool_or(told) as told
        from placed group by key, tenant_id),
      written as (update login_timeline set steps = login_timeline.steps || grouped.steps,
          left_out = login_timeline.left_out + grouped.left_out,
          error = coalesce(grouped.error, login_timeline.error), ${OUTCOME}
        from grouped
        where login_timeline.login_key = grouped.key and login_timeline.tenant_id = grouped.tenant_id)
    select n from keyed join login_timeline as held on held.login_key = keyed.key
      where not exists (select from free where free.login_key = keyed.key)`,
};

const REFUSED: Statement = {
  name: 'timeline_refused',
  text: `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, error, began_at,
      state_hash, reference_hash, steps, login_code)
    select given.tenant_id || ' ' || given.code, given.tenant_id, given.code, given.issuer,
      coalesce(given.client_id, named.client_id), coalesce(named.channel, given.channel),
      coalesce(given.acr, named.acr), 'refused', given.error, given.began_at, given.state_hash, given.reference_hash,
      given.steps, named.code
    from (select given.*, ${NAMED_KEY} as key
      from jsonb_to_recordset($1::jsonb) as given (tenant_id text, code text, issuer text, client_id text, channel text,
        acr text, error text, began_at timestamptz, state_hash bigint, reference_hash bigint, steps jsonb, ${NAMES})
      ) as given
    left join login_timeline as named on named.login_key = given.key and named.tenant_id = given.tenant_id
    on conflict do nothing`,
};

/** Tenants are few, so each is searched by the index of lists; there is no index of the moments alone. */
const PURGE: Statement = {
  name: 'timeline_purge',
  text: `with recursive tenants as (
      (select tenant_id as id from login_timeline order by tenant_id limit 1)
      union all select (select tenant_id from login_timeline where tenant_id > tenants.id order by tenant_id limit 1)
        from tenants where tenants.id is not null),
    links as (delete from login_timeline_link where expires_at < $2)
    delete from login_timeline where ctid = any(array(
      select old.ctid from tenants cross join lateral (select ctid from login_timeline
        where tenant_id = tenants.id and began_at < $1 order by began_at limit $3 for update skip locked) as old limit $3))`,
};

/** The timelines in Postgres. */
export function pgLoginTimelines(pool: Pool): LoginTimelines {
  return {
    async find(tenantId, code) {
      return (await run<TimelineRow>(FIND, [tenantId, code])).rows.map(timelineOf)[0];
    },

    async ofLogin(tenantId, loginId) {
      return (await run<TimelineRow>(OF_LOGIN, [tenantId, loginId])).rows.map(timelineOf)[0];
    },

    async findInAllTenants(code) {
      return (await run<TimelineRow>(FIND_IN_ALL, [code])).rows.map(timelineOf);
    },

    async list(tenantId, filter, page) {
      const { text, values } = listQuery(tenantId, filter, page);
      const { rows } = await pool.query<ListedRow>(text, values);
      return listIn(rows, page);
    },

    async note(notes) {
      const held = await noteOthers(notes);
      const own = notes.filter(({ step }) => !isOtherRefusal(step));
      if (own.length === 0) return held;
      const { rows } = await run<{ n: number }>(NOTE, [JSON.stringify(own.map(noteJson))]);
      return [...held, ...rows.flatMap(({ n }) => own[n] ?? [])];
    },

    async refused(requests) {
      if (requests.length === 0) return;
      await run(REFUSED, [JSON.stringify(requests.map(refusedJson))]);
    },

    async share({ token, tenantId, code, expiresAt }) {
      await run(SHARE, [hashOf(token), tenantId, code, expiresAt]);
    },

    async findShared(token, now) {
      return (await run<TimelineRow>(FIND_SHARED, [hashOf(token), now])).rows.map(timelineOf)[0];
    },

    async purge({ began, expired }, limit) {
      return (await run(PURGE, [began, expired, limit])).rowCount ?? 0;
    },
  };

  async function noteOthers(notes: readonly TimelineNote[]): Promise<readonly TimelineNote[]> {
    const others = notes.filter(({ step }) => isOtherRefusal(step));
    if (others.length === 0) return [];
    const refusals = others.map(({ step }) => step).filter(isOtherRefusal);
    const held = await noteOtherRefusals(pool, others.map(noteJson), refusals);
    return held.flatMap((n) => others[n] ?? []);
  }

  function run<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return pool.query<R>({ ...statement, values });
  }
}

function noteJson({ tenantId, login, step }: TimelineNote, n: number) {
  const error = step.what === 'refused' || step.what === 'told' ? step.key : undefined;
  const told = step.what === 'told' && step.answer === 'error';
  const room = step.what === 'told' ? 'outcome' : 'way';
  return { n, tenant_id: tenantId, ...loginJson(login), step, error, told, room };
}

function loginJson(login: NotedLogin): Readonly<Record<string, string>> {
  if ('code' in login) return { code: login.code };
  if ('loginId' in login) return { login_id: login.loginId };
  if ('authenticationId' in login) return { authentication_id: login.authenticationId };
  const { kind, id } = login.artifact;
  return { kind, id_hash: hashOf(id).toString('hex') };
}

function refusedJson(request: RefusedRequest) {
  const { tenantId, code, issuer, clientId, channel, acr, state, reference, login, step } = request;
  return {
    ...(login && loginJson(login)),
    tenant_id: tenantId,
    code,
    issuer,
    client_id: clientId,
    channel,
    acr,
    error: step.key,
    began_at: new Date(step.at).toISOString(),
    // JSON's numbers are too short for it.
    state_hash: lookupHash(tenantId, state)?.toString(),
    reference_hash: lookupHash(tenantId, reference)?.toString(),
    steps: [step],
  };
}
