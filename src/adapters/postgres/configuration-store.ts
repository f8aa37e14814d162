import type { ClientBase, Pool } from 'pg';

import type { StoredTenant } from '../../domain/configuration.ts';
import {
  type ChangeScope,
  type ConfigurationStore,
  type Decision,
  IssuerTaken,
  type StoredConfiguration,
} from '../../ports/configuration.ts';
import type { Vault } from '../../ports/vault.ts';
import { partsMac } from './applications-sum.ts';
import { followChanges } from './configuration-changes.ts';
import { addRevision } from './configuration-history.ts';
import { type ConfigurationMac, canonical, configurationMac } from './configuration-mac.ts';
import {
  type ApplicationDocument,
  documentOf,
  type TenantDocument,
  tenantOf,
} from './configuration-rows.ts';
import { READ, READ_SCOPE } from './configuration-statements.ts';
import { addManagementEvent } from './management-events.ts';
import { advanceRevision } from './notifications.ts';
import {
  type OneApplication,
  type OneApplicationDeps,
  readOne,
  sealedSum,
  writeOne,
} from './one-application.ts';
import { inTransaction } from './pool.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const APPLY_LOCK = 2_026_112_019;

const REVISION = 'select revision::int as revision from configuration_revision';
const LOCK = 'select pg_advisory_xact_lock($1)';
const UPDATE_MACS = `update tenant set configuration_mac = $2, parts_mac = $3, applications_sum = $4
  where id = $1`;

interface RevisionRow {
  readonly revision: number;
}

interface ConfigurationRow extends RevisionRow {
  readonly tenants: readonly TenantDocument[];
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys' | 'seal' | 'open'>;
}

/** The declared configuration in the tables `tenant`, `domain`, `application`, `eid_setting` and `webhook`. */
export function pgConfigurationStore({ pool, vault }: Deps): ConfigurationStore {
  const parts = partsMac(vault);
  const mac = configurationMac(vault, parts);
  const deps: OneApplicationDeps = { vault, mac, parts };
  const following = followChanges(pool, { mac, parts });
  const addEvent = addManagementEvent(vault);
  return {
    async revision() {
      const { rows } = await pool.query<RevisionRow>({
        name: 'configuration_revision',
        text: REVISION,
      });
      return onlyRow(rows).revision;
    },

    async read(scope) {
      const one = applicationIn(scope);
      if (one !== undefined) return (await readOne(pool, one, deps)).stored;
      const row = await readRow(pool, scope?.tenantId);
      const stored = storedOf(row, mac);
      const verified = row.tenants.filter(({ id }) => stored.unverified?.includes(id) !== true);
      if (scope === undefined) following.keep(row.revision, verified);
      return stored;
    },

    changesSince: following.since,
    ownersOf: (issuers, tenantId) => ownersOf(pool, issuers, tenantId),

    change: (decide, scope) =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'configuration_lock', text: LOCK, values: [APPLY_LOCK] });
        const one = applicationIn(scope);
        return one === undefined
          ? changeTenants(client, decide, scope?.tenantId)
          : changeOne(client, decide, one);
      }),

    renewMacs: () =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'configuration_lock', text: LOCK, values: [APPLY_LOCK] });
        const { tenants } = await readRow(client);
        const older = tenants.filter((tenant) => mac.check(tenant) === 'older');
        for (const tenant of older) {
          await client.query(UPDATE_MACS, [tenant.id, ...macsOf(tenant, deps)]);
        }
        return older.length;
      }),
  };

  async function changeTenants<Result>(
    client: ClientBase,
    decide: (stored: StoredConfiguration) => Decision<Result>,
    tenantId: string | undefined,
  ): Promise<Result> {
    const row = await readRow(client, tenantId);
    const decision = decide(storedOf(row, mac));
    const { replace } = decision;
    if (replace.length > 0) {
      if (tenantId !== undefined) await refuseOthers(client, replace, tenantId);
      await writeTenants(client, { tenants: replace, before: row.tenants }, deps);
      await record(client, decision);
    }
    return decision.result;
  }

  async function changeOne<Result>(
    client: ClientBase,
    decide: (stored: StoredConfiguration) => Decision<Result>,
    one: OneApplication,
  ): Promise<Result> {
    const read = await readOne(client, one, deps);
    const decision = decide(read.stored);
    const [next, ...others] = decision.replace;
    if (others.length > 0) throw new Error('only one tenant may change');
    if (next !== undefined) {
      await writeOne(client, read, { next, clientId: one.clientId }, deps);
      await record(client, decision);
    }
    return decision.result;
  }

  async function record<Result>(
    client: ClientBase,
    { record, events = [] }: Decision<Result>,
  ): Promise<void> {
    for (const event of events) await addEvent(client, event);
    const revision = await advanceRevision(client);
    if (record !== undefined) await addRevision(client, revision, { record, vault });
  }
}

function storedOf(
  { revision, tenants }: ConfigurationRow,
  mac: ConfigurationMac,
): StoredConfiguration {
  const unverified = tenants.filter((tenant) => mac.check(tenant) === 'wrong').map(({ id }) => id);
  return {
    revision,
    tenants: tenants.map(tenantOf),
    unverified: unverified.length === 0 ? undefined : unverified,
  };
}

/** The columns of the MACs of a tenant: over all its rows, over its parts, and the sum of its applications. */
function macsOf(tenant: TenantDocument, { mac, parts, vault }: OneApplicationDeps): unknown[] {
  const sum = parts.sumOf(tenant.id, tenant.applications ?? []);
  return [mac.of(tenant), parts.of(tenant, sum), sealedSum(tenant.id, sum, vault)];
}

async function readRow(client: Pool | ClientBase, tenantId?: string): Promise<ConfigurationRow> {
  const statement =
    tenantId === undefined
      ? { name: 'configuration_read', text: READ }
      : { name: 'configuration_read_scope', text: READ_SCOPE, values: [tenantId] };
  return onlyRow((await client.query<ConfigurationRow>(statement)).rows);
}

function applicationIn(scope: ChangeScope | undefined): OneApplication | undefined {
  if (scope?.clientId === undefined) return undefined;
  return { tenantId: scope.tenantId, clientId: scope.clientId };
}

async function ownersOf(
  client: Pool | ClientBase,
  issuers: readonly string[],
  tenantId: string,
): Promise<ReadonlyMap<string, string>> {
  const statement = { name: 'domain_owners', text: OWNERS, values: [issuers, tenantId] };
  const { rows } = await client.query<{ issuer: string; tenant_id: string }>(statement);
  return new Map(rows.map((row) => [row.issuer, row.tenant_id]));
}

async function refuseOthers(
  client: ClientBase,
  replace: readonly StoredTenant[],
  tenantId: string,
): Promise<void> {
  if (replace.some(({ id }) => id !== tenantId))
    throw new Error(`only tenant ${tenantId} may change`);
  const issuers = replace.flatMap(({ domains }) => domains.map(({ issuer }) => issuer));
  for (const issuer of (await ownersOf(client, issuers, tenantId)).keys()) {
    throw new IssuerTaken(`tenant ${tenantId}: ${issuer} belongs to another tenant`);
  }
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('configuration_revision has no row');
  return row;
}

const OWNERS = 'select issuer, tenant_id from domain where issuer = any ($1) and tenant_id <> $2';
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

/** Makes each tenant exactly as given, inside the caller's transaction. */
async function writeTenants(
  client: ClientBase,
  {
    tenants,
    before,
  }: { readonly tenants: readonly StoredTenant[]; readonly before: readonly TenantDocument[] },
  deps: OneApplicationDeps,
): Promise<void> {
  // All removals come first, so that an issuer can move from one tenant to another.
  for (const tenant of tenants) await removeUnlisted(client, tenant);
  for (const tenant of tenants) {
    const document = documentOf(tenant);
    await putTenant(client, document, deps);
    await putDomains(client, tenant);
    await addEids(client, tenant);
    const known = before.find(({ id }) => id === tenant.id)?.applications ?? [];
    await putApplications(client, { document, known }, deps);
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
  tenant: TenantDocument,
  deps: OneApplicationDeps,
): Promise<void> {
  const { id, name, branding, requireSecondPerson = false } = tenant;
  const values = [id, name, branding, requireSecondPerson, ...macsOf(tenant, deps)];
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
  { parts }: OneApplicationDeps,
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
