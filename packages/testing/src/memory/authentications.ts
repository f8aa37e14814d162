import {
  type Authentication,
  isPending,
  type PendingProgress,
} from 'eid-broker/domain/authentication';
import { secondsAfter } from 'eid-broker/domain/lifetimes';
import type { Authentications, Lease, Outcome, Poller } from 'eid-broker/ports/authentications';
import { type AuthenticationEvent, eventOf, rememberedEventOf } from './authentication-event.ts';

/** The attempts and their events. */
export interface MemoryAuthentications extends Authentications {
  /** In order of writing; grows with each outcome. */
  readonly events: readonly AuthenticationEvent[];
}

interface Row {
  authentication: Authentication;
  lease: number;
  /** The end of the lease, or the time set with the last lease. */
  collectAfter: Date;
  /** The last poll in pace. */
  backchannelAt: Date | undefined;
  isEndingReported: boolean;
}

/**
 * Attempts in the memory of one process, as a reference for the port. No method awaits between its condition and its
 * change, so one of racing callers succeeds.
 */
export function memoryAuthentications(): MemoryAuthentications {
  /** In order of their beginning. */
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

    async createIdentified(authentication) {
      refuseKnown(authentication.id);
      add(authentication, authentication.progress.at);
      events.push(rememberedEventOf(authentication));
    },

    async discard(id) {
      const authentication = rows.get(id)?.authentication;
      if (
        authentication &&
        isPending(authentication) &&
        authentication.progress.order === undefined
      )
        rows.delete(id);
    },

    find: async (id) => copyOf(rows.get(id)),

    async poll(id, by, { now, pace, leaseUntil }) {
      const row = rows.get(id);
      const authentication = copyOf(row);
      if (row === undefined || authentication === undefined || !isOf(authentication, by))
        return undefined;
      const isAwaited = isPending(authentication) && authentication.expiresAt > now;
      const since = secondsAfter(now, -pace);
      const tooSoon = isAwaited && row.backchannelAt !== undefined && row.backchannelAt > since;
      if (!isAwaited || tooSoon) return { authentication, lease: undefined, tooSoon };
      row.backchannelAt = now;
      const lease = grantLease(row, { now, leaseUntil });
      return { authentication, lease: lease && { ...lease, authentication }, tooSoon };
    },

    async findLatest(loginId) {
      const own = [...rows.values()].filter((row) => row.authentication.loginId === loginId);
      return copyOf(own.at(-1));
    },

    async findPendingOf({ tenantId, nationalId, now, except }) {
      const same = [...rows.values()].filter(({ authentication: one }) => {
        const isNamed = (one.intent.person ?? one.intent.typed) === nationalId;
        return isNamed && isPending(one) && one.tenantId === tenantId && one.expiresAt > now;
      });
      return copyOf(same.filter(({ authentication: { id } }) => id !== except).at(-1));
    },

    async acquireLease(id, at) {
      const row = pendingRow(id);
      return row && grantLease(row, at);
    },

    async recordPending(lease: Lease, update) {
      const row = pendingRow(lease.authentication.id);
      if (row?.lease !== lease.fencingToken) return undefined;
      const { progress } = row.authentication;
      const before = progress.state === 'pending' ? progress.order : undefined;
      const order = update.order === 'gone' ? undefined : (update.order ?? before);
      row.collectAfter = update.collectAfter;
      return change(row, { progress: { state: 'pending', ...update, order } });
    },

    async recordOutcome(lease, outcome) {
      const row = pendingRow(lease.authentication.id);
      if (row === undefined) return undefined;
      if (outcome.state === 'ended' && row.lease !== lease.fencingToken) return undefined;
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
      const ending = { state: 'ended', at: until, why: 'expired', hintCode: undefined } as const;
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

    async takeReturn(id, at) {
      const row = pendingRow(id);
      if (row === undefined || row.authentication.returned !== undefined) return undefined;
      if (row.authentication.expiresAt <= at.now) return undefined;
      change(row, { returned: 'here' });
      row.collectAfter = at.now;
      return grantLease(row, at);
    },

    async recordReturn(id, where, _at, parameters) {
      const row = rows.get(id);
      if (row === undefined || row.authentication.returned !== undefined) return false;
      change(row, { returned: where, ...(parameters && { returnParameters: parameters }) });
      return true;
    },

    async consumeEnding(id, at) {
      const row = rows.get(id);
      if (row?.authentication.progress.state !== 'ended' || row.isEndingReported) return false;
      row.isEndingReported = true;
      change(row, { consumedAt: at });
      return true;
    },

    async consumeResult(id, at) {
      const row = rows.get(id);
      if (row?.authentication.progress.state !== 'identified') return undefined;
      if (row.authentication.consumedAt !== undefined) return undefined;
      return change(row, { consumedAt: at });
    },

    purge: async (expiredBefore, limit) =>
      forgotten(limit, ({ expiresAt }) => expiresAt < expiredBefore),

    forgetUsed: async ({ expired, consumed }, limit) =>
      forgotten(
        limit,
        ({ expiresAt, consumedAt }) =>
          expiresAt < expired && consumedAt !== undefined && consumedAt < consumed,
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
    const unheard = { backchannelAt: undefined, isEndingReported: false };
    rows.set(given.id, { authentication, lease: 0, collectAfter, ...unheard });
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

/** The lease, when it is due and free. */
function grantLease(
  row: Row,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Lease | undefined {
  if (row.collectAfter > now) return undefined;
  row.collectAfter = leaseUntil;
  row.lease += 1;
  const authentication = copyOf(row);
  if (authentication === undefined || !isPending(authentication)) return undefined;
  return { fencingToken: row.lease, began: now, until: leaseUntil, authentication };
}

function isOf({ issuer, clientId, channel }: Authentication, by: Poller): boolean {
  return issuer === by.issuer && clientId === by.clientId && channel === by.channel;
}

function change(row: Row, update: Partial<Authentication>): Authentication | undefined {
  row.authentication = structuredClone({ ...row.authentication, ...update });
  return copyOf(row);
}

/** Callers get copies: their changes do not reach the row. */
function copyOf(row: Row | undefined): Authentication | undefined {
  if (row === undefined) return undefined;
  const copy = structuredClone(row.authentication);
  if (!isPending(copy)) return copy;
  const progress: PendingProgress = { ...copy.progress, collectAfter: row.collectAfter };
  return { ...copy, progress };
}
