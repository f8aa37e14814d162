import { createHmac } from 'node:crypto';

import type { Vault } from '../../ports/vault.ts';

/** What stands in a column `person`, by which erasing finds rows: nobody without the key can tell who it is. */
export interface PersonHash {
  /** With the newest key; undefined for nobody. */
  of(tenantId: string, nationalId: string | undefined): Buffer | undefined;
  /** With each key that there is: what a row of any age may have. */
  all(tenantId: string, nationalId: string): readonly Buffer[];
}

/** HMAC-SHA-256 with a key of its own for each tenant: the same person in two tenants has nothing in common. */
export function personHash(vault: Pick<Vault, 'deriveKeys'>): PersonHash {
  const known = new Map<string, readonly Uint8Array[]>();

  /** Deriving costs more than the hash, and there are few tenants. */
  function keysOf(tenantId: string): readonly Uint8Array[] {
    const keys = known.get(tenantId) ?? vault.deriveKeys(`person:${tenantId}`);
    known.set(tenantId, keys);
    return keys;
  }

  return {
    of(tenantId, nationalId) {
      const [key] = keysOf(tenantId);
      return key && nationalId !== undefined ? hashOf(key, nationalId) : undefined;
    },
    all: (tenantId, nationalId) => keysOf(tenantId).map((key) => hashOf(key, nationalId)),
  };
}

function hashOf(key: Uint8Array, nationalId: string): Buffer {
  return createHmac('sha256', key).update(nationalId).digest();
}
