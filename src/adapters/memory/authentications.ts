import {
  type Authentication,
  isPending,
  type PendingAttempt,
} from '../../domain/authentication.ts';
import type { Authentications, Turn } from '../../ports/authentications.ts';

interface Row {
  authentication: Authentication;
  turn: number;
  /** The end of the lease, or what was recorded with the last turn. */
  collectAfter: Date;
}

/**
 * The attempts of one process, gone with it: for tests, and for reading what the port promises. No method
 * awaits anything between its condition and its change, so of racing callers one wins.
 */
export function memoryAuthentications(): Authentications {
  /** In the order in which they began. */
  const rows = new Map<string, Row>();

  return {
    async begin(authentication) {
      if (rows.has(authentication.id)) throw new Error(`${authentication.id} exists already`);
      if (hasPending(authentication.loginId)) return false;
      const { collectAfter } = authentication.progress;
      const copy = structuredClone<Authentication>(authentication);
      rows.set(authentication.id, { authentication: copy, turn: 0, collectAfter });
      return true;
    },

    async discard(id) {
      const attempt = rows.get(id)?.authentication;
      if (attempt && isPending(attempt) && attempt.progress.order === undefined) rows.delete(id);
    },

    find: async (id) => copyOf(rows.get(id)),

    async findLatest(loginId) {
      const own = [...rows.values()].filter((row) => row.authentication.loginId === loginId);
      return copyOf(own.at(-1));
    },

    async takeTurn(id, { now, leaseUntil }) {
      const row = pendingRow(id);
      if (row === undefined || row.collectAfter > now) return undefined;
      row.collectAfter = leaseUntil;
      row.turn += 1;
      const attempt = copyOf(row);
      return attempt && isPending(attempt) ? { number: row.turn, attempt } : undefined;
    },

    async recordPending(turn: Turn, news) {
      const row = pendingRow(turn.attempt.id);
      if (row?.turn !== turn.number) return undefined;
      const { progress } = row.authentication;
      const order = news.order ?? (progress.state === 'pending' ? progress.order : undefined);
      row.collectAfter = news.collectAfter;
      return change(row, { progress: { state: 'pending', ...news, order } });
    },

    async recordOutcome(turn, outcome) {
      const row = pendingRow(turn.attempt.id);
      if (row === undefined) return undefined;
      if (outcome.state === 'ended' && row.turn !== turn.number) return undefined;
      return change(row, { progress: outcome });
    },

    async abandon(id, ending) {
      const row = pendingRow(id);
      const before = copyOf(row);
      if (row === undefined || before === undefined || !isPending(before)) return undefined;
      change(row, { progress: ending });
      return before;
    },

    async recordReturn(id, where) {
      const row = rows.get(id);
      if (row === undefined || row.authentication.returned !== undefined) return false;
      change(row, { returned: where });
      return true;
    },

    async handOut(id, at) {
      const row = rows.get(id);
      if (row?.authentication.progress.state !== 'identified') return undefined;
      if (row.authentication.handedOutAt !== undefined) return undefined;
      return change(row, { handedOutAt: at });
    },

    async purge(expiredBefore, limit) {
      const expired = [...rows.values()].filter(
        ({ authentication }) => authentication.expiresAt < expiredBefore,
      );
      const purged = expired.slice(0, limit);
      for (const { authentication } of purged) rows.delete(authentication.id);
      return purged.length;
    },
  };

  function hasPending(loginId: string | undefined): boolean {
    if (loginId === undefined) return false;
    return [...rows.values()].some(
      ({ authentication }) => authentication.loginId === loginId && isPending(authentication),
    );
  }

  function pendingRow(id: string): Row | undefined {
    const row = rows.get(id);
    return row !== undefined && isPending(row.authentication) ? row : undefined;
  }
}

function change(row: Row, news: Partial<Authentication>): Authentication | undefined {
  row.authentication = structuredClone({ ...row.authentication, ...news });
  return copyOf(row);
}

/** What callers get is theirs: nothing they do to it reaches the row. */
function copyOf(row: Row | undefined): Authentication | undefined {
  if (row === undefined) return undefined;
  const copy = structuredClone(row.authentication);
  if (!isPending(copy)) return copy;
  const progress: PendingAttempt = { ...copy.progress, collectAfter: row.collectAfter };
  return { ...copy, progress };
}
