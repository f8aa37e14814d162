import { createHash, createHmac } from 'node:crypto';

import type { ChainMacs } from '../../ports/events.ts';
import type { Vault } from '../../ports/vault.ts';

const EVENT_MAC_BYTES = 16;

/**
 * HMAC-SHA-256 with a key derived from each key-encryption key. An old key verifies its MACs as long as the process
 * has it.
 */
export function chainMacs(vault: Pick<Vault, 'deriveKeys'>): ChainMacs {
  const keys = new Map(vault.deriveKeys('event-chain').map((key) => [nameOf(key), key]));
  const [newest] = keys.keys();
  if (newest === undefined) throw new Error('there is no key for the chain of events');
  return {
    newest,
    of(kind, text, keyName) {
      const key = keys.get(keyName);
      if (key === undefined) return undefined;
      const mac = createHmac('sha256', key).update(`${kind}\n${text}`).digest();
      return mac.subarray(0, kind === 'event' ? EVENT_MAC_BYTES : undefined).toString('base64url');
    },
  };
}

function nameOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
