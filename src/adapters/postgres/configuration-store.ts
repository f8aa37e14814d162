import type { ClientBase, Pool } from 'pg';

import type { StoredTenant } from '../../domain/configuration.ts';
import type { ConfigurationStore, StoredConfiguration } from '../../ports/configuration.ts';
import type { Vault } from '../../ports/vault.ts';
import { addRevision } from './configuration-history.ts';
import { type ConfigurationMac, configurationMac } from './configuration-mac.ts';
import {
  applicationColumns,
  documentOf,
  type TenantDocument,
  tenantOf,
} from './configuration-rows.ts';
import { addManagementEvent } from './management-events.ts';
import { advanceRevision } from './notifications.ts';
import { inTransaction } from './pool.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const APPLY_LOCK = 2_026_112_019;

const REVISION = 'select revision::int as revision from configuration_revision';
/** The members of a tenant's document; `t` is its row. */
export const TENANT_PARTS = {
  frame: `'id', t.id,
      'name', t.name,
      'branding', t.branding,
      'requireSecondPerson', t.require_second_person,
      'configurationMac', encode(t.configuration_mac, 'base64'),
      'domains', (
        select json_agg(json_build_object('issuer', issuer, 'environment', environment,
          'singleSignOn', single_sign_on,
          'singleSignOnOtherDevice', single_sign_on_other_device,
          'startsPerPerson', starts_per_person,
          'silentAnswersPerPerson', silent_answers_per_person,
          'branding', branding) order by issuer collate "C")
        from domain where tenant_id = t.id),
      'eids', (
        select json_agg(json_build_object('eid', eid, 'environment', environment,
          'acrValues', acr_values, 'sealedSettings', encode(settings, 'base64')) order by position)
        from eid_setting where tenant_id = t.id),
      'webhooks', (
        select json_agg(json_build_object('id', id, 'url', url, 'events', events,
          'sealedSecrets', encode(secrets, 'base64')) order by id collate "C")
        from webhook where tenant_id = t.id)`,
  applications: `'applications', (
        select json_agg(json_build_object('clientId', client_id, 'settings', settings,
          'secrets', secrets) order by client_id collate "C")
        from application where tenant_id = t.id)`,
};
/** One statement, so that it reads one moment. */
const READ = `
  select (select revision::int from configuration_revision) as revision,
    coalesce(json_agg(json_build_object(${TENANT_PARTS.frame}, ${TENANT_PARTS.applications})
      order by t.id collate "C"), '[]') as tenants
  from tenant t`;
const LOCK = 'select pg_advisory_xact_lock($1)';
const UPDATE_MAC = 'update tenant set configuration_mac = $2 where id = $1';

interface RevisionRow {
  readonly revision: number;
}

interface ConfigurationRow extends RevisionRow {
  readonly tenants: readonly TenantDocument[];
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys' | 'seal'>;
}

/** The declared configuration in the tables `tenant`, `domain`, `application`, `eid_setting` and `webhook`. */
export function pgConfigurationStore({ pool, vault }: Deps): ConfigurationStore {
  const mac = configurationMac(vault);
  const addEvent = addManagementEvent(vault);
  return {
    async revision() {
      const { rows } = await pool.query<RevisionRow>({
        name: 'configuration_revision',
        text: REVISION,
      });
      return onlyRow(rows).revision;
    },

    read: () => read(pool, mac),

    change: (decide) =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'configuration_lock', text: LOCK, values: [APPLY_LOCK] });
        const { replace, result, record, events = [] } = decide(await read(client, mac));
        if (replace.length > 0) {
          await writeTenants(client, replace, mac);
          for (const event of events) await addEvent(client, event);
          const revision = await advanceRevision(client);
          if (record !== undefined) await addRevision(client, revision, { record, vault });
        }
        return result;
      }),

    renewMacs: () =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'configuration_lock', text: LOCK, values: [APPLY_LOCK] });
        const { tenants } = await readRow(client);
        const older = tenants.filter((tenant) => mac.check(tenant) === 'older');
        for (const tenant of older) await client.query(UPDATE_MAC, [tenant.id, mac.of(tenant)]);
        return older.length;
      }),
  };
}

async function read(
  client: Pool | ClientBase,
  mac: ConfigurationMac,
): Promise<StoredConfiguration> {
  const { revision, tenants } = await readRow(client);
  const unverified = tenants.filter((tenant) => mac.check(tenant) === 'wrong').map(({ id }) => id);
  return {
    revision,
    tenants: tenants.map(tenantOf),
    unverified: unverified.length === 0 ? undefined : unverified,
  };
}

async function readRow(client: Pool | ClientBase): Promise<ConfigurationRow> {
  return onlyRow(
    (await client.query<ConfigurationRow>({ name: 'configuration_read', text: READ })).rows,
  );
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('configuration_revision has no row');
  return row;
}

const REMOVE_DOMAINS = 'delete from domain where tenant_id = $1 and issuer <> all ($2)';
const REMOVE_APPLICATIONS =
  'delete from application where tenant_id = $1 and client_id <> all ($2)';
const REMOVE_WEBHOOKS = 'delete from webhook where tenant_id = $1 and id <> all ($2)';
const REMOVE_EIDS = 'delete from eid_setting where tenant_id = $1';
const PUT_TENANT = `insert into tenant (id, name, branding, require_second_person, configuration_mac)
  values ($1, $2, $3, $4, $5)
  on conflict (id) do update
  set name = excluded.name, branding = excluded.branding,
    require_second_person = excluded.require_second_person,
    configuration_mac = excluded.configuration_mac`;
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
const PUT_APPLICATION = `insert into application (tenant_id, client_id, settings, secrets)
  values ($1, $2, $3, $4) on conflict (tenant_id, client_id) do update
  set settings = excluded.settings, secrets = excluded.secrets`;
/** A new webhook receives the events from now on. */
const PUT_WEBHOOK = `insert into webhook (tenant_id, id, url, events, secrets, delivered_position)
  values ($1, $2, $3, $4, $5,
    coalesce((select last_position from event_seal where tenant_id = $1
      order by number desc limit 1), 0))
  on conflict (tenant_id, id) do update
  set url = excluded.url, events = excluded.events, secrets = excluded.secrets,
    failures = 0, next_at = '-infinity'`;

/** Makes each tenant exactly as given, inside the caller's transaction. */
async function writeTenants(
  client: ClientBase,
  tenants: readonly StoredTenant[],
  mac: ConfigurationMac,
): Promise<void> {
  // All removals come first, so that an issuer can move from one tenant to another.
  for (const tenant of tenants) await removeUnlisted(client, tenant);
  for (const tenant of tenants) {
    await putTenant(client, tenant, mac);
    await putDomains(client, tenant);
    await addEids(client, tenant);
    await putApplications(client, tenant);
    await putWebhooks(client, tenant);
  }
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
  tenant: StoredTenant,
  mac: ConfigurationMac,
): Promise<void> {
  const { id, name, branding, requireSecondPerson = false } = tenant;
  const values = [id, name, branding, requireSecondPerson, mac.of(documentOf(tenant))];
  await client.query({ name: 'tenant_put', text: PUT_TENANT, values });
}

async function putDomains(client: ClientBase, { id, domains }: StoredTenant): Promise<void> {
  for (const { issuer, environment, limits, branding, ...domain } of domains) {
    const sessions = [domain.singleSignOn, domain.singleSignOnOtherDevice];
    const allowed = [limits.startsPerPerson, limits.silentAnswersPerPerson];
    const values = [id, issuer, environment, ...sessions, ...allowed, branding];
    const { rowCount } = await client.query({ name: 'domain_put', text: PUT_DOMAIN, values });
    if (rowCount !== 1) throw new Error(`domain ${issuer} belongs to another tenant`);
  }
}

async function addEids(client: ClientBase, { id, eids }: StoredTenant): Promise<void> {
  for (const [position, { eid, environment, acrValues, sealedSettings }] of eids.entries()) {
    const values = [id, eid, environment, position, acrValues, sealedSettings];
    await client.query({ name: 'eid_setting_add', text: ADD_EID, values });
  }
}

async function putApplications(
  client: ClientBase,
  { id, applications }: StoredTenant,
): Promise<void> {
  for (const application of applications) {
    const { settings, secrets } = applicationColumns(application);
    const documents = [JSON.stringify(settings), JSON.stringify(secrets)];
    const values = [id, application.clientId, ...documents];
    await client.query({ name: 'application_put', text: PUT_APPLICATION, values });
  }
}

/** A changed webhook is tried again at once: the change may have mended it. */
async function putWebhooks(client: ClientBase, { id, webhooks }: StoredTenant): Promise<void> {
  for (const webhook of webhooks) {
    const values = [id, webhook.id, webhook.url, webhook.events, webhook.sealedSecrets];
    await client.query({ name: 'webhook_put', text: PUT_WEBHOOK, values });
  }
}
