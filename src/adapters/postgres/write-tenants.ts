import type { ClientBase } from 'pg';

import type { StoredTenant } from '../../domain/content.ts';
import { applicationColumns } from './content-rows.ts';

/** Makes each tenant exactly what is given, inside the caller's transaction. */
export async function writeTenants(
  client: ClientBase,
  tenants: readonly StoredTenant[],
): Promise<void> {
  // All removals come first, so that an issuer can move from one tenant to another.
  for (const tenant of tenants) await removeUnlisted(client, tenant);
  for (const tenant of tenants) {
    await putTenant(client, tenant);
    await putDomains(client, tenant);
    await addEids(client, tenant);
    await putApplications(client, tenant);
  }
}

/** What stays is updated in place: other tables may refer to it. */
async function removeUnlisted(client: ClientBase, tenant: StoredTenant): Promise<void> {
  await client.query('DELETE FROM domain WHERE tenant_id = $1 AND issuer <> ALL ($2)', [
    tenant.id,
    tenant.domains.map(({ issuer }) => issuer),
  ]);
  await client.query('DELETE FROM application WHERE tenant_id = $1 AND client_id <> ALL ($2)', [
    tenant.id,
    tenant.applications.map(({ clientId }) => clientId),
  ]);
  await client.query('DELETE FROM eid_setting WHERE tenant_id = $1', [tenant.id]);
}

/** The row itself stays: it holds the key of the tenant's pseudonyms. */
async function putTenant(client: ClientBase, { id, name }: StoredTenant): Promise<void> {
  await client.query(
    `INSERT INTO tenant (id, name) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    [id, name],
  );
}

async function putDomains(client: ClientBase, tenant: StoredTenant): Promise<void> {
  for (const { issuer, environment } of tenant.domains) {
    const { rowCount } = await client.query(
      `INSERT INTO domain (tenant_id, issuer, environment) VALUES ($1, $2, $3)
       ON CONFLICT (issuer) DO UPDATE SET environment = excluded.environment
       WHERE domain.tenant_id = excluded.tenant_id`,
      [tenant.id, issuer, environment],
    );
    if (rowCount !== 1) throw new Error(`domain ${issuer} belongs to another tenant`);
  }
}

async function addEids(client: ClientBase, tenant: StoredTenant): Promise<void> {
  for (const [position, { eid, environment, sealedSettings }] of tenant.eids.entries()) {
    await client.query(
      `INSERT INTO eid_setting (tenant_id, eid, environment, position, settings)
       VALUES ($1, $2, $3, $4, $5)`,
      [tenant.id, eid, environment, position, sealedSettings],
    );
  }
}

async function putApplications(client: ClientBase, tenant: StoredTenant): Promise<void> {
  for (const application of tenant.applications) {
    const { settings, secrets } = applicationColumns(application);
    await client.query(
      `INSERT INTO application (tenant_id, client_id, settings, secrets) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, client_id)
       DO UPDATE SET settings = excluded.settings, secrets = excluded.secrets`,
      [tenant.id, application.clientId, JSON.stringify(settings), JSON.stringify(secrets)],
    );
  }
}
