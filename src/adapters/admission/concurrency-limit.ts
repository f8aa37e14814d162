import { Failure } from '../../domain/failure.ts';
import type { ConcurrencyLimit, WatcherLimit } from '../../ports/admission.ts';

/** How many requests one process serves at the same time. */
export interface MaxConcurrency {
  readonly altogether: number;
  readonly perTenant: number;
}

/** More requests would only slow each other down: another replica serves the next one sooner. */
const MAX_CONCURRENCY: MaxConcurrency = { altogether: 500, perTenant: 250 };

/** Counts the requests of this process. No tenant gets all permits, so none can lock the others out. */
export function requestConcurrency(max: MaxConcurrency = MAX_CONCURRENCY): ConcurrencyLimit {
  const taken = new Map<string, number>();
  let altogether = 0;

  return {
    take(tenantId) {
      const own = taken.get(tenantId) ?? 0;
      if (altogether >= max.altogether || own >= max.perTenant) return undefined;
      altogether += 1;
      taken.set(tenantId, own + 1);
      return () => release(tenantId);
    },
  };

  function release(tenantId: string): void {
    altogether -= 1;
    const left = (taken.get(tenantId) ?? 1) - 1;
    if (left > 0) taken.set(tenantId, left);
    else taken.delete(tenantId);
  }
}

/** How many event streams one process serves at the same time. */
export interface MaxWatchers {
  readonly altogether: number;
  readonly perClient: number;
}

/** Each costs a read of the database every second. */
const MAX_WATCHERS: MaxWatchers = { altogether: 500, perClient: 200 };
/** A client without a permit polls at this pace instead. */
const POLL_SECONDS = 5;

/** Counts the event streams of this process. */
export function watcherLimit(max: MaxWatchers = MAX_WATCHERS): WatcherLimit {
  const watchers = new Map<string, { readonly client: string }>();

  return {
    take(authenticationId, { issuer, clientId }) {
      const watcher = { client: JSON.stringify([issuer, clientId]) };
      if (!watchers.has(authenticationId)) assertRoom(watcher.client);
      watchers.set(authenticationId, watcher);
      const isValid = () => watchers.get(authenticationId) === watcher;
      const release = () => {
        if (isValid()) watchers.delete(authenticationId);
      };
      return { isValid, release };
    },

    clear: () => watchers.clear(),
  };

  function assertRoom(client: string): void {
    const own = [...watchers.values()].filter((watcher) => watcher.client === client);
    if (watchers.size < max.altogether && own.length < max.perClient) return;
    throw new Failure('too-many-requests', { values: { seconds: POLL_SECONDS } });
  }
}
