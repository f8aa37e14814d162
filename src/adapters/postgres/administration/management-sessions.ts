import type { Pool } from 'pg';

import type { LoginUnderWay, ManagementSessions } from '../../../ports/administrators.ts';
import type { Vault } from '../../../ports/vault.ts';
import { type GrantJson, genuineGrants } from './administrators.ts';
import { managementMacs } from './management-macs.ts';

const BEGIN_LOGIN = `insert into management_login (state_hash, browser_hash, sealed, expires_at)
  values ($1, $2, $3, $4)`;
const TAKE_LOGIN = `delete from management_login
  where state_hash = $1 and browser_hash = $2 and expires_at > $3 returning sealed`;
const OPEN = `insert into management_session (id_hash, administrator_id, mac, created_at, used_at, authenticated_at,
    expires_at)
  values ($1, $2, $3, $4, $4, $5, $6)`;
/** One statement, so that a person who was removed a moment ago has no session any more. */
const FIND = `with found as (
    select session.*, administrator.name from management_session as session
    join administrator on administrator.id = session.administrator_id
    where id_hash = $1 and session.expires_at > $2 and used_at > $3 and removed_at is null),
  touched as (update management_session as session set used_at = $2 from found
    where session.id_hash = found.id_hash and found.used_at < $2::timestamptz - interval '1 minute')
  select administrator_id, name, mac, created_at, authenticated_at, expires_at,
    (select coalesce(json_agg(json_build_object('tenant', tenant, 'role', role,
        'mac', encode(grants.mac, 'base64')) order by tenant collate "C", role), '[]')
      from administrator_grant as grants
      where grants.administrator_id = found.administrator_id) as grants
  from found`;
const END = 'delete from management_session where id_hash = $1';
const PURGES = ['management_session', 'management_login', 'invitation', 'approval'].map(
  (table) =>
    `delete from ${table} where ctid = any (array(
      select ctid from ${table} where expires_at < $1 limit $2))`,
);

interface SessionRow {
  readonly administrator_id: string;
  readonly name: string;
  readonly mac: Buffer;
  readonly created_at: Date;
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly grants: readonly GrantJson[];
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys' | 'seal' | 'open'>;
}

/** Sessions in the table `management_session`, logins in `management_login`. */
export function pgManagementSessions({ pool, vault }: Deps): ManagementSessions {
  const macs = managementMacs(vault);
  return {
    async beginLogin({ stateHash, browserHash }, login, expiresAt) {
      const sealed = vault.seal(JSON.stringify(login), loginContext(stateHash));
      const values = [bytesOf(stateHash), bytesOf(browserHash), sealed, expiresAt];
      await pool.query({ name: 'management_login_begin', text: BEGIN_LOGIN, values });
    },

    async takeLogin({ stateHash, browserHash }, now) {
      const values = [bytesOf(stateHash), bytesOf(browserHash), now];
      const statement = { name: 'management_login_take', text: TAKE_LOGIN, values };
      const [row] = (await pool.query<{ readonly sealed: Buffer }>(statement)).rows;
      if (row === undefined) return undefined;
      return JSON.parse(vault.open(row.sealed, loginContext(stateHash))) as LoginUnderWay;
    },

    async open(session) {
      const { idHash, administratorId, createdAt, authenticatedAt, expiresAt } = session;
      const mac = macs.session.of(session);
      const times = [createdAt, authenticatedAt, expiresAt];
      const values = [bytesOf(idHash), administratorId, mac, ...times];
      await pool.query({ name: 'management_session_open', text: OPEN, values });
    },

    async find(idHash, { now, idleSince }) {
      const values = [bytesOf(idHash), now, idleSince];
      const statement = { name: 'management_session_find', text: FIND, values };
      const [row] = (await pool.query<SessionRow>(statement)).rows;
      if (row === undefined) return undefined;
      const { administrator_id: id, name, mac, expires_at: expiresAt } = row;
      const [createdAt, authenticatedAt] = [row.created_at, row.authenticated_at];
      const session = { idHash, administratorId: id, createdAt, authenticatedAt, expiresAt };
      const grants = genuineGrants(id, row.grants, macs);
      if (macs.session.check(session, mac) === 'wrong' || grants.length === 0) return undefined;
      return { kind: 'administrator', id, person: id, name, grants, authenticatedAt, expiresAt };
    },

    async end(idHash) {
      await pool.query({ name: 'management_session_end', text: END, values: [bytesOf(idHash)] });
    },

    async purge(expiredBefore, limit) {
      let rows = 0;
      for (const text of PURGES) {
        rows += (await pool.query(text, [expiredBefore, limit])).rowCount ?? 0;
      }
      return rows;
    },
  };
}

function loginContext(stateHash: string): string {
  return `management-login:${stateHash}`;
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url');
}
