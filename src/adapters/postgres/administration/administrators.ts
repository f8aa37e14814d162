import type { ClientBase, Pool } from 'pg';

import type { Role } from '../../../domain/administrator.ts';
import type { ManagementEvent } from '../../../domain/management-event.ts';
import type {
  Administrator,
  Administrators,
  Invitation,
  Removal,
} from '../../../ports/administrators.ts';
import type { Vault } from '../../../ports/vault.ts';
import { inTransaction } from '../pool.ts';
import { addManagementEvent } from './management-events.ts';
import { managementMacs } from './management-macs.ts';
import { renewManagementMacs } from './renew-management-macs.ts';

const INVITE = `insert into invitation (token_hash, id, tenant, role, mac, created_at, created_by, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const INVITATION_COLUMNS = 'token_hash, id, tenant, role, mac, created_at, created_by, expires_at';
const OPEN_INVITATION = `select ${INVITATION_COLUMNS} from invitation
  where token_hash = $1 and consumed_at is null and expires_at > $2`;
const OPEN_INVITATIONS = `select ${INVITATION_COLUMNS} from invitation
  where ($1::text is null or tenant = $1) and consumed_at is null and expires_at > $2
  order by created_at desc limit 200`;
const WITHDRAW = `delete from invitation
  where id = $1 and ($2::text is null or tenant = $2) and consumed_at is null`;
const CONSUME = `update invitation set consumed_at = $2, consumed_by = $3
  where token_hash = $1 and consumed_at is null and expires_at > $2 and mac = $4`;
const PUT_ADMINISTRATOR = `insert into administrator (id, iss, sub, name, created_at) values ($1, $2, $3, $4, $5)
  on conflict (iss, sub) do update set name = excluded.name, removed_at = null`;
const GRANT = `insert into administrator_grant (administrator_id, tenant, role, mac, granted_at)
  values ($1, $2, $3, $4, $5)
  on conflict (administrator_id, tenant, role) do update set mac = excluded.mac`;
const GRANTS = `(select coalesce(json_agg(json_build_object('tenant', tenant, 'role', role,
    'mac', encode(mac, 'base64')) order by tenant collate "C", role), '[]')
  from administrator_grant where administrator_id = administrator.id) as grants`;
const COLUMNS = `id, iss, sub, name, created_at, ${GRANTS}`;
const FIND = `select ${COLUMNS} from administrator
  where iss = $1 and sub = $2 and removed_at is null`;
const LIST = `select ${COLUMNS} from administrator
  where removed_at is null and ($1::text is null or exists (select 1 from administrator_grant
    where administrator_id = administrator.id and tenant in ($1, '*')))
  order by name collate "C", id`;
/**
 * One statement locks the owners in one order, then decides: of two owners who remove each other, the second sees what
 * the first left. Somebody else must own each tenant that the person owns there, or the whole installation.
 */
const TAKE_GRANTS = `with owners as materialized (
    select administrator_id, tenant from administrator_grant where role = 'owner'
    order by administrator_id, tenant for update),
  lost as (select tenant from owners
    where administrator_id = $1 and ($2::text is null or tenant = $2)),
  taken as (
    delete from administrator_grant
    where administrator_id = $1 and ($2::text is null or tenant = $2)
      and not exists (select 1 from lost where not exists (select 1 from owners
        where administrator_id <> $1 and tenant in (lost.tenant, '*')))
    returning 1)
  select (select count(*)::int from taken) as taken, (select count(*)::int from lost) as lost`;
const REVOKE_TOKENS = `delete from api_token
  where created_by = $1 and ($2::text is null or tenant = $2)`;
const WITHDRAW_OWN = `delete from invitation
  where created_by = $1 and ($2::text is null or tenant = $2) and consumed_at is null`;
const REMOVE = `update administrator set removed_at = $2
  where id = $1 and not exists (select 1 from administrator_grant where administrator_id = $1)`;
const END_SESSIONS = `delete from management_session
  where administrator_id = $1 and exists (select 1 from administrator
    where id = $1 and removed_at is not null)`;
interface InvitationRow {
  readonly token_hash: Buffer;
  readonly id: string;
  readonly tenant: string;
  readonly role: Role;
  readonly mac: Buffer;
  readonly created_at: Date;
  readonly created_by: string;
  readonly expires_at: Date;
}

/** A grant as JSON of the database. */
export interface GrantJson {
  readonly tenant: string;
  readonly role: Role;
  /** Base64. */
  readonly mac: string;
}

interface AdministratorRow {
  readonly id: string;
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  readonly created_at: Date;
  readonly grants: readonly GrantJson[];
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys'>;
}

/** Administrators in the tables `administrator`, `administrator_grant` and `invitation`. */
export function pgAdministrators({ pool, vault }: Deps): Administrators {
  const macs = managementMacs(vault);
  const addEvent = addManagementEvent(vault);

  return {
    invite: (invitation, event) =>
      recorded(event, async (client) => {
        const { id, tokenHash, tenant, role, createdAt, createdBy, expiresAt } = invitation;
        const mac = macs.invitation.of(invitation);
        const times = [createdAt, createdBy, expiresAt];
        await client.query(INVITE, [bytesOf(tokenHash), id, tenant, role, mac, ...times]);
        return true;
      }).then(() => undefined),

    async openInvitation(tokenHash, now) {
      const values = [bytesOf(tokenHash), now];
      return (await invitations(OPEN_INVITATION, values))[0];
    },

    openInvitations: (tenant, now) => invitations(OPEN_INVITATIONS, [tenant ?? null, now]),

    withdraw: (id, tenant, event) =>
      recorded(event, (client) => changes(client, WITHDRAW, [id, tenant ?? null])),

    admit: ({ tokenHash, administrator, grant, now }, event) =>
      recorded(event, async (client) => {
        const { id, iss, sub, name, createdAt } = administrator;
        const { rows } = await client.query<InvitationRow>(OPEN_INVITATION, [
          bytesOf(tokenHash),
          now,
        ]);
        const [row] = rows;
        const isSame = row?.tenant === grant.tenant && row.role === grant.role;
        if (row === undefined || !isSame || !isGenuine(row)) return false;
        const values = [row.token_hash, now, id, row.mac];
        if (!(await changes(client, CONSUME, values))) return false;
        await client.query(PUT_ADMINISTRATOR, [id, iss, sub, name, createdAt]);
        const mac = macs.grant.of({ administratorId: id, ...grant });
        await client.query(GRANT, [id, grant.tenant, grant.role, mac, now]);
        return true;
      }),

    async find(iss, sub) {
      return (await administrators(FIND, [iss, sub]))[0];
    },

    list: (tenant) => administrators(LIST, [tenant ?? null]),

    remove: (id, tenant, event) =>
      recorded(event, async (client) => {
        const values = [id, tenant ?? null];
        const { taken = 0, lost = 0 } = (await client.query(TAKE_GRANTS, values)).rows[0] ?? {};
        if (taken === 0) return lost > 0 ? 'last-owner' : 'unknown';
        await client.query(REVOKE_TOKENS, values);
        await client.query(WITHDRAW_OWN, values);
        await client.query(REMOVE, [id, event.at]);
        await client.query(END_SESSIONS, [id]);
        return 'removed';
      }),

    renewMacs: () => inTransaction(pool, (client) => renewManagementMacs(client, macs)),
  };

  /** Runs a change and its event in one transaction; without a change there is no event. */
  async function recorded<Result extends boolean | Removal>(
    event: ManagementEvent,
    change: (client: ClientBase) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(pool, async (client) => {
      const result = await change(client);
      if (result === true || result === 'removed') await addEvent(client, event);
      return result;
    });
  }

  async function invitations(text: string, values: unknown[]): Promise<readonly Invitation[]> {
    const { rows } = await pool.query<InvitationRow>(text, values);
    return rows.filter(isGenuine).map(invitationOf);
  }

  function isGenuine(row: InvitationRow): boolean {
    return macs.invitation.check(invitationOf(row), row.mac) !== 'wrong';
  }

  async function administrators(
    text: string,
    values: unknown[],
  ): Promise<readonly Administrator[]> {
    const { rows } = await pool.query<AdministratorRow>(text, values);
    return rows.map(({ id, iss, sub, name, created_at: createdAt, grants }) => ({
      id,
      iss,
      sub,
      name,
      createdAt,
      grants: genuineGrants(id, grants, macs),
    }));
  }
}

/** The grants that the service itself made. */
export function genuineGrants(
  administratorId: string,
  grants: readonly GrantJson[],
  macs: Pick<ReturnType<typeof managementMacs>, 'grant'>,
) {
  return grants
    .filter(({ tenant, role, mac }) => {
      const row = { administratorId, tenant, role };
      return macs.grant.check(row, Buffer.from(mac, 'base64')) !== 'wrong';
    })
    .map(({ tenant, role }) => ({ tenant, role }));
}

async function changes(client: ClientBase, text: string, values: unknown[]): Promise<boolean> {
  return ((await client.query(text, values)).rowCount ?? 0) > 0;
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    tokenHash: row.token_hash.toString('base64url'),
    tenant: row.tenant,
    role: row.role,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
  };
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url');
}
