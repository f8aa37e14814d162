import { Failure } from '../../domain/failure.ts';
import type { Poller } from '../../ports/authentications.ts';

/** How many may watch at the same time in one process. */
export interface MostWatchers {
  readonly ofClient: number;
  readonly altogether: number;
}

/** The place of one watcher. */
export interface WatchPlace {
  /** False once somebody else watches the attempt. */
  isOurs(): boolean;
  /** Gives it up; a second time, or after it was lost, changes nothing. */
  leave(): void;
}

/** The places of those who watch. Nobody else counts them: who is connected is a process's own business. */
export interface WatchPlaces {
  /**
   * Takes the place at an attempt. Who had it loses it: a client whose connection broke comes back before we notice.
   * @throws {Failure} too-many-requests; `names.seconds`: the pace at which to poll instead
   */
  take(id: string, by: Poller): WatchPlace;
  /** Takes all places back: this process is about to stop. */
  clear(): void;
}

/** Each costs a look at the database every second. */
const MOST: MostWatchers = { ofClient: 200, altogether: 500 };
const SECONDS = 5;

/** Places in this process. */
export function watchPlaces(most: MostWatchers = MOST): WatchPlaces {
  const watchers = new Map<string, { readonly client: string }>();

  return {
    take(id, { issuer, clientId }) {
      const watcher = { client: JSON.stringify([issuer, clientId]) };
      if (!watchers.has(id)) assertRoom(watcher.client);
      watchers.set(id, watcher);
      const isOurs = () => watchers.get(id) === watcher;
      const leave = () => {
        if (isOurs()) watchers.delete(id);
      };
      return { isOurs, leave };
    },

    clear: () => watchers.clear(),
  };

  function assertRoom(client: string): void {
    const own = [...watchers.values()].filter((watcher) => watcher.client === client);
    if (watchers.size < most.altogether && own.length < most.ofClient) return;
    throw new Failure('too-many-requests', { names: { seconds: SECONDS } });
  }
}
