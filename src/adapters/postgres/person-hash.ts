import type { Vault } from '../../ports/vault.ts';
import { type KeyedHash, keyedHash } from './keyed-hash.ts';

/** What stands in a column `person`, by which erasing finds rows: nobody without the key can tell who it is. */
export interface PersonHash {
  /** With the newest key; undefined for nobody. */
  of(tenantId: string, nationalId: string | undefined): Buffer | undefined;
  /** With each key that there is: what a row of any age may have. */
  all(tenantId: string, nationalId: string): readonly Buffer[];
}

/** With a key of its own for each tenant: the same person in two tenants has nothing in common. */
export function personHash(vault: Pick<Vault, 'deriveKeys'>): PersonHash {
  const known = new Map<string, KeyedHash>();

  /** Deriving costs more than the hash, and there are few tenants. */
  function hashOf(tenantId: string): KeyedHash {
    const hash = known.get(tenantId) ?? keyedHash(vault, `person:${tenantId}`);
    known.set(tenantId, hash);
    return hash;
  }

  return {
    of: (tenantId, nationalId) =>
      nationalId === undefined ? undefined : hashOf(tenantId).of(nationalId),
    all: (tenantId, nationalId) => hashOf(tenantId).all(nationalId),
  };
}
