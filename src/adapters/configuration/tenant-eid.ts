import { setImmediate } from 'node:timers/promises';

import {
  type EidEnvironment,
  eidSettingsContext,
  type StoredEid,
  type StoredTenant,
} from '../../domain/configuration.ts';
import { type EidOffer, mayServeProduction } from '../../domain/eid-offer.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { Eid, OpenedEid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { CertificateReading, EidOfTenant } from '../../ports/metrics.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';

/** An eID of the registry, to be opened with a tenant's settings. */
export interface OpenableEid {
  readonly offer: EidOffer;
  open(
    settings: unknown,
    runtime: { readonly clock: Clock; readonly environment: EidEnvironment },
  ): OpenedEid;
}

/** An eID of one tenant with readable settings. */
export interface TenantEid {
  readonly setting: EidOfTenant;
  /** With the acr values that the tenant offers, in the tenant's order. */
  readonly offer: EidOffer;
  /** False where the eID is restricted to other domains. */
  mayServe(environment: Environment): boolean;
  /** Opens it on first use; undefined when its settings turn out to be unusable. */
  eid(): OpenedEid | undefined;
  /** Closes its connections, if any. */
  close(): Promise<void>;
}

/** The dependencies of opening one. */
export interface TenantEidDeps {
  readonly vault: Vault;
  readonly eids: readonly OpenableEid[];
  /** Limits the calls of one eID, so that its failures affect no other logins. */
  readonly guard: (opened: OpenedEid, setting: EidOfTenant) => OpenedEid;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** One eID of one tenant, as it is stored. */
export interface StoredSetting extends StoredEid {
  readonly tenantId: string;
}

/** Prepares an eID to be opened. Undefined, and logged once, when its settings are unreadable. */
function tenantEid(stored: StoredSetting, deps: TenantEidDeps): TenantEid | undefined {
  const { tenantId, environment, eid } = stored;
  const setting = { tenantId, eid, environment };
  const openable = deps.eids.find(({ offer }) => offer.name === eid);
  if (openable === undefined) {
    deps.log.error('eid.unknown', setting);
    return undefined;
  }
  // Settings are decrypted at once, so that no unreadable eID is offered.
  const settings = tryOrLog(() => unseal(stored, deps.vault), deps.log, setting);
  if (settings === undefined) return undefined;
  const isForProduction = mayServeProduction(openable.offer, settings);

  let opened: { readonly eid: OpenedEid | undefined } | undefined;
  return {
    setting,
    offer: offerOf(stored, openable),
    mayServe: (environment) => environment === 'test' || isForProduction,
    eid() {
      opened ??= { eid: tryOrLog(() => open(openable), deps.log, setting) };
      return opened.eid;
    },
    async close() {
      await Promise.all(kindsOf(opened?.eid).map((eid) => eid.close()));
    },
  };

  function open(openable: OpenableEid): OpenedEid {
    const runtime = { clock: deps.clock, newId: deps.newId, environment };
    return deps.guard(openable.open(unseal(stored, deps.vault), runtime), setting);
  }
}

/** The eIDs that were opened together: both kinds may share one connection. */
function kindsOf({ order, redirect }: OpenedEid = {}): Eid[] {
  return [order, redirect].filter((eid) => eid !== undefined);
}

/** Only the acr values that this release of the eID has are offered. */
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

function tryOrLog<Result>(work: () => Result, log: Log, setting: EidOfTenant): Result | undefined {
  try {
    return work();
  } catch (cause) {
    log.error('eid.open_failed', { ...setting, cause });
    return undefined;
  }
}

/** Opens the stored eIDs, and closes them again. */
export interface EidOpener {
  /**
   * Unchanged eIDs stay open with their connections. Unreadable settings make only that eID unavailable.
   */
  open(tenants: readonly StoredTenant[]): readonly TenantEid[];
  /** The certificates of all eIDs; opens those that no login has used yet. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Closes dropped eIDs that no running request can still use. Never throws. */
  closeDropped(): void;
  /** Closes all. */
  close(): Promise<void>;
}

/** Seconds for which a request may use the configuration that it began with. */
const MAX_USE_SECONDS = 30;

/** Opens each eID when it is first used. */
export function makeEidOpener(deps: TenantEidDeps): EidOpener {
  const { clock, log } = deps;
  let opened = new Map<string, TenantEid | undefined>();
  let dropped: readonly { readonly eid: TenantEid; readonly closesAt: Date }[] = [];

  return {
    open(tenants) {
      const before = opened;
      opened = new Map(
        settingsOf(tenants).map((setting) => {
          const key = keyOf(setting);
          return [key, before.has(key) ? before.get(key) : tenantEid(setting, deps)];
        }),
      );
      drop(
        [...before].flatMap(([key, eid]) => (eid === undefined || opened.has(key) ? [] : [eid])),
      );
      return eidsIn(opened);
    },

    async certificates() {
      const readings: CertificateReading[] = [];
      for (const { eid, setting } of eidsIn(opened)) {
        const certificates = kindsOf(eid()).flatMap((kind) => kind.certificates());
        readings.push(...certificates.map((certificate) => ({ ...setting, ...certificate })));
        // Opening many eIDs takes a while; requests are served in between.
        await setImmediate();
      }
      return readings;
    },

    closeDropped() {
      const now = clock();
      const due = dropped.filter(({ closesAt }) => closesAt <= now);
      dropped = dropped.filter(({ closesAt }) => closesAt > now);
      for (const { eid } of due) {
        eid.close().catch((cause) => log.warn('eid.close_failed', { ...eid.setting, cause }));
      }
    },

    async close() {
      const all = [...eidsIn(opened), ...dropped.map(({ eid }) => eid)];
      dropped = [];
      await Promise.all(all.map((eid) => eid.close()));
    },
  };

  function drop(eids: readonly TenantEid[]): void {
    const closesAt = secondsAfter(clock(), MAX_USE_SECONDS);
    dropped = [...dropped, ...eids.map((eid) => ({ eid, closesAt }))];
  }
}

function settingsOf(tenants: readonly StoredTenant[]): StoredSetting[] {
  return tenants.flatMap(({ id, eids }) => eids.map((eid) => ({ ...eid, tenantId: id })));
}

function keyOf({ tenantId, eid, environment, acrValues, sealedSettings }: StoredSetting): string {
  return JSON.stringify([
    tenantId,
    eid,
    environment,
    acrValues,
    Buffer.from(sealedSettings).toString('base64'),
  ]);
}

function eidsIn(opened: ReadonlyMap<string, TenantEid | undefined>): TenantEid[] {
  return [...opened.values()].filter((eid) => eid !== undefined);
}
