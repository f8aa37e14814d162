import { createHash, createHmac } from 'node:crypto';
import type { EventMacs } from '../../ports/events.ts';
import type { Vault } from '../../ports/vault.ts';

const MARK_BYTES = 16;

/**
 * HMAC-SHA-256 with a key derived from each key-encryption key. An old key verifies its hashes as long as the process
 * has it.
 */
export function eventMacs(vault: Pick<Vault, 'deriveKeys'>): EventMacs {
  const keys = new Map(vault.deriveKeys('event-chain').map((key) => [nameOf(key), key]));
  const [newest] = keys.keys();
  if (newest === undefined) throw new Error('there is no key for the chain of events');
  return {
    newest,
    of(what, text, keyName) {
      const key = keys.get(keyName);
      if (key === undefined) return undefined;
      const digest = createHmac('sha256', key).update(`${what}\n${text}`).digest();
      return digest.subarray(0, what === 'mark' ? MARK_BYTES : undefined).toString('base64url');
    },
  };
}

function nameOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
