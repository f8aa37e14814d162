import type { StoredTenant } from '../domain/content.ts';
import type { Vault } from '../ports/vault.ts';
import { openedSettings } from './content-vault.ts';

/** What is stored was sealed with keys that this process does not have. */
export class ForeignKey extends Error {
  constructor() {
    super(
      'what is stored was sealed with another key-encryption key: nothing of it opens with KEY_ENCRYPTION_KEY',
    );
  }
}

/**
 * Refuses to go on with a wrong key-encryption key: eID settings are stored, and none of them opens. Sealing
 * them anew would hide the mistake and strand all else that hangs on the right key: signing keys, pseudonyms.
 * @throws {ForeignKey}
 */
export function refuseForeignKey(tenants: readonly StoredTenant[], vault: Vault): void {
  const sealed = tenants.flatMap(({ id, eids }) => eids.map((eid) => ({ id, eid })));
  if (sealed.length === 0) return;
  if (sealed.some(({ id, eid }) => openedSettings(id, eid, vault) !== undefined)) return;
  throw new ForeignKey();
}
