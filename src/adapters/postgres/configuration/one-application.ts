import type { ClientBase, Pool } from 'pg';

import type { StoredTenant } from '../../../domain/configuration.ts';
import type { StoredConfiguration } from '../../../ports/configuration.ts';
import type { Vault } from '../../../ports/vault.ts';
import { isEqual } from '../row-hmacs.ts';
import type { ApplicationsSum, PartsMac } from './applications-sum.ts';
import { type ConfigurationMac, frameParts } from './configuration-mac.ts';
import { documentOf, type TenantDocument, tenantOf } from './configuration-rows.ts';
import { READ_ONE, READ_TENANT } from './configuration-statements.ts';

const PUT = `insert into application (tenant_id, client_id, settings, secrets, mac)
  values ($1, $2, $3, $4, $5) on conflict (tenant_id, client_id) do update
  set settings = excluded.settings, secrets = excluded.secrets, mac = excluded.mac`;
const REMOVE = 'delete from application where tenant_id = $1 and client_id = $2';
/** The MAC over all rows at once is no more: it would take reading them. */
const PUT_SUM = `update tenant set configuration_mac = null, parts_mac = $2, applications_sum = $3
  where id = $1`;

/** An application of a tenant; there may be none of this name. */
export interface OneApplication {
  readonly tenantId: string;
  readonly clientId: string;
}

/** What makes and checks the MACs of a tenant. */
export interface TenantMacs {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly mac: ConfigurationMac;
  readonly parts: PartsMac;
}

/** A tenant with one of its applications, and what stands for all of them. */
export interface ReadOne {
  readonly stored: StoredConfiguration;
  /** Undefined: there is no such tenant. */
  readonly document: TenantDocument | undefined;
  /** Undefined: the tenant was changed in the database. */
  readonly sum: ApplicationsSum | undefined;
}

interface Row {
  readonly revision: number;
  readonly tenant: TenantDocument | null;
  readonly applications_sum: Buffer | null;
  readonly application_mac: Buffer | null;
}

/** Reads by keys. The other applications are read only when the MACs do not verify this one. */
export async function readOne(
  client: Pool | ClientBase,
  { tenantId, clientId }: OneApplication,
  deps: TenantMacs,
): Promise<ReadOne> {
  const values = [tenantId, clientId];
  const { rows } = await client.query<Row>({
    name: 'configuration_read_one',
    text: READ_ONE,
    values,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('configuration_revision has no row');
  const { revision, tenant: document } = row;
  if (document === null) {
    return { stored: { revision, tenants: [] }, document: undefined, sum: undefined };
  }
  const sum = genuineSum(row, document, deps) ?? (await sumOfAll(client, tenantId, deps));
  const unverified = sum === undefined ? [tenantId] : undefined;
  return { stored: { revision, tenants: [tenantOf(document)], unverified }, document, sum };
}

/** Undefined unless MACs of the newest key verify the tenant's own settings, the sum and the application. */
function genuineSum(
  { applications_sum: sealed, application_mac: mac }: Row,
  document: TenantDocument,
  { vault, parts }: TenantMacs,
): ApplicationsSum | undefined {
  const [application] = document.applications ?? [];
  const isGenuine =
    application === undefined ||
    (mac !== null && isEqual(parts.ofApplication(document.id, application), mac));
  if (!isGenuine || sealed === null) return undefined;
  const sum = openedSum(sealed, document.id, vault);
  return sum !== undefined && parts.holds(document, sum) ? sum : undefined;
}

function openedSum(
  sealed: Uint8Array,
  tenantId: string,
  vault: TenantMacs['vault'],
): ApplicationsSum | undefined {
  try {
    return JSON.parse(vault.open(sealed, contextOf(tenantId))) as ApplicationsSum;
  } catch {
    return undefined;
  }
}

/** After an older release or key, and when something was changed in the database. */
async function sumOfAll(
  client: Pool | ClientBase,
  tenantId: string,
  { mac, parts }: TenantMacs,
): Promise<ApplicationsSum | undefined> {
  const statement = { name: 'stored_tenant', text: READ_TENANT, values: [tenantId] };
  const [row] = (await client.query<{ tenant: TenantDocument }>(statement)).rows;
  if (row === undefined || mac.check(row.tenant) === 'wrong') return undefined;
  return parts.sumOf(tenantId, row.tenant.applications ?? []);
}

/**
 * Writes the application as in `next`, with the MACs.
 * @throws something else of the tenant differs, or it was changed in the database
 */
export async function writeOne(
  client: ClientBase,
  { document, sum }: ReadOne,
  { next, clientId }: { readonly next: StoredTenant; readonly clientId: string },
  { vault, parts }: TenantMacs,
): Promise<void> {
  const changed = documentOf(next);
  const { id } = next;
  if (document === undefined || sum === undefined || document.id !== id) {
    throw new Error(`one application of tenant ${id} cannot be changed`);
  }
  const [before] = document.applications ?? [];
  const [after, ...others] = changed.applications ?? [];
  const isOther = others.length > 0 || (after !== undefined && after.clientId !== clientId);
  if (isOther || !isSameFrame(document, changed)) {
    throw new Error(`only application ${clientId} of tenant ${id} may change`);
  }
  if (after === undefined) {
    await client.query({ name: 'application_remove_one', text: REMOVE, values: [id, clientId] });
  } else {
    const documents = [JSON.stringify(after.settings), JSON.stringify(after.secrets)];
    const values = [id, clientId, ...documents, parts.ofApplication(id, after)];
    await client.query({ name: 'application_put', text: PUT, values });
  }
  const total = parts.changed(sum, id, { before, after });
  const values = [id, parts.of(document, total), sealedSum(id, total, vault)];
  await client.query({ name: 'tenant_put_sum', text: PUT_SUM, values });
}

/** The sum as it is stored. */
export function sealedSum(
  tenantId: string,
  sum: ApplicationsSum,
  vault: Pick<Vault, 'seal'>,
): Buffer {
  return vault.seal(JSON.stringify(sum), contextOf(tenantId));
}

function isSameFrame(one: TenantDocument, other: TenantDocument): boolean {
  const sealedIn = ({ eids, webhooks }: TenantDocument) => [
    (eids ?? []).map(({ sealedSettings }) => sealedSettings),
    (webhooks ?? []).map(({ sealedSecrets }) => sealedSecrets),
  ];
  const text = (tenant: TenantDocument) =>
    JSON.stringify([frameParts(tenant), sealedIn(tenant)]).replaceAll('\\n', '');
  return text(one) === text(other);
}

function contextOf(tenantId: string): string {
  return `tenant.applications_sum:${tenantId}`;
}
