import { type Authentication, isPending } from '../../../../src/domain/authentication.ts';
import type { Authentications } from '../../../../src/ports/authentications.ts';

/** The attempts of one test, in memory. Turns are never contended here. */
export function memoryAuthentications(): Authentications {
  const rows = new Map<string, Authentication>();
  const change = (id: string, changes: Partial<Authentication>) => {
    const row = { ...(rows.get(id) as Authentication), ...changes };
    rows.set(id, row);
    return row;
  };
  const pending = (id: string) => {
    const row = rows.get(id);
    return row !== undefined && isPending(row) ? row : undefined;
  };
  return {
    async begin(row) {
      const taken = [...rows.values()].some((one) => one.loginId === row.loginId && isPending(one));
      if (!taken) rows.set(row.id, row);
      return !taken;
    },
    find: async (id) => rows.get(id),
    findLatest: async (loginId) => [...rows.values()].findLast((row) => row.loginId === loginId),
    takeTurn: async (id) => (pending(id) === undefined ? undefined : { id, number: 1 }),
    recordPending: async ({ id }, news) =>
      pending(id) && change(id, { progress: { state: 'pending', ...news } }),
    recordOutcome: async (id, outcome) => pending(id) && change(id, { progress: outcome }),
    async recordReturn(id, returned) {
      if (rows.get(id)?.returned !== undefined) return false;
      change(id, { returned });
      return true;
    },
    async handOut(id, handedOutAt) {
      return rows.get(id)?.handedOutAt === undefined ? change(id, { handedOutAt }) : undefined;
    },
    purge: async () => 0,
  };
}
