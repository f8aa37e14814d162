import type { JsonObject } from 'eid-broker/domain/json';
import type { Artifacts } from 'eid-broker/ports/artifacts';
import type { Clock } from 'eid-broker/ports/runtime';

/** The artifacts and their owners. */
export interface MemoryArtifacts extends Artifacts {
  /** The grant for which it was stored; undefined when there is none. */
  grantIdOf(kind: string, id: string): string | undefined;
}

interface Row {
  readonly kind: string;
  grantId: string | undefined;
  expiresAt: Date;
  /** As text, so that the result is a JSON value, and a copy. */
  payload: string;
  consumedAt: Date | undefined;
  consumedBy: string | undefined;
}

const UNUSED = { consumedAt: undefined, consumedBy: undefined };

/** Artifacts in the memory of one process. */
export function memoryArtifacts({ clock }: { readonly clock: Clock }): MemoryArtifacts {
  const rows = new Map<string, Row>();

  return {
    async put({ kind, id, grantId, expiresAt, payload }) {
      const key = keyOf(kind, id);
      const { consumedAt, consumedBy } = rows.get(key) ?? UNUSED;
      const text = JSON.stringify(payload);
      rows.set(key, { kind, grantId, expiresAt, payload: text, consumedAt, consumedBy });
    },

    async find(kind, id) {
      const row = rows.get(keyOf(kind, id));
      if (row === undefined) return undefined;
      const { consumedAt, consumedBy } = row;
      return { payload: JSON.parse(row.payload) as JsonObject, consumedAt, consumedBy };
    },

    grantIdOf: (kind, id) => rows.get(keyOf(kind, id))?.grantId,

    async consume(kind, id, at, by) {
      const row = rows.get(keyOf(kind, id));
      if (row === undefined || row.consumedAt !== undefined) return false;
      row.consumedAt = at;
      row.consumedBy = by;
      return true;
    },

    async claimOnce(kind, id, expiresAt) {
      const key = keyOf(kind, id);
      const known = rows.get(key);
      if (known !== undefined && known.expiresAt >= clock()) return false;
      rows.set(key, { kind, grantId: undefined, expiresAt, payload: '{}', ...UNUSED });
      return true;
    },

    async remove(kind, id) {
      rows.delete(keyOf(kind, id));
    },

    async removeByGrant(kind, grantId) {
      for (const [key, row] of rows) {
        if (row.kind === kind && row.grantId === grantId) rows.delete(key);
      }
    },

    async purge(expiredBefore, limit) {
      const expired = [...rows].filter(([, row]) => row.expiresAt < expiredBefore);
      const purged = expired.slice(0, limit);
      for (const [key] of purged) rows.delete(key);
      return purged.length;
    },
  };
}

/** JSON keeps the two parts distinct. */
function keyOf(kind: string, id: string): string {
  return JSON.stringify([kind, id]);
}
