import {
  type Authentication,
  isPending,
  type PendingAttempt,
} from 'eid-broker/domain/authentication';
import { secondsAfter } from 'eid-broker/domain/lifetimes';
import type { Authentications, Outcome, Poller, Turn } from 'eid-broker/ports/authentications';
import { type AuthenticationEvent, eventOf, rememberedEventOf } from './authentication-event.ts';

/** The attempts, and what they leave behind. */
export interface MemoryAuthentications extends Authentications {
  /** In the order in which they were written; grows while the attempts come to their outcomes. */
  readonly events: readonly AuthenticationEvent[];
}

interface Row {
  authentication: Authentication;
  turn: number;
  /** The end of the lease, or what was recorded with the last turn. */
  collectAfter: Date;
  /** The last poll in pace. */
  polledAt: Date | undefined;
  isEndingTold: boolean;
}

/**
 * The attempts of one process, gone with it: for tests, and for reading what the port promises. No method
 * awaits anything between its condition and its change, so of racing callers one wins.
 */
export function memoryAuthentications(): MemoryAuthentications {
  /** In the order in which they began. */
  const rows = new Map<string, Row>();
  const events: AuthenticationEvent[] = [];

  return {
    events,

    async begin(authentication) {
      refuseKnown(authentication.id);
      if (hasPending(authentication.loginId) || wasDoneSince(authentication)) return false;
      add(authentication, authentication.progress.collectAfter);
      return true;
    },

    async adopt(authentication) {
      refuseKnown(authentication.id);
      add(authentication, authentication.progress.at);
      events.push(rememberedEventOf(authentication));
    },

    async discard(id) {
      const attempt = rows.get(id)?.authentication;
      if (attempt && isPending(attempt) && attempt.progress.order === undefined) rows.delete(id);
    },

    find: async (id) => copyOf(rows.get(id)),

    async poll(id, by, { now, pace, leaseUntil }) {
      const row = rows.get(id);
      const attempt = copyOf(row);
      if (row === undefined || attempt === undefined || !isOf(attempt, by)) return undefined;
      const isAwaited = isPending(attempt) && attempt.expiresAt > now;
      const since = secondsAfter(now, -pace);
      const tooSoon = isAwaited && row.polledAt !== undefined && row.polledAt > since;
      if (!isAwaited || tooSoon) return { attempt, turn: undefined, tooSoon };
      row.polledAt = now;
      const turn = turnIn(row, { now, leaseUntil });
      return { attempt, turn: turn && { ...turn, attempt }, tooSoon };
    },

    async findLatest(loginId) {
      const own = [...rows.values()].filter((row) => row.authentication.loginId === loginId);
      return copyOf(own.at(-1));
    },

    async takeTurn(id, at) {
      const row = pendingRow(id);
      return row && turnIn(row, at);
    },

    async recordPending(turn: Turn, news) {
      const row = pendingRow(turn.attempt.id);
      if (row?.turn !== turn.number) return undefined;
      const { progress } = row.authentication;
      const before = progress.state === 'pending' ? progress.order : undefined;
      const order = news.order === 'gone' ? undefined : (news.order ?? before);
      row.collectAfter = news.collectAfter;
      return change(row, { progress: { state: 'pending', ...news, order } });
    },

    async recordOutcome(turn, outcome) {
      const row = pendingRow(turn.attempt.id);
      if (row === undefined) return undefined;
      if (outcome.state === 'ended' && row.turn !== turn.number) return undefined;
      return settle(row, outcome);
    },

    async abandon(id, ending) {
      const row = pendingRow(id);
      const before = copyOf(row);
      if (row === undefined || before === undefined || !isPending(before)) return undefined;
      settle(row, ending);
      return before;
    },

    async abandonExpired({ from, until }, limit) {
      const ending = { state: 'ended', at: until, why: 'expired', hint: undefined } as const;
      const expired = [...rows.values()].filter(
        ({ authentication: { expiresAt, progress } }) =>
          progress.state === 'pending' && from < expiresAt && expiresAt <= until,
      );
      return expired.slice(0, limit).flatMap((row) => {
        const before = copyOf(row);
        settle(row, ending);
        return before !== undefined && isPending(before) ? [before] : [];
      });
    },

    async recordReturn(id, where) {
      const row = rows.get(id);
      if (row === undefined || row.authentication.returned !== undefined) return false;
      change(row, { returned: where });
      return true;
    },

    async tellEnding(id, at) {
      const row = rows.get(id);
      if (row?.authentication.progress.state !== 'ended' || row.isEndingTold) return false;
      row.isEndingTold = true;
      change(row, { handedOutAt: at });
      return true;
    },

    async handOut(id, at) {
      const row = rows.get(id);
      if (row?.authentication.progress.state !== 'identified') return undefined;
      if (row.authentication.handedOutAt !== undefined) return undefined;
      return change(row, { handedOutAt: at });
    },

    purge: async (expiredBefore, limit) =>
      forgotten(limit, ({ expiresAt }) => expiresAt < expiredBefore),

    forgetUsed: async ({ expired, handedOut }, limit) =>
      forgotten(
        limit,
        ({ expiresAt, handedOutAt }) =>
          expiresAt < expired && handedOutAt !== undefined && handedOutAt < handedOut,
      ),
  };

  function forgotten(limit: number, isDue: (authentication: Authentication) => boolean): number {
    const due = [...rows.values()].filter(({ authentication }) => isDue(authentication));
    const purged = due.slice(0, limit);
    for (const { authentication } of purged) {
      if (isPending(authentication)) events.push(eventOf(authentication));
      rows.delete(authentication.id);
    }
    return purged.length;
  }

  function refuseKnown(id: string): void {
    if (rows.has(id)) throw new Error(`${id} exists already`);
  }

  function add(given: Authentication, collectAfter: Date): void {
    const authentication = structuredClone(given);
    const unheard = { polledAt: undefined, isEndingTold: false };
    rows.set(given.id, { authentication, turn: 0, collectAfter, ...unheard });
  }

  function settle(row: Row, outcome: Outcome): Authentication | undefined {
    const settled = change(row, { progress: outcome });
    events.push(eventOf(row.authentication));
    return settled;
  }

  function hasPending(loginId: string | undefined): boolean {
    if (loginId === undefined) return false;
    return [...rows.values()].some(
      ({ authentication }) => authentication.loginId === loginId && isPending(authentication),
    );
  }

  function wasDoneSince({ loginId, createdAt }: Authentication): boolean {
    if (loginId === undefined) return false;
    return [...rows.values()].some(
      ({ authentication: { loginId: of, progress } }) =>
        of === loginId && progress.state === 'identified' && progress.at > createdAt,
    );
  }

  function pendingRow(id: string): Row | undefined {
    const row = rows.get(id);
    return row !== undefined && isPending(row.authentication) ? row : undefined;
  }
}

/** The turn, when it is due: then nobody else has it. */
function turnIn(row: Row, { now, leaseUntil }: { now: Date; leaseUntil: Date }): Turn | undefined {
  if (row.collectAfter > now) return undefined;
  row.collectAfter = leaseUntil;
  row.turn += 1;
  const attempt = copyOf(row);
  if (attempt === undefined || !isPending(attempt)) return undefined;
  return { number: row.turn, began: now, until: leaseUntil, attempt };
}

function isOf({ issuer, clientId, door }: Authentication, by: Poller): boolean {
  return issuer === by.issuer && clientId === by.clientId && door === by.door;
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
