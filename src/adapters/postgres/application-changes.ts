import type { Pool } from 'pg';

import { groupedBy } from '../../domain/grouped-by.ts';
import type { ApplicationChanges, ChangedApplication } from '../../ports/configuration.ts';
import { type Addends, type PartsMac, sumOfAddends } from './applications-sum.ts';
import {
  type ApplicationDocument,
  applicationOf,
  type TenantDocument,
} from './configuration-rows.ts';
import { TENANT_PARTS } from './configuration-statements.ts';

/** Of more applications reading all is cheaper. */
const MAX_CHANGES = 100;

/** One moment: the revision, what changed since $1, and the present state of that. */
const READ = `with changed as (select distinct tenant_id, client_id, revision from configuration_history
      where revision > $1 limit ${MAX_CHANGES + 1}),
    named as (select distinct tenant_id, client_id from changed where client_id is not null)
  select revision::int as revision,
    (select count(distinct revision)::int from changed) as revisions,
    (select count(*)::int from changed) as changes,
    (select count(*)::int from changed where client_id is null) as whole,
    (select json_agg(json_build_object('clientId', named.client_id, 'tenantId', named.tenant_id,
        'settings', application.settings, 'secrets', application.secrets))
      from named left join application using (tenant_id, client_id)) as applications,
    (select json_agg(json_build_object(${TENANT_PARTS.frame}, 'applications', null))
      from tenant t where t.id in (select tenant_id from named)) as tenants
  from configuration_revision`;

interface Row {
  readonly revision: number;
  readonly revisions: number;
  readonly changes: number;
  readonly whole: number;
  readonly applications: readonly NamedApplication[] | null;
  readonly tenants: readonly TenantDocument[] | null;
}

/** An application of a tenant; its columns are null when it was removed. */
interface NamedApplication extends Pick<ApplicationDocument, 'clientId'> {
  readonly tenantId: string;
  readonly settings: ApplicationDocument['settings'] | null;
  readonly secrets: ApplicationDocument['secrets'] | null;
}

/** Follows the changes of applications from the state that was read before. */
export interface FollowApplications {
  /** Keeps what verified tenants add to their sums in this revision. */
  keep(revision: number, tenants: readonly TenantDocument[]): void;
  /** As `ConfigurationStore.changesSince`. */
  since(revision: number): Promise<ApplicationChanges | undefined>;
}

/**
 * The sums of the tenants are followed in memory. So after a change of one application the tenant's MAC verifies as if all had
 * been read, however many there are.
 */
export function followApplications(pool: Pool, parts: PartsMac): FollowApplications {
  let known: { readonly revision: number; readonly addends: Map<string, Addends> } | undefined;

  return {
    keep(revision, tenants) {
      const addends = tenants.map(
        ({ id, applications }) => [id, parts.addendsOf(id, applications ?? [])] as const,
      );
      known = { revision, addends: new Map(addends) };
    },

    async since(revision) {
      const before = known;
      if (before === undefined || before.revision !== revision) return undefined;
      const statement = { name: 'configuration_changes', text: READ, values: [revision] };
      const [row] = (await pool.query<Row>(statement)).rows;
      if (row === undefined || !isOfApplications(row, revision)) return undefined;
      const addends = new Map(before.addends);
      for (const [id, own] of groupedBy(row.applications ?? [], ({ tenantId }) => tenantId)) {
        const next = changedAddends(id, { row, own, old: before.addends.get(id) });
        if (next === undefined) return undefined;
        addends.set(id, next);
      }
      known = { revision: row.revision, addends };
      return { revision: row.revision, changed: (row.applications ?? []).map(changeOf) };
    },
  };

  /** Undefined: the tenant does not verify. */
  function changedAddends(
    tenantId: string,
    {
      row,
      own,
      old,
    }: {
      readonly row: Row;
      readonly own: readonly NamedApplication[];
      readonly old: Addends | undefined;
    },
  ): Addends | undefined {
    const frame = row.tenants?.find(({ id }) => id === tenantId);
    if (frame === undefined || old === undefined) return undefined;
    const next = new Map(old);
    for (const { clientId } of own) next.delete(clientId);
    const present = own.flatMap((one) => documentIn(one) ?? []);
    for (const [name, addend] of parts.addendsOf(tenantId, present)) next.set(name, addend);
    return parts.holds(frame, sumOfAddends(next)) ? next : undefined;
  }
}

/** Each revision since then left a record, and each record is of one application. */
function isOfApplications({ revisions, changes, whole, ...row }: Row, since: number): boolean {
  return whole === 0 && changes <= MAX_CHANGES && revisions === row.revision - since;
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
