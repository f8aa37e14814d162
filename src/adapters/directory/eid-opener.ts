import { eidSettingsContext, type StoredEid, type StoredTenant } from '../../domain/content.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid, EidOffer } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { Vault } from '../../ports/vault.ts';

/** An eID as the registry offers it, opened with a tenant's settings. */
export interface OpenableEid {
  readonly offer: EidOffer;
  open(settings: unknown, surroundings: { readonly clock: Clock }): Eid;
}

/** An eID of one tenant whose settings can be read. */
export interface TenantEid {
  readonly tenantId: string;
  readonly environment: StoredEid['environment'];
  readonly offer: EidOffer;
  /** Opens it on first use; undefined when its settings turn out to be unusable. */
  eid(): Eid | undefined;
}

interface Deps {
  readonly vault: Vault;
  readonly eids: readonly OpenableEid[];
  readonly clock: Clock;
  readonly log: Log;
}

/** One eID of one tenant, as it is stored. */
interface Setting extends StoredEid {
  readonly tenantId: string;
}

/**
 * Opens the stored eIDs. What did not change since the last call stays open, with its connections. Settings
 * that cannot be read cost that one eID, not the service.
 */
export function makeEidOpener(deps: Deps): (tenants: readonly StoredTenant[]) => TenantEid[] {
  let kept = new Map<string, TenantEid | undefined>();

  return function openEids(tenants) {
    const before = kept;
    const settings = tenants.flatMap(({ id, eids }) =>
      eids.map((eid) => ({ ...eid, tenantId: id })),
    );
    kept = new Map(
      settings.map((setting) => {
        const key = JSON.stringify([
          setting.tenantId,
          setting.eid,
          setting.environment,
          setting.sealedSettings,
        ]);
        return [key, before.has(key) ? before.get(key) : prepare(setting, deps)];
      }),
    );
    return [...kept.values()].filter((eid) => eid !== undefined);
  };
}

function prepare(setting: Setting, deps: Deps): TenantEid | undefined {
  const { tenantId, environment, eid: name } = setting;
  const facts = { tenantId, eid: name, environment };
  const openable = deps.eids.find(({ offer }) => offer.name === name);
  if (openable === undefined) {
    deps.log.error('eid.unknown', facts);
    return undefined;
  }
  // Sealed settings are tried at once, so that nothing is offered that cannot be opened.
  if (attempt(() => unseal(setting, deps.vault), deps.log, facts) === undefined) return undefined;

  const open = once(() =>
    attempt(() => openable.open(unseal(setting, deps.vault), deps), deps.log, facts),
  );
  return { tenantId, environment, offer: openable.offer, eid: open };
}

function unseal({ tenantId, eid, environment, sealedSettings }: Setting, vault: Vault): unknown {
  return JSON.parse(vault.open(sealedSettings, eidSettingsContext(tenantId, eid, environment)));
}

function attempt<Result>(
  work: () => Result,
  log: Log,
  facts: { readonly tenantId: string; readonly eid: string },
): Result | undefined {
  try {
    return work();
  } catch (cause) {
    log.error('eid.unopened', { ...facts, cause });
    return undefined;
  }
}

function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}
