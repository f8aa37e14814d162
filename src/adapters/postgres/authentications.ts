import type { Pool, QueryResultRow } from 'pg';

import { isPending } from '../../domain/authentication.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Vault } from '../../ports/vault.ts';
import {
  type AuthenticationRow,
  authenticationOf,
  COLUMNS,
  type SealedColumn,
  sealContext,
} from './authentication-row.ts';

const BEGIN = `insert into authentication (id, issuer, client_id, door, login_id, acr, device, return_nonce,
    browser_secret, state, stage, hint, eid_order, collect_after, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11, $12, $13, $14, $15)
  on conflict (login_id) where state = 'pending' do nothing`;
const DISCARD = `delete from authentication
  where id = $1 and state = 'pending' and eid_order is null`;
const FIND = `select ${COLUMNS} from authentication where id = $1`;
const FIND_LATEST = `select ${COLUMNS} from authentication where login_id = $1
  order by sequence desc limit 1`;
const TAKE_TURN = `update authentication set collect_after = $3, turn = turn + 1
  where id = $1 and state = 'pending' and collect_after <= $2 returning turn, ${COLUMNS}`;
const RECORD_PENDING = `update authentication
  set stage = $3, hint = $4, eid_order = coalesce($5, eid_order), collect_after = $6
  where id = $1 and turn = $2 and state = 'pending' returning ${COLUMNS}`;
const RECORD_OUTCOME = `update authentication
  set state = $2, settled_at = $3, why = $4, hint = $5, identity = $6, eid_order = null
  where id = $1 and state = 'pending' and (turn = $7 or $2 = 'identified') returning ${COLUMNS}`;
const ABANDON = `with before as
  (select ${COLUMNS} from authentication where id = $1 and state = 'pending' for update),
  ended as (update authentication
    set state = 'ended', settled_at = $2, why = $3, hint = $4, eid_order = null
    from before where authentication.id = before.id)
  select ${COLUMNS} from before`;
const RECORD_RETURN = 'update authentication set returned = $2 where id = $1 and returned is null';
const HAND_OUT = `update authentication set handed_out_at = $2
  where id = $1 and state = 'identified' and handed_out_at is null returning ${COLUMNS}`;
const PURGE = `delete from authentication where ctid = any(array
  (select ctid from authentication where expires_at < $1 limit $2 for update skip locked))`;

interface TurnRow extends AuthenticationRow {
  readonly turn: number;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** The attempts in Postgres; the order, the identity and the return secrets are sealed. */
export function pgAuthentications({ pool, vault }: Deps): Authentications {
  return {
    async begin(a) {
      const { stage, hint, order, collectAfter } = a.progress;
      const result = await run('authentication_begin', BEGIN, [
        ...[a.id, a.issuer, a.clientId, a.door, a.loginId, a.acr, a.device],
        seal(a.id, 'return_nonce', a.returnNonce),
        seal(a.id, 'browser_secret', a.browserSecret),
        ...[stage, hint, seal(a.id, 'eid_order', order && JSON.stringify(order)), collectAfter],
        ...[a.createdAt, a.expiresAt],
      ]);
      return result.rowCount === 1;
    },

    async discard(id) {
      await run('authentication_discard', DISCARD, [id]);
    },

    find: (id) => one('authentication_find', FIND, [id]),

    findLatest: (loginId) => one('authentication_find_latest', FIND_LATEST, [loginId]),

    async takeTurn(id, { now, leaseUntil }) {
      const values = [id, now, leaseUntil];
      const result = await run<TurnRow>('authentication_take_turn', TAKE_TURN, values);
      const row = result.rows[0];
      const attempt = row && authenticationOf(row, vault);
      return attempt && isPending(attempt) ? { number: row.turn, attempt } : undefined;
    },

    recordPending({ number, attempt }, { stage, hint, order, collectAfter }) {
      const sealed = seal(attempt.id, 'eid_order', order && JSON.stringify(order));
      const values = [attempt.id, number, stage, hint, sealed, collectAfter];
      return one('authentication_record_pending', RECORD_PENDING, values);
    },

    recordOutcome({ number, attempt: { id } }, outcome) {
      const ended = outcome.state === 'ended' ? outcome : undefined;
      const identity =
        outcome.state === 'identified' ? JSON.stringify(outcome.identity) : undefined;
      const sealed = seal(id, 'identity', identity);
      const values = [id, outcome.state, outcome.at, ended?.why, ended?.hint, sealed, number];
      return one('authentication_record_outcome', RECORD_OUTCOME, values);
    },

    async abandon(id, { at, why, hint }) {
      const before = await one('authentication_abandon', ABANDON, [id, at, why, hint]);
      return before !== undefined && isPending(before) ? before : undefined;
    },

    async recordReturn(id, where) {
      const result = await run('authentication_record_return', RECORD_RETURN, [id, where]);
      return result.rowCount === 1;
    },

    handOut: (id, at) => one('authentication_hand_out', HAND_OUT, [id, at]),

    async purge(expiredBefore, limit) {
      const result = await run('authentication_purge', PURGE, [expiredBefore, limit]);
      return result.rowCount ?? 0;
    },
  };

  function run<R extends QueryResultRow>(name: string, text: string, values: unknown[]) {
    return pool.query<R>({ name, text, values });
  }

  async function one(name: string, text: string, values: unknown[]) {
    const row = (await run<AuthenticationRow>(name, text, values)).rows[0];
    return row === undefined ? undefined : authenticationOf(row, vault);
  }

  function seal(id: string, column: SealedColumn, text: string | undefined): string | undefined {
    return text === undefined ? undefined : vault.seal(text, sealContext(column, id));
  }
}
