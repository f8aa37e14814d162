import type { Pool } from 'pg';

import { groupedBy } from '../../../domain/grouped-by.ts';
import type { ChangedApplication, ConfigurationChanges } from '../../../ports/configuration.ts';
import { type Addends, type PartsMac, sumOfAddends } from './applications-sum.ts';
import type { ConfigurationMac } from './configuration-mac.ts';
import {
  type ApplicationDocument,
  applicationOf,
  type TenantDocument,
  tenantOf,
} from './configuration-rows.ts';
import { TENANT_PARTS } from './configuration-statements.ts';

/** Of more changes reading all is cheaper. */
const MAX_CHANGES = 100;

/** One moment: the revision, what changed since $1, and the present state of that. */
const READ = `with changed as (select distinct tenant_id, client_id, revision from configuration_history
      where revision > $1 limit ${MAX_CHANGES + 1}),
    whole as (select distinct tenant_id from changed where client_id is null),
    named as (select distinct tenant_id, client_id from changed
      where tenant_id not in (select tenant_id from whole))
  select revision::int as revision,
    (select count(distinct revision)::int from changed) as revisions,
    (select count(*)::int from changed) as changes,
    (select json_agg(json_build_object('clientId', named.client_id, 'tenantId', named.tenant_id,
        'settings', application.settings, 'secrets', application.secrets))
      from named left join application using (tenant_id, client_id)) as applications,
    (select json_agg(json_build_object(${TENANT_PARTS.frame}, 'applications', null))
      from tenant t where t.id in (select tenant_id from named)) as frames,
    (select json_agg(json_build_object(${TENANT_PARTS.frame}, ${TENANT_PARTS.applications}))
      from tenant t where t.id in (select tenant_id from whole)) as tenants
  from configuration_revision`;

interface Row {
  readonly revision: number;
  readonly revisions: number;
  readonly changes: number;
  readonly applications: readonly NamedApplication[] | null;
  /** Of the tenants of these applications. */
  readonly frames: readonly TenantDocument[] | null;
  readonly tenants: readonly TenantDocument[] | null;
}

/** An application of a tenant; its columns are null when it was removed. */
interface NamedApplication extends Pick<ApplicationDocument, 'clientId'> {
  readonly tenantId: string;
  readonly settings: ApplicationDocument['settings'] | null;
  readonly secrets: ApplicationDocument['secrets'] | null;
}

/** Follows the changes from the state that was read before. */
export interface FollowChanges {
  /** Keeps what the applications of verified tenants add to their sums in this revision. */
  keep(revision: number, tenants: readonly TenantDocument[]): void;
  /** As `ConfigurationStore.changesSince`. */
  since(revision: number): Promise<ConfigurationChanges | undefined>;
}

/**
 * The sums of the tenants are followed in memory. So after a change of one application the tenant's MAC verifies as if all had
 * been read, however many there are.
 */
export function followChanges(
  pool: Pool,
  { mac, parts }: { readonly mac: ConfigurationMac; readonly parts: PartsMac },
): FollowChanges {
  let known: { readonly revision: number; readonly addends: Map<string, Addends> } | undefined;

  return {
    keep(revision, tenants) {
      known = { revision, addends: new Map(tenants.map(addendsOf)) };
    },

    async since(revision) {
      const before = known;
      if (before === undefined || before.revision !== revision) return undefined;
      const statement = { name: 'configuration_changes', text: READ, values: [revision] };
      const [row] = (await pool.query<Row>(statement)).rows;
      if (row === undefined || !isFollowed(row, revision)) return undefined;
      const applications = row.applications ?? [];
      const tenants = row.tenants ?? [];
      if (tenants.some((tenant) => mac.check(tenant) === 'wrong')) return undefined;
      const addends = new Map([...before.addends, ...tenants.map(addendsOf)]);
      for (const [id, own] of groupedBy(applications, ({ tenantId }) => tenantId)) {
        const next = changedAddends(
          row.frames?.find((frame) => frame.id === id),
          own,
          addends.get(id),
        );
        if (next === undefined) return undefined;
        addends.set(id, next);
      }
      known = { revision: row.revision, addends };
      const changed = applications.map(changeOf);
      return { revision: row.revision, tenants: tenants.map(tenantOf), applications: changed };
    },
  };

  function addendsOf({ id, applications }: TenantDocument) {
    return [id, parts.addendsOf(id, applications ?? [])] as const;
  }

  /** Undefined: the tenant does not verify. */
  function changedAddends(
    frame: TenantDocument | undefined,
    own: readonly NamedApplication[],
    old: Addends | undefined,
  ): Addends | undefined {
    if (frame === undefined || old === undefined) return undefined;
    const next = new Map(old);
    for (const { clientId } of own) next.delete(clientId);
    const present = own.flatMap((one) => documentIn(one) ?? []);
    for (const [name, addend] of parts.addendsOf(frame.id, present)) next.set(name, addend);
    return parts.holds(frame, sumOfAddends(next)) ? next : undefined;
  }
}

/** Each revision since then left a record. */
function isFollowed({ revision, revisions, changes }: Row, since: number): boolean {
  return changes <= MAX_CHANGES && revisions === revision - since;
}

function documentIn({
  clientId,
  settings,
  secrets,
}: NamedApplication): ApplicationDocument | undefined {
  return settings === null || secrets === null ? undefined : { clientId, settings, secrets };
}

function changeOf(named: NamedApplication): ChangedApplication {
  const { tenantId, clientId } = named;
  const document = documentIn(named);
  return { tenantId, clientId, application: document && applicationOf(document) };
}
