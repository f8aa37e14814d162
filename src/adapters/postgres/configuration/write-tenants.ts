import type { ClientBase } from 'pg';

import type { StoredTenant } from '../../../domain/configuration.ts';
import { IssuerTaken } from '../../../ports/configuration.ts';
import { canonical } from './configuration-mac.ts';
import { type ApplicationDocument, documentOf, type TenantDocument } from './configuration-rows.ts';
import { sealedSum, type TenantMacs } from './one-application.ts';

const REMOVE_DOMAINS = 'delete from domain where tenant_id = $1 and issuer <> all ($2)';
const REMOVE_APPLICATIONS =
  'delete from application where tenant_id = $1 and client_id <> all ($2)';
const REMOVE_WEBHOOKS = 'delete from webhook where tenant_id = $1 and id <> all ($2)';
const REMOVE_EIDS = 'delete from eid_setting where tenant_id = $1';
const PUT_TENANT = `insert into tenant (id, name, branding, require_second_person, configuration_mac, parts_mac,
    applications_sum)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (id) do update
  set name = excluded.name, branding = excluded.branding,
    require_second_person = excluded.require_second_person,
    configuration_mac = excluded.configuration_mac, parts_mac = excluded.parts_mac,
    applications_sum = excluded.applications_sum`;
const PUT_DOMAIN = `insert into domain (tenant_id, issuer, environment, single_sign_on,
    single_sign_on_other_device, starts_per_person, silent_answers_per_person, branding)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (issuer) do update
  set environment = excluded.environment, single_sign_on = excluded.single_sign_on,
    single_sign_on_other_device = excluded.single_sign_on_other_device,
    starts_per_person = excluded.starts_per_person,
    silent_answers_per_person = excluded.silent_answers_per_person,
    branding = excluded.branding
  where domain.tenant_id = excluded.tenant_id`;
const ADD_EID = `insert into eid_setting (tenant_id, eid, environment, position, acr_values, settings)
  values ($1, $2, $3, $4, $5, $6)`;
const PUT_APPLICATIONS = `insert into application (tenant_id, client_id, settings, secrets, mac)
  select $1, * from unnest($2::text[], $3::jsonb[], $4::jsonb[], $5::bytea[])
  on conflict (tenant_id, client_id) do update
  set settings = excluded.settings, secrets = excluded.secrets, mac = excluded.mac`;
/** Applications that one statement writes. */
const BATCH = 1_000;
/** A new webhook receives the events from now on. */
const PUT_WEBHOOK = `insert into webhook (tenant_id, id, url, events, secrets, delivered_position)
  values ($1, $2, $3, $4, $5,
    coalesce((select last_position from event_seal where tenant_id = $1
      order by number desc limit 1), 0))
  on conflict (tenant_id, id) do update
  set url = excluded.url, events = excluded.events, secrets = excluded.secrets,
    failures = 0, next_at = '-infinity'`;
const UPDATE_MACS = `update tenant set configuration_mac = $2, parts_mac = $3, applications_sum = $4
  where id = $1`;

/** Makes each tenant exactly as given, inside the caller's transaction. @throws {IssuerTaken} */
export async function writeTenants(
  client: ClientBase,
  {
    tenants,
    before,
  }: { readonly tenants: readonly StoredTenant[]; readonly before: readonly TenantDocument[] },
  macs: TenantMacs,
): Promise<void> {
  // All removals come first, so that an issuer can move from one tenant to another.
  for (const tenant of tenants) await removeUnlisted(client, tenant);
  for (const tenant of tenants) {
    const document = documentOf(tenant);
    await putTenant(client, document, macs);
    await putDomains(client, tenant);
    await addEids(client, tenant);
    const known = before.find(({ id }) => id === tenant.id)?.applications ?? [];
    await putApplications(client, { document, known }, macs);
    await putWebhooks(client, tenant);
  }
}

/** Makes the MACs of a tenant again, with the newest key. */
export async function renewMacs(
  client: ClientBase,
  tenant: TenantDocument,
  macs: TenantMacs,
): Promise<void> {
  await client.query(UPDATE_MACS, [tenant.id, ...macsOf(tenant, macs)]);
}

/** Listed rows stay and are updated in place: other tables may refer to them. */
async function removeUnlisted(
  client: ClientBase,
  { id, domains, applications, webhooks }: StoredTenant,
): Promise<void> {
  const issuers = domains.map(({ issuer }) => issuer);
  const clientIds = applications.map(({ clientId }) => clientId);
  await client.query({ name: 'domain_remove', text: REMOVE_DOMAINS, values: [id, issuers] });
  await client.query({
    name: 'application_remove',
    text: REMOVE_APPLICATIONS,
    values: [id, clientIds],
  });
  const webhookIds = webhooks.map((webhook) => webhook.id);
  await client.query({ name: 'webhook_remove', text: REMOVE_WEBHOOKS, values: [id, webhookIds] });
  await client.query({ name: 'eid_setting_remove', text: REMOVE_EIDS, values: [id] });
}

/** The row itself stays: it holds the key of the tenant's pseudonyms. */
async function putTenant(
  client: ClientBase,
  tenant: TenantDocument,
  macs: TenantMacs,
): Promise<void> {
  const { id, name, branding, requireSecondPerson = false } = tenant;
  const values = [id, name, branding, requireSecondPerson, ...macsOf(tenant, macs)];
  await client.query({ name: 'tenant_put', text: PUT_TENANT, values });
}

async function putDomains(client: ClientBase, { id, domains }: StoredTenant): Promise<void> {
  for (const { issuer, environment, limits, branding, ...domain } of domains) {
    const sessions = [domain.singleSignOn, domain.singleSignOnOtherDevice];
    const allowed = [limits.startsPerPerson, limits.silentAnswersPerPerson];
    const values = [id, issuer, environment, ...sessions, ...allowed, branding];
    const { rowCount } = await client.query({ name: 'domain_put', text: PUT_DOMAIN, values });
    if (rowCount !== 1) throw new IssuerTaken(`domain ${issuer} belongs to another tenant`);
  }
}

async function addEids(client: ClientBase, { id, eids }: StoredTenant): Promise<void> {
  for (const [position, { eid, environment, acrValues, sealedSettings }] of eids.entries()) {
    const values = [id, eid, environment, position, acrValues, sealedSettings];
    await client.query({ name: 'eid_setting_add', text: ADD_EID, values });
  }
}

/** Only those that differ from the stored ones: a tenant may have thousands. */
async function putApplications(
  client: ClientBase,
  {
    document: { id, applications },
    known,
  }: { readonly document: TenantDocument; readonly known: readonly ApplicationDocument[] },
  { parts }: TenantMacs,
): Promise<void> {
  const textOf = (application: ApplicationDocument) => JSON.stringify(canonical(application));
  const stored = new Map(known.map((one) => [one.clientId, textOf(one)]));
  const changed = (applications ?? []).filter((one) => stored.get(one.clientId) !== textOf(one));
  for (let first = 0; first < changed.length; first += BATCH) {
    const batch = changed.slice(first, first + BATCH);
    const values = [
      id,
      batch.map(({ clientId }) => clientId),
      batch.map(({ settings }) => JSON.stringify(settings)),
      batch.map(({ secrets }) => JSON.stringify(secrets)),
      batch.map((one) => parts.ofApplication(id, one)),
    ];
    await client.query({ name: 'applications_put', text: PUT_APPLICATIONS, values });
  }
}

/** A changed webhook is tried again at once: the change may have mended it. */
async function putWebhooks(client: ClientBase, { id, webhooks }: StoredTenant): Promise<void> {
  for (const webhook of webhooks) {
    const values = [id, webhook.id, webhook.url, webhook.events, webhook.sealedSecrets];
    await client.query({ name: 'webhook_put', text: PUT_WEBHOOK, values });
  }
}

/** The columns of the MACs of a tenant: over all its rows, over its parts, and the sum of its applications. */
function macsOf(tenant: TenantDocument, { mac, parts, vault }: TenantMacs): unknown[] {
  const sum = parts.sumOf(tenant.id, tenant.applications ?? []);
  return [mac.of(tenant), parts.of(tenant, sum), sealedSum(tenant.id, sum, vault)];
}
