import type { DeclaredTenant, EidEnvironment, StoredTenant } from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { SettingFault } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';
import { openedSettings } from '../configuration/sealed-configuration.ts';

/** The faults of the certificates in an eID's settings, which satisfy its schema. Paths begin at the settings. */
export type CertificateFaults = (
  eid: string,
  settings: JsonObject,
  environment: EidEnvironment,
) => readonly SettingFault[];

/** An eID that checks its certificates. */
export interface CertifiedEid {
  readonly offer: { readonly name: string };
  readonly certificateChecks?: {
    faults(
      settings: unknown,
      use: { readonly now: Date; readonly environment: EidEnvironment },
    ): readonly SettingFault[];
  };
}

/** Checks by the eIDs of this release. An eID without certificates has no faults. */
export function certificateFaultsOf(
  eids: readonly CertifiedEid[],
  clock: Clock,
): CertificateFaults {
  return (eid, settings, environment) => {
    const known = eids.find(({ offer }) => offer.name === eid);
    return known?.certificateChecks?.faults(settings, { now: clock(), environment }) ?? [];
  };
}

/** Settings with a certificate that could not serve. */
export class UnfitCertificates extends Error {
  /** Paths begin at the tenant: `eids[0].settings.…`. */
  readonly problems: readonly SettingFault[];

  constructor(tenantId: string, problems: readonly SettingFault[], eids: DeclaredTenant['eids']) {
    const eidAt = (path: string) => eids[Number(/^eids\[(\d+)\]/.exec(path)?.[1])]?.eid;
    super(
      problems
        .map(({ path, message }) => {
          const setting = path.replace(/^eids\[\d+\]\./, '');
          return `tenant ${tenantId}, eid ${eidAt(path)}: ${setting} ${message}`;
        })
        .join('\n'),
    );
    this.problems = problems;
  }
}

/**
 * Refuses certificates that could not serve. What is stored already has its alarms and is not refused again: an expired
 * certificate must not keep other changes away.
 * @throws {UnfitCertificates}
 */
export function refuseUnfitCertificates(
  { id, eids }: DeclaredTenant,
  stored: StoredTenant | undefined,
  { vault, faultsOf }: { readonly vault: Vault; readonly faultsOf: CertificateFaults },
): void {
  const problems = eids.flatMap(({ eid, environment, settings }, index) => {
    const old = stored?.eids.find((one) => one.eid === eid && one.environment === environment);
    const before = old && openedSettings(id, old, vault);
    const known = before === undefined ? [] : faultsOf(eid, before, environment).map(textOf);
    return faultsOf(eid, settings, environment)
      .filter((fault) => !known.includes(textOf(fault)))
      .map(({ path, message }) => ({ path: `eids[${index}].settings.${path}`, message }));
  });
  if (problems.length > 0) throw new UnfitCertificates(id, problems, eids);
}

function textOf({ path, message }: SettingFault): string {
  return `${path} ${message}`;
}
