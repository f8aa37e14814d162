import { setImmediate } from 'node:timers/promises';

import type { StoredTenant } from '../../domain/content.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { CertificateReading } from '../../ports/readings.ts';
import { type StoredSetting, type TenantEid, type TenantEidDeps, tenantEid } from './tenant-eid.ts';

/** Opens the stored eIDs, and closes them again. */
export interface EidOpener {
  /**
   * What did not change since the last call stays open, with its connections. Settings that cannot be read cost that
   * one eID, not the service.
   */
  open(tenants: readonly StoredTenant[]): readonly TenantEid[];
  /** Of all that stay open; opens those that nobody has used yet. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Closes what was dropped so long ago that no request can use it any more. Never throws. */
  closeDropped(): void;
  /** Closes all. */
  close(): Promise<void>;
}

/** Seconds for which a request may go on with the configuration that it began with. */
const LONGEST_USE = 30;

/** Opens each eID when it is first used. */
export function makeEidOpener(deps: TenantEidDeps): EidOpener {
  const { clock, log } = deps;
  let kept = new Map<string, TenantEid | undefined>();
  let dropped: readonly { readonly eid: TenantEid; readonly closesAt: Date }[] = [];

  return {
    open(tenants) {
      const before = kept;
      kept = new Map(
        settingsOf(tenants).map((setting) => {
          const key = keyOf(setting);
          return [key, before.has(key) ? before.get(key) : tenantEid(setting, deps)];
        }),
      );
      drop([...before].flatMap(([key, eid]) => (eid === undefined || kept.has(key) ? [] : [eid])));
      return eidsIn(kept);
    },

    async certificates() {
      const readings: CertificateReading[] = [];
      for (const { eid, setting } of eidsIn(kept)) {
        const certificates = eid()?.certificates() ?? [];
        readings.push(...certificates.map((certificate) => ({ ...setting, ...certificate })));
        // To open many takes a while; requests go first.
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
      const all = [...eidsIn(kept), ...dropped.map(({ eid }) => eid)];
      dropped = [];
      await Promise.all(all.map((eid) => eid.close()));
    },
  };

  function drop(eids: readonly TenantEid[]): void {
    const closesAt = secondsAfter(clock(), LONGEST_USE);
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

function eidsIn(kept: ReadonlyMap<string, TenantEid | undefined>): TenantEid[] {
  return [...kept.values()].filter((eid) => eid !== undefined);
}
