import type { DeclaredTenant, StoredTenant } from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ActingAs } from '../../domain/management-event.ts';
import type {
  ChangeOrigin,
  StoredConfiguration,
  StoredSecrets,
} from '../../ports/configuration.ts';
import type { ApplyConfiguration } from './apply-configuration.ts';
import { exportedTenant } from './export-configuration.ts';
import type { Plan } from './plan.ts';
import { storedTenantOf } from './sealed-configuration.ts';
import { type SecretParts, storedSecretsOf } from './stored-secrets.ts';
import { UnknownObject } from './tenant-objects.ts';

/** The object was changed since its version was read. */
export class StaleObject extends Error {}

/** The tenant was changed in the database; an edit would confirm that change. */
export class ChangedOutside extends Error {}

/** The ports of an edit. */
export interface EditParts extends SecretParts {
  readonly apply: ApplyConfiguration;
  /** Checks a tenant with the rules of the configuration file. @throws {ConfigurationProblems} */
  readonly checkTenant: (
    tenant: JsonObject,
    stored: (tenantId: string) => StoredSecrets | undefined,
  ) => DeclaredTenant;
}

/** One edit of a tenant. */
export interface Edit extends ChangeOrigin {
  /** In the audit. */
  readonly actor: ActingAs;
  readonly tenantId: string;
  /** Reports the plan alone. */
  readonly dryRun: boolean;
  /**
   * Makes the new tenant from the one stored now, in the transaction that writes it: what it throws changes nothing.
   * `before` is undefined for a tenant that does not exist; without `mayCreate` that is an error.
   */
  readonly change: (before: JsonObject | undefined, stored: StoredTenant | undefined) => JsonObject;
  readonly mayCreate?: boolean;
  /** Only this application may change: `change` sees no other one. So its cost is the same however many there are. */
  readonly application?: string | undefined;
  /** Removes objects too; for the removal of one object that is its very purpose. */
  readonly allowRemove?: boolean;
  /** Takes from applications in use what their people need. */
  readonly allowLockOut?: boolean;
  /** The plan that was approved; another one is refused. */
  readonly onlyPlan?: Plan | undefined;
  /** A complete declaration, which makes a tenant valid again that was changed in the database. */
  readonly isComplete?: boolean;
}

/** The result of an edit. */
export interface Edited {
  readonly plan: Plan;
  readonly before: JsonObject | undefined;
  /** The tenant as this edit left it, with one application if only that may change; another edit may have followed. */
  readonly after: JsonObject;
}

/** Changes one tenant. */
export type EditSettings = (edit: Edit) => Promise<Edited>;

/**
 * Changes one tenant as the configuration file would: with the same rules, the same plan and the same transaction. Of two
 * edits at once the second sees the result of the first.
 * @throws {UnknownObject} there is no such tenant
 * @throws {ChangedOutside} it was changed in the database
 * @throws {PlanChanged} the plan is not the one that was approved
 * @throws {ConfigurationProblems} with the path of each refused setting
 */
export function makeEditSettings({
  apply,
  checkTenant,
  vault,
  mapEidSecrets,
}: EditParts): EditSettings {
  const parts = { vault, mapEidSecrets };

  return async function editSettings(edit) {
    let edited: Omit<Edited, 'plan'> | undefined;
    const { tenantId, application, dryRun, onlyPlan } = edit;
    const { allowRemove = false, allowLockOut = false, who, actor, reason, source } = edit;
    const scope = { tenantId, clientId: application };
    const plan = await apply(
      (stored) => {
        const { before, declared, old } = declaredBy(edit, stored);
        const after = exportedTenant(storedTenantOf(declared, old, vault), parts);
        edited = { before, after };
        return { tenants: [declared] };
      },
      { dryRun, allowRemove, allowLockOut, onlyPlan, who, actor, reason, source, scope },
    );
    if (edited === undefined) throw new Error('an edit was not applied');
    return { plan, ...edited };
  };

  function declaredBy(edit: Edit, { tenants, unverified = [] }: StoredConfiguration) {
    const { tenantId, change, mayCreate = false, isComplete = false } = edit;
    const old = tenants.find(({ id }) => id === tenantId);
    if (old === undefined && !mayCreate) throw new UnknownObject('there is no such tenant');
    if (!isComplete && unverified.includes(tenantId)) {
      throw new ChangedOutside('the tenant was changed in the database: apply all of it');
    }
    const before = old && exportedTenant(old, parts);
    const next = change(before, old);
    const secrets = old && storedSecretsOf(old, parts);
    const declared = checkTenant(next, (id) => (id === tenantId ? secrets : undefined));
    return { old, before, declared };
  }
}
