import type { ClientBase, Pool } from 'pg';

import { isPermission, type Role } from '../../../domain/administrator.ts';
import type { ManagementEvent } from '../../../domain/management-event.ts';
import type { ApiToken, ApiTokens } from '../../../ports/administrators.ts';
import type { Vault } from '../../../ports/vault.ts';
import { inTransaction } from '../pool.ts';
import { addManagementEvent } from './management-events.ts';
import { managementMacs } from './management-macs.ts';

const COLUMNS = `id, token_hash, name, tenant, role, permissions, mac, created_at, created_by, expires_at,
  used_at`;
const ADD = `insert into api_token (id, token_hash, name, tenant, role, permissions, mac, created_at, created_by,
    expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const FIND = `with touched as (update api_token set used_at = $2
    where token_hash = $1 and expires_at > $2
      and (used_at is null or used_at < $2::timestamptz - interval '1 minute'))
  select ${COLUMNS} from api_token where token_hash = $1 and expires_at > $2`;
const READ = `select ${COLUMNS} from api_token where id = $1`;
const LIST = `select ${COLUMNS} from api_token where $1::text is null or tenant = $1
  order by created_at desc, id limit 200`;
const ENDING = `select ${COLUMNS} from api_token where $1::text is null or tenant = $1
  order by expires_at, id limit 1000`;
const ROTATE = 'update api_token set token_hash = $2, mac = $3 where id = $1';
const REVOKE = 'delete from api_token where id = $1';

interface TokenRow {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  readonly permissions: readonly string[] | null;
  readonly mac: Buffer;
  readonly created_at: Date;
  readonly created_by: string;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys'>;
}

/** API tokens in the table `api_token`. */
export function pgApiTokens({ pool, vault }: Deps): ApiTokens {
  const macs = managementMacs(vault).token;
  const addEvent = addManagementEvent(vault);
  return {
    async add(token, tokenHash, event) {
      const { id, name, tenant, role, permissions = null, createdAt, createdBy } = token;
      const mac = macs.of({ ...token, tokenHash });
      await inTransaction(pool, async (client) => {
        await client.query(ADD, [
          id,
          bytesOf(tokenHash),
          name,
          tenant,
          role,
          permissions,
          mac,
          createdAt,
          createdBy,
          token.expiresAt,
        ]);
        await addEvent(client, event);
      });
    },

    async find(tokenHash, now) {
      const values = [bytesOf(tokenHash), now];
      const statement = { name: 'api_token_find', text: FIND, values };
      const [row] = (await pool.query<TokenRow>(statement)).rows;
      if (row === undefined || macs.check({ ...tokenOf(row), tokenHash }, row.mac) === 'wrong') {
        return undefined;
      }
      const { tenant, role, createdBy: person, ...token } = tokenOf(row);
      const { id, name, permissions, expiresAt } = token;
      const grants = [{ tenant, role }];
      const authenticatedAt = undefined;
      return { kind: 'token', id, person, name, grants, permissions, authenticatedAt, expiresAt };
    },

    read: async (id) => (await tokens(READ, [id]))[0],
    list: (tenant) => tokens(LIST, [tenant ?? null]),
    ending: (tenant) => tokens(ENDING, [tenant ?? null]),

    rotate: (token, tokenHash, event) => {
      const mac = macs.of({ ...token, tokenHash });
      return changed(ROTATE, [token.id, bytesOf(tokenHash), mac], event);
    },

    revoke: (id, event) => changed(REVOKE, [id], event),
  };

  async function tokens(text: string, values: unknown[]): Promise<readonly ApiToken[]> {
    return (await pool.query<TokenRow>(text, values)).rows.map(tokenOf);
  }

  function changed(text: string, values: unknown[], event: ManagementEvent): Promise<boolean> {
    return inTransaction(pool, async (client: ClientBase) => {
      const isDone = (await client.query(text, values)).rowCount === 1;
      if (isDone) await addEvent(client, event);
      return isDone;
    });
  }
}

function tokenOf(row: TokenRow): ApiToken {
  const { id, name, tenant, role, permissions } = row;
  return {
    id,
    name,
    tenant,
    role,
    permissions: permissions?.filter(isPermission) ?? undefined,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  };
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url');
}
