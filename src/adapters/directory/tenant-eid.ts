import { type EidScope, eidSettingsContext, type StoredEid } from '../../domain/content.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid, EidOffer } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { EidOfTenant } from '../../ports/meter.ts';
import type { Vault } from '../../ports/vault.ts';

/** An eID as the registry offers it, opened with a tenant's settings. */
export interface OpenableEid {
  readonly offer: EidOffer;
  open(
    settings: unknown,
    surroundings: { readonly clock: Clock; readonly environment: EidScope },
  ): Eid;
}

/** An eID of one tenant whose settings can be read. */
export interface TenantEid {
  readonly setting: EidOfTenant;
  /** With the acr values that the tenant offers, in the tenant's order. */
  readonly offer: EidOffer;
  /** Opens it on first use; undefined when its settings turn out to be unusable. */
  eid(): Eid | undefined;
  /** Ends the connections that it has, if any. */
  close(): Promise<void>;
}

/** What opening one takes. */
export interface TenantEidDeps {
  readonly vault: Vault;
  readonly eids: readonly OpenableEid[];
  /** Keeps the trouble of one eID from those who do not use it. */
  readonly guard: (eid: Eid, setting: EidOfTenant) => Eid;
  readonly clock: Clock;
  readonly log: Log;
}

/** One eID of one tenant, as it is stored. */
export interface StoredSetting extends StoredEid {
  readonly tenantId: string;
}

/** Readies it to be opened; undefined, and told once, when nobody could. */
export function tenantEid(stored: StoredSetting, deps: TenantEidDeps): TenantEid | undefined {
  const { tenantId, environment, eid } = stored;
  const setting = { tenantId, eid, environment };
  const openable = deps.eids.find(({ offer }) => offer.name === eid);
  if (openable === undefined) {
    deps.log.error('eid.unknown', setting);
    return undefined;
  }
  // Sealed settings are tried at once, so that nothing is offered that cannot be opened.
  if (attempt(() => unseal(stored, deps.vault), deps.log, setting) === undefined) return undefined;

  let opened: { readonly eid: Eid | undefined } | undefined;
  return {
    setting,
    offer: offerOf(stored, openable),
    eid() {
      opened ??= { eid: attempt(() => open(openable), deps.log, setting) };
      return opened.eid;
    },
    async close() {
      await opened?.eid?.close();
    },
  };

  function open(openable: OpenableEid): Eid {
    const surroundings = { clock: deps.clock, environment };
    return deps.guard(openable.open(unseal(stored, deps.vault), surroundings), setting);
  }
}

/** An acr value that this release of the eID does not have is not offered. */
function offerOf({ acrValues }: StoredSetting, { offer }: OpenableEid): EidOffer {
  if (acrValues === undefined) return offer;
  const variants = acrValues.flatMap((acr) => offer.variants.find((one) => one.acr === acr) ?? []);
  return { ...offer, variants };
}

function unseal(
  { tenantId, eid, environment, sealedSettings }: StoredSetting,
  vault: Vault,
): unknown {
  return JSON.parse(vault.open(sealedSettings, eidSettingsContext(tenantId, eid, environment)));
}

function attempt<Result>(work: () => Result, log: Log, setting: EidOfTenant): Result | undefined {
  try {
    return work();
  } catch (cause) {
    log.error('eid.unopened', { ...setting, cause });
    return undefined;
  }
}
