import {
  clientSecretContext,
  type DeclaredConfiguration,
  type DeclaredTenant,
} from '../../domain/configuration.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { type ActingAs, COMMAND_LINE } from '../../domain/management-event.ts';
import {
  type ChangeOrigin,
  type ChangeScope,
  type ConfigurationStore,
  IssuerTaken,
  type MapEidSecrets,
  type StoredConfiguration,
} from '../../ports/configuration.ts';
import type { ReadRecentUse } from '../../ports/recent-use.ts';
import type { Clock } from '../../ports/runtime.ts';
import { type CertificateFaults, refuseUnfitCertificates } from '../eids/unfit-certificates.ts';
import { changedPartsOf } from './changed-parts.ts';
import { ConfigurationConflict, refuseForeignIssuers, refuseOwned } from './issuer-conflicts.ts';
import {
  type LockOut,
  LocksOut,
  type Loss,
  type LossFacts,
  lockOutsOf,
  lossesOf,
} from './lock-outs.ts';
import { type Plan, type PlannedChange, planOf, tenantChanges } from './plan.ts';
import type { EventsOfPlan } from './plan-events.ts';
import { recordOf, recordOfOne } from './revisions.ts';
import { type ConfigurationVault, isSame, storedTenantOf } from './sealed-configuration.ts';
import { type DemoCheck, refuseDemoMaterial, refuseForeignKey } from './startup-checks.ts';

/** The ports of applying. */
export interface ApplyParts {
  readonly configurationStore: ConfigurationStore;
  readonly vault: ConfigurationVault;
  readonly mapEidSecrets: MapEidSecrets;
  readonly demo: DemoCheck;
  /** Finds certificates that could not serve; absent: none is checked. */
  readonly certificateFaults?: CertificateFaults;
  /** Finds people who would be locked out; absent: nobody looks. */
  readonly lockOuts?: LockOutParts;
  /** Makes the events of a change; absent: it leaves none. */
  readonly eventsOf?: EventsOfPlan;
}

/** What finding people takes who would be locked out. */
export interface LockOutParts extends Pick<LossFacts, 'eids' | 'console'> {
  readonly recentUse: ReadRecentUse;
  readonly clock: Clock;
}

/** The seconds in which a login makes an application one that is in use. */
const IN_USE_SECONDS = 86_400;

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
  /** Takes from applications in use what their people need. */
  readonly allowLockOut?: boolean;
  /** The plan that was approved; another one is refused. */
  readonly onlyPlan?: Plan | undefined;
  /** The declaration sees and declares only this tenant, or of it only this application; all others stay. */
  readonly scope?: ChangeScope | undefined;
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
 * @throws {LocksOut} people would be locked out without `allowLockOut`; never in a dry run
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
  lockOuts,
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
      const losses = lockOuts && lossesOf(old, next, lossFacts(declared, lockOuts));
      const isUnverified = stored.unverified?.includes(declared.id) === true;
      const all = isUnverified ? [...changes, verifiedAgain(declared.id)] : changes;
      return { next, losses: losses ?? [], changes: all };
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
      losses: changed.flatMap(({ losses }) => losses),
    };
  }

  function lossFacts(
    { id, applications }: DeclaredTenant,
    { eids, clock, console }: LockOutParts,
  ): LossFacts {
    return {
      eids,
      console,
      now: clock(),
      isHashedAgain: (clientId, hash) =>
        applications
          .filter((one) => one.clientId === clientId)
          .flatMap(({ secrets }) => secrets)
          .some(
            ({ value }) =>
              typeof value === 'string' &&
              vault.matches(value, hash, clientSecretContext(id, clientId)),
          ),
    };
  }

  /** Those of the losses that people would notice who logged in lately. */
  async function lockOutsIn(losses: readonly Loss[]): Promise<readonly LockOut[]> {
    if (lockOuts === undefined) return [];
    const since = secondsAfter(lockOuts.clock(), -IN_USE_SECONDS);
    const tenants = [...new Set(losses.map(({ tenant }) => tenant))];
    const found = await Promise.all(
      tenants.map(async (id) => {
        const own = losses.filter(({ tenant }) => tenant === id);
        const names = own.map(({ application }) => application);
        return lockOutsOf(own, await lockOuts.recentUse(id, names, since));
      }),
    );
    return found.flat();
  }

  return async function applyConfiguration(declaration, options = {}) {
    const { dryRun = false, allowRemove = false, allowLockOut = false, onlyPlan, scope } = options;
    if (dryRun) {
      const { result, losses } = await planned(declaration, scope);
      const locksOut = await lockOutsIn(losses);
      return locksOut.length === 0 ? result : { ...result, locksOut };
    }
    const { who = 'unknown', reason, source = 'file' } = options;
    const { actor = { who: { ...COMMAND_LINE, name: who }, roles: [] } } = options;
    const change = (known: readonly Loss[] | undefined) =>
      configurationStore.change((stored) => {
        const { replace, result, losses } = decide(declaration, stored);
        if (onlyPlan !== undefined && !isSamePlan(result, onlyPlan)) {
          throw new PlanChanged('the configuration was changed since the plan was approved');
        }
        if (!allowRemove && result.totals.remove > 0) throw new RemovalsRefused(result);
        if (!allowLockOut && losses.some((loss) => !isKnown(loss, known))) {
          throw new UnknownLosses(losses);
        }
        const contents = replace.map((tenant) => ({
          ...(scope?.clientId === undefined
            ? recordOf(tenant, vault)
            : recordOfOne(tenant, scope.clientId)),
          changed: changedPartsOf(result.changes, tenant.id),
        }));
        const events = eventsOf(result, { actor, reason });
        return { replace, result, record: { who, reason, source, contents }, events };
      }, scope);

    // Who logged in is read outside the transaction, which holds back every other change.
    let known: readonly Loss[] | undefined;
    for (;;) {
      try {
        return await change(known);
      } catch (error) {
        if (error instanceof IssuerTaken) throw new ConfigurationConflict(error.message);
        if (!(error instanceof UnknownLosses)) throw error;
        const locksOut = await lockOutsIn(error.losses);
        if (locksOut.length > 0) throw new LocksOut(locksOut);
        known = error.losses;
      }
    }
  };

  async function planned(declaration: Declaration, scope: ChangeScope | undefined) {
    const decision = decide(declaration, await configurationStore.read(scope));
    if (scope === undefined) return decision;
    const issuers = decision.replace.flatMap(({ domains }) => domains.map(({ issuer }) => issuer));
    const owners = await configurationStore.ownersOf(issuers, scope.tenantId);
    refuseOwned([...owners.keys()].map((issuer) => ({ id: scope.tenantId, issuer })));
    return decision;
  }
}

/** Aborts a change until it is known whether somebody needs what it takes. */
class UnknownLosses extends Error {
  readonly losses: readonly Loss[];

  constructor(losses: readonly Loss[]) {
    super('it is not known yet who needs what this takes away');
    this.losses = losses;
  }
}

function isKnown(loss: Loss, known: readonly Loss[] = []): boolean {
  return known.some(
    ({ tenant, application }) => tenant === loss.tenant && application === loss.application,
  );
}

/** Who would be locked out changes by the hour. */
function isSamePlan(one: Plan, { changes, totals }: Plan): boolean {
  return isSame({ changes: one.changes, totals: one.totals }, { changes, totals });
}

/** The change of a tenant that was changed in the database: it becomes as declared, with a new hash. */
function verifiedAgain(tenantId: string): PlannedChange {
  const settings = [{ name: 'integrity', before: 'changed in the database', after: 'as declared' }];
  return { tenant: tenantId, action: 'change', what: 'tenant', id: tenantId, settings };
}
