import type { ClientBase } from 'pg';

import type { Role } from '../../../domain/administrator.ts';
import type { managementMacs } from './management-macs.ts';

const ALL_GRANTS = 'select administrator_id, tenant, role, mac from administrator_grant';
const RENEW_GRANT = `update administrator_grant set mac = $5
  where administrator_id = $1 and tenant = $2 and role = $3 and mac = $4`;
const ALL_TOKENS = `select id, token_hash, tenant, role, permissions, created_by, expires_at, mac
  from api_token`;
const RENEW_TOKEN = 'update api_token set mac = $3 where id = $1 and mac = $2';

type ManagementMacs = Pick<ReturnType<typeof managementMacs>, 'grant' | 'token'>;

interface GrantRow {
  readonly administrator_id: string;
  readonly tenant: string;
  readonly role: Role;
  readonly mac: Buffer;
}

interface TokenMacRow {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly tenant: string;
  readonly role: Role;
  readonly permissions: never[] | null;
  readonly created_by: string;
  readonly expires_at: Date;
  readonly mac: Buffer;
}

/** Makes the MACs of an older key again, with the newest one; returns how many. */
export async function renewManagementMacs(
  client: ClientBase,
  macs: ManagementMacs,
): Promise<number> {
  return (await renewGrants(client, macs)) + (await renewTokens(client, macs));
}

async function renewGrants(client: ClientBase, macs: ManagementMacs): Promise<number> {
  const { rows } = await client.query<GrantRow>(ALL_GRANTS);
  let renewed = 0;
  for (const { administrator_id: administratorId, tenant, role, mac } of rows) {
    const row = { administratorId, tenant, role };
    if (macs.grant.check(row, mac) !== 'older') continue;
    await client.query(RENEW_GRANT, [administratorId, tenant, role, mac, macs.grant.of(row)]);
    renewed += 1;
  }
  return renewed;
}

async function renewTokens(client: ClientBase, macs: ManagementMacs): Promise<number> {
  const { rows } = await client.query<TokenMacRow>(ALL_TOKENS);
  let renewed = 0;
  for (const { token_hash: hash, mac, ...rest } of rows) {
    const row = {
      ...rest,
      permissions: rest.permissions ?? undefined,
      createdBy: rest.created_by,
      expiresAt: rest.expires_at,
      tokenHash: hash.toString('base64url'),
    };
    if (macs.token.check(row, mac) !== 'older') continue;
    await client.query(RENEW_TOKEN, [rest.id, mac, macs.token.of(row)]);
    renewed += 1;
  }
  return renewed;
}
