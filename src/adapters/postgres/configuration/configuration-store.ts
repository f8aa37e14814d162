import type { ClientBase, Pool } from 'pg';

import type { StoredTenant } from '../../../domain/configuration.ts';
import {
  type ChangeScope,
  type ConfigurationStore,
  type Decision,
  IssuerTaken,
  type StoredConfiguration,
} from '../../../ports/configuration.ts';
import type { Vault } from '../../../ports/vault.ts';
import { addManagementEvent } from '../administration/management-events.ts';
import { advanceRevision } from '../notifications.ts';
import { inTransaction } from '../pool.ts';
import { partsMac } from './applications-sum.ts';
import { followChanges } from './configuration-changes.ts';
import { addRevision } from './configuration-history.ts';
import { type ConfigurationMac, configurationMac } from './configuration-mac.ts';
import { type TenantDocument, tenantOf } from './configuration-rows.ts';
import { READ, READ_SCOPE } from './configuration-statements.ts';
import { type OneApplication, readOne, type TenantMacs, writeOne } from './one-application.ts';
import { renewMacs, writeTenants } from './write-tenants.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const APPLY_LOCK = 2_026_112_019;

const REVISION = 'select revision::int as revision from configuration_revision';
const LOCK = 'select pg_advisory_xact_lock($1)';
const OWNERS = 'select issuer, tenant_id from domain where issuer = any ($1) and tenant_id <> $2';

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
  const macs: TenantMacs = { vault, mac, parts };
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
      if (one !== undefined) return (await readOne(pool, one, macs)).stored;
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
        for (const tenant of older) await renewMacs(client, tenant, macs);
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
      await writeTenants(client, { tenants: replace, before: row.tenants }, macs);
      await record(client, decision);
    }
    return decision.result;
  }

  async function changeOne<Result>(
    client: ClientBase,
    decide: (stored: StoredConfiguration) => Decision<Result>,
    one: OneApplication,
  ): Promise<Result> {
    const read = await readOne(client, one, macs);
    const decision = decide(read.stored);
    const [next, ...others] = decision.replace;
    if (others.length > 0) throw new Error('only one tenant may change');
    if (next !== undefined) {
      await writeOne(client, read, { next, clientId: one.clientId }, macs);
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
