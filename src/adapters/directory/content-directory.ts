import type { ContentStore } from '../../ports/content-store.ts';
import type { Configuration, Directory } from '../../ports/directory.ts';
import type { CertificateReading } from '../../ports/readings.ts';
import { configurationOf } from './configuration.ts';
import { makeEidOpener } from './eid-opener.ts';
import type { TenantEidDeps } from './tenant-eid.ts';

interface Deps extends TenantEidDeps {
  readonly contentStore: ContentStore;
}

/** How old the knowledge of the revision may be, in milliseconds. */
const LOOK_EVERY = 2_000;

interface Snapshot {
  readonly revision: number;
  readonly configuration: Configuration;
}

/** A directory that can be told that there may be news. */
export interface ContentDirectory extends Directory {
  /** What is in force is looked up again, now; until that has come to an end the last one holds. Never throws. */
  refresh(): void;
  /** The certificates of every eID in force: an expiry is to be seen before somebody's login meets it. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Ends the connections of the eIDs, once their calls are over. */
  close(): Promise<void>;
}

/**
 * The directory on the declared content. One snapshot stays in memory; its revision is compared with the
 * store's at most every two seconds, by one question at a time. While the store cannot answer, the last
 * snapshot holds; without one, `current` rejects.
 */
export function contentDirectory(deps: Deps): ContentDirectory {
  const { contentStore, clock, log } = deps;
  const opener = makeEidOpener(deps);
  let snapshot: Snapshot | undefined;
  let lookedAt = 0;
  let looking: Promise<Snapshot> | undefined;
  let isTroubled = false;
  let isOverdue = false;

  async function load(): Promise<Snapshot> {
    const { revision, tenants: stored, unverified = [] } = await contentStore.read();
    for (const tenantId of unverified) log.error('configuration.unverified', { tenantId });
    const tenants = stored.filter(({ id }) => !unverified.includes(id));
    return { revision, configuration: configurationOf(tenants, opener.open(tenants)) };
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
    isOverdue = false;
    try {
      snapshot = await look();
      opener.closeDropped();
      lookedAt = clock().getTime();
      return snapshot;
    } finally {
      looking = undefined;
    }
  }

  async function current(): Promise<Configuration> {
    const age = clock().getTime() - lookedAt;
    const isFresh = !isOverdue && age >= 0 && age < LOOK_EVERY;
    if (snapshot !== undefined && isFresh) return snapshot.configuration;
    looking ??= lookAndKeep();
    // A store that says nothing must not hold up those who can be served without it.
    if (snapshot !== undefined && isTroubled) return snapshot.configuration;
    return (await looking).configuration;
  }

  return {
    current,

    refresh() {
      // A look that is under way may have come too early: then there is one more.
      isOverdue = true;
      current().catch(() => undefined);
    },

    async certificates() {
      await current();
      return opener.certificates();
    },

    close: () => opener.close(),
  };
}
