import { pendingMigrations } from '../adapters/postgres/migrations.ts';
import type { State } from './open-state.ts';

interface Deps extends Pick<State, 'pool'> {
  readonly isDraining: () => boolean;
  readonly isOverloaded: () => boolean;
  readonly isClockFarOff?: (() => boolean) | undefined;
}

/** Why this replica is not ready for requests; undefined when it is. Rejects when the database does not answer. */
export function makeUnreadyReason({ pool, isDraining, isOverloaded, isClockFarOff }: Deps) {
  return async function unreadyReason(): Promise<string | undefined> {
    if (isDraining()) return 'draining';
    if (isOverloaded()) return 'overloaded';
    if (isClockFarOff?.()) return 'clock';
    const pending = await pendingMigrations(pool);
    return pending.length > 0 ? `migrations: ${pending.join(', ')}` : undefined;
  };
}
