import type { DeclaredConfiguration } from '../domain/configuration.ts';
import { type ActingAs, COMMAND_LINE } from '../domain/management-event.ts';
import type {
  ChangeOrigin,
  ConfigurationStore,
  MapEidSecrets,
  OneApplication,
  StoredConfiguration,
} from '../ports/configuration.ts';
import { type Plan, type PlannedChange, planOf, tenantChanges } from './plan.ts';
import type { EventsOfPlan } from './plan-events.ts';
import { recordOf, recordOfOne } from './revisions.ts';
import { type ConfigurationVault, isSame, storedTenantOf } from './sealed-configuration.ts';
import { type DemoCheck, refuseDemoMaterial, refuseForeignKey } from './startup-checks.ts';
import { type CertificateFaults, refuseUnfitCertificates } from './unfit-certificates.ts';

/** The ports of applying. */
export interface ApplyParts {
  readonly configurationStore: ConfigurationStore;
  readonly vault: ConfigurationVault;
  readonly mapEidSecrets: MapEidSecrets;
  readonly demo: DemoCheck;
  /** Finds certificates that could not serve; absent: none is checked. */
  readonly certificateFaults?: CertificateFaults;
  /** Makes the events of a change; absent: it leaves none. */
  readonly eventsOf?: EventsOfPlan;
}

/** A conflict with the stored configuration, which the check of the file cannot find. */
export class ConfigurationConflict extends Error {}

/** The stored configuration changed since the plan was approved. */
export class PlanChanged extends Error {}

/** Parts would be removed, and that was not allowed. */
export class RemovalsRefused extends Error {
  readonly plan: Plan;

  constructor(plan: Plan) {
    super('nothing was written: parts would be removed, and that was not allowed');
    this.plan = plan;
  }
}

/** How to apply, and what to keep about it. */
export interface ApplyOptions extends Partial<ChangeOrigin> {
  /** In the audit; undefined: a command. */
  readonly actor?: ActingAs | undefined;
  /** Only plans. */
  readonly dryRun?: boolean;
  /** Removes domains, eIDs, applications and webhooks. */
  readonly allowRemove?: boolean;
  /** The plan that was approved; another one is refused. */
  readonly onlyPlan?: Plan | undefined;
  /** The declaration sees and declares only this application of the tenant, beside its other settings, which stay. */
  readonly one?: OneApplication | undefined;
}

/**
 * The configuration, or what makes it from the stored one while no other change runs. What this throws aborts the change.
 */
export type Declaration =
  | DeclaredConfiguration
  | ((stored: StoredConfiguration) => DeclaredConfiguration);

/** Makes the stored configuration equal to the declared one; returns what was planned and done. */
export type ApplyConfiguration = (declared: Declaration, options?: ApplyOptions) => Promise<Plan>;

/**
 * All declared tenants become exactly as declared, in one transaction; other tenants stay. A repeat changes nothing. A dry
 * run returns the same and writes nothing.
 * @throws {ConfigurationConflict} an issuer belongs to another tenant
 * @throws {UnknownStoredSecret} a client secret refers to one that is not stored
 * @throws {PlanChanged} the plan is not `onlyPlan`
 * @throws {UnfitCertificates} a new certificate could not serve
 * @throws {RemovalsRefused} parts would be removed without `allowRemove`; never in a dry run
 * @throws {ForeignKey} the stored configuration was encrypted with an unknown key
 * @throws {DemoMaterial} a production domain would accept public demo material
 */
export function makeApplyConfiguration({
  configurationStore,
  vault,
  mapEidSecrets,
  demo,
  certificateFaults = () => [],
  eventsOf = () => [],
}: ApplyParts): ApplyConfiguration {
  function decide(declaration: Declaration, stored: StoredConfiguration) {
    refuseForeignKey(stored.tenants, vault);
    const configuration = typeof declaration === 'function' ? declaration(stored) : declaration;
    const before = new Map(stored.tenants.map((tenant) => [tenant.id, tenant]));
    const decisions = configuration.tenants.map((declared) => {
      const old = before.get(declared.id);
      refuseUnfitCertificates(declared, old, { vault, faultsOf: certificateFaults });
      const next = storedTenantOf(declared, old, vault);
      const changes = tenantChanges(old, next, { vault, mapEidSecrets });
      const isUnverified = stored.unverified?.includes(declared.id) === true;
      return { next, changes: isUnverified ? [...changes, verifiedAgain(declared.id)] : changes };
    });
    refuseForeignIssuers(configuration, stored);
    refuseDemoMaterial(
      decisions.map(({ next }) => next),
      { vault, ...demo },
    );
    const changed = decisions.filter(({ changes }) => changes.length > 0);
    return {
      replace: changed.map(({ next }) => next),
      result: planOf(changed.flatMap(({ changes }) => changes)),
    };
  }

  return async function applyConfiguration(declaration, options = {}) {
    const { dryRun = false, allowRemove = false, onlyPlan, one } = options;
    if (dryRun) return decide(declaration, await configurationStore.read(one)).result;
    const { who = 'unknown', reason, source = 'file' } = options;
    const { actor = { who: { ...COMMAND_LINE, name: who }, roles: [] } } = options;
    return configurationStore.change((stored) => {
      const { replace, result } = decide(declaration, stored);
      if (onlyPlan !== undefined && !isSame(result, onlyPlan)) {
        throw new PlanChanged('the configuration was changed since the plan was approved');
      }
      if (!allowRemove && result.totals.remove > 0) throw new RemovalsRefused(result);
      const contents = replace.map((tenant) =>
        one === undefined ? recordOf(tenant, vault) : recordOfOne(tenant, one.clientId),
      );
      const events = eventsOf(result, { actor, reason });
      return { replace, result, record: { who, reason, source, contents }, events };
    }, one);
  };
}

/** The change of a tenant that was changed in the database: it becomes as declared, with a new hash. */
function verifiedAgain(tenantId: string): PlannedChange {
  const settings = [{ name: 'integrity', before: 'changed in the database', after: 'as declared' }];
  return { tenant: tenantId, action: 'change', what: 'tenant', id: tenantId, settings };
}

function refuseForeignIssuers(
  configuration: DeclaredConfiguration,
  stored: StoredConfiguration,
): void {
  const named = new Set(configuration.tenants.map(({ id }) => id));
  const others = stored.tenants.filter(({ id }) => !named.has(id));
  const owners = new Map(
    others.flatMap(({ id, domains }) => domains.map(({ issuer }) => [issuer, id] as const)),
  );
  const conflicts = configuration.tenants.flatMap(({ id, domains }) =>
    domains.flatMap(({ issuer }) => {
      const owner = owners.get(issuer);
      return owner === undefined ? [] : `tenant ${id}: ${issuer} belongs to tenant ${owner}`;
    }),
  );
  if (conflicts.length > 0) throw new ConfigurationConflict(conflicts.join('\n'));
}
