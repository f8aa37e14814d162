import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Configuration, Directory } from '../../ports/directory.ts';
import type { Log } from '../../ports/log.ts';
import type { Vault } from '../../ports/vault.ts';
import { configurationOf } from './configuration.ts';
import { makeEidOpener, type OpenableEid } from './eid-opener.ts';

interface Deps {
  readonly contentStore: ContentStore;
  readonly vault: Vault;
  readonly eids: readonly OpenableEid[];
  readonly clock: Clock;
  readonly log: Log;
}

/** How old the knowledge of the revision may be, in milliseconds. */
const LOOK_EVERY = 2_000;

interface Snapshot {
  readonly revision: number;
  readonly configuration: Configuration;
}

/**
 * The directory on the declared content. One snapshot stays in memory; its revision is compared with the
 * store's at most every two seconds, by one question at a time. While the store cannot answer, the last
 * snapshot holds; without one, `current` rejects.
 */
export function contentDirectory({ contentStore, vault, eids, clock, log }: Deps): Directory {
  const openEids = makeEidOpener({ vault, eids, clock, log });
  let snapshot: Snapshot | undefined;
  let lookedAt = 0;
  let looking: Promise<Snapshot> | undefined;
  let isTroubled = false;

  async function load(): Promise<Snapshot> {
    const { revision, tenants } = await contentStore.read();
    return { revision, configuration: configurationOf(tenants, openEids(tenants)) };
  }

  async function look(): Promise<Snapshot> {
    if (snapshot === undefined) return load();
    const known = snapshot;
    try {
      const news = (await contentStore.revision()) === known.revision ? known : await load();
      if (isTroubled) log.info('configuration.refreshed');
      isTroubled = false;
      return news;
    } catch (cause) {
      if (!isTroubled)
        log.warn('configuration.stale', { cause: String(cause), revision: known.revision });
      isTroubled = true;
      return known;
    }
  }

  async function lookAndKeep(): Promise<Snapshot> {
    try {
      snapshot = await look();
      lookedAt = clock().getTime();
      return snapshot;
    } finally {
      looking = undefined;
    }
  }

  return {
    async current() {
      const age = clock().getTime() - lookedAt;
      if (snapshot !== undefined && age >= 0 && age < LOOK_EVERY) return snapshot.configuration;
      looking ??= lookAndKeep();
      return (await looking).configuration;
    },
  };
}
