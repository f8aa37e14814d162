import { createHmac } from 'node:crypto';

import type { Pool } from 'pg';
import type { Pseudonyms } from '../../../ports/persons.ts';
import type { NewId } from '../../../ports/runtime.ts';
import type { Vault } from '../../../ports/vault.ts';

const FIND = 'select pseudonym_key from tenant where id = $1';
/** When two replicas make the first key at once, one wins, and both read its key. */
const OFFER = 'update tenant set pseudonym_key = $2 where id = $1 and pseudonym_key is null';

const UUID_PARTS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;

interface Row {
  readonly pseudonym_key: Buffer | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  /** A new key: 256 random bits, base64url. */
  readonly newKey: NewId;
}

/**
 * Pseudonyms by HMAC-SHA-256 with a key of the tenant's own, in the form of a UUID version 8 (RFC 9562).
 * The key is made at the tenant's first login, stored encrypted in `tenant.pseudonym_key`, and never replaced.
 */
export function pgPseudonyms({ pool, vault, newKey }: Deps): Pseudonyms {
  const keys = new Map<string, Promise<string>>();

  async function find(tenantId: string): Promise<Buffer | undefined> {
    const statement = { name: 'pseudonym_key_find', text: FIND, values: [tenantId] };
    const [row] = (await pool.query<Row>(statement)).rows;
    if (row === undefined) throw new Error(`there is no tenant ${tenantId}`);
    return row.pseudonym_key ?? undefined;
  }

  async function load(tenantId: string): Promise<string> {
    const context = `tenant.pseudonym_key:${tenantId}`;
    let sealed = await find(tenantId);
    if (sealed === undefined) {
      const values = [tenantId, vault.seal(newKey(), context)];
      await pool.query({ name: 'pseudonym_key_offer', text: OFFER, values });
      sealed = await find(tenantId);
    }
    if (sealed === undefined) throw new Error(`tenant ${tenantId} has no pseudonym_key`);
    return vault.open(sealed, context);
  }

  function keyOf(tenantId: string): Promise<string> {
    const known = keys.get(tenantId);
    if (known !== undefined) return known;
    const loading = load(tenantId);
    keys.set(tenantId, loading);
    // A failure must not be cached.
    loading.catch(() => keys.delete(tenantId));
    return loading;
  }

  return {
    async subjectOf(tenantId, scheme, personId) {
      const key = Buffer.from(await keyOf(tenantId), 'base64url');
      return uuid8Of(createHmac('sha256', key).update(`${scheme}\n${personId}`).digest());
    },
  };
}

/** The first 128 bits but for version and variant, in braces. */
function uuid8Of(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `{${UUID_PARTS.map(([from, to]) => hex.slice(from, to)).join('-')}}`;
}
