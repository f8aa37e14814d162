import { describe, expect, test } from '@jest/globals';

import { systemVault } from '../../../src/adapters/system/vault.ts';

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const vault = systemVault([newKey]);

describe('sealing', () => {
  test('opens what it sealed for the same context', () => {
    const sealed = vault.seal('räksmörgås', 'table.column/1');

    expect(vault.open(sealed, 'table.column/1')).toBe('räksmörgås');
  });

  test('opens an empty text', () => {
    expect(vault.open(vault.seal('', 'a'), 'a')).toBe('');
  });

  test('names the format and the key, and reveals nothing of the text', () => {
    expect(vault.seal('hello', 'a').toString('hex')).toMatch(/^0175877bb4[\da-f]{66}$/);
  });

  test('seals the same text differently each time', () => {
    expect(vault.seal('hello', 'a')).not.toEqual(vault.seal('hello', 'a'));
  });

  test('also opens texts whose contexts are no longer cached', () => {
    const sealed = vault.seal('hello', 'first');
    for (let count = 0; count < 2_500; count += 1) vault.seal('x', `context ${count}`);

    expect(vault.open(sealed, 'first')).toBe('hello');
    expect(systemVault([newKey]).open(vault.seal('hello', 'a'), 'a')).toBe('hello');
  });

  test('does not open for another context', () => {
    const sealed = vault.seal('hello', 'a');

    expect(() => vault.open(sealed, 'b')).toThrow('what is sealed for b does not open');
  });

  test('does not open a text with one changed byte', () => {
    const bytes = vault.seal('hello', 'a');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => vault.open(changed, 'a')).toThrow();
    }
  });

  test.each(['', '01', '0175877bb4000000', `0275877bb4${'00'.repeat(60)}`])(
    'refuses the malformed bytes %s',
    (sealed) => {
      expect(() => vault.open(Buffer.from(sealed, 'hex'), 'a')).toThrow();
    },
  );
});

describe('hashing', () => {
  test('recognises the secret, and no other', () => {
    const hash = vault.hash('a secret', 'a');

    expect(vault.matches('a secret', hash, 'a')).toBe(true);
    expect(vault.matches('a secreT', hash, 'a')).toBe(false);
    expect(vault.matches('a secret', hash, 'b')).toBe(false);
  });

  test('gives the same hash for the same secret', () => {
    expect(vault.hash('a secret', 'a')).toBe(vault.hash('a secret', 'a'));
    expect(vault.hash('a secret', 'a')).toMatch(/^h1\.75877bb4\.[A-Za-z0-9_-]{43}$/);
  });

  test('keeps secret and context apart', () => {
    expect(vault.hash('bc', 'a')).not.toBe(vault.hash('c', 'ab'));
  });

  test.each(['', 'h1.75877bb4.short', 'plain text'])('matches nothing with "%s"', (hash) => {
    expect(vault.matches('a secret', hash, 'a')).toBe(false);
  });
});

describe('a vault during a change of its key', () => {
  const before = systemVault([oldKey]);
  const during = systemVault([newKey, oldKey]);
  const after = systemVault([newKey]);

  test('still opens texts of the older key', () => {
    expect(during.open(before.seal('hello', 'a'), 'a')).toBe('hello');
    expect(during.matches('a secret', before.hash('a secret', 'a'), 'a')).toBe(true);
  });

  test('uses the newest key for new texts and hashes', () => {
    expect(after.open(during.seal('hello', 'a'), 'a')).toBe('hello');
    expect(after.matches('a secret', during.hash('a secret', 'a'), 'a')).toBe(true);
  });

  test('derives keys from both, those of the newest first', () => {
    expect(during.deriveKeys('cookies')).toEqual([
      ...after.deriveKeys('cookies'),
      ...before.deriveKeys('cookies'),
    ]);
  });

  test('shows which texts and hashes still need the older key', () => {
    expect(during.isCurrent(before.seal('hello', 'a'))).toBe(false);
    expect(during.isCurrent(before.hash('hello', 'a'))).toBe(false);
    expect(during.isCurrent(during.seal('hello', 'a'))).toBe(true);
    expect(during.isCurrent(during.hash('hello', 'a'))).toBe(true);
  });

  test('cannot open texts of a removed key', () => {
    const sealed = before.seal('hello', 'a');

    expect(() => after.open(sealed, 'a')).toThrow('no key-encryption key to open a');
    expect(after.matches('a secret', before.hash('a secret', 'a'), 'a')).toBe(false);
  });
});

describe('the vault', () => {
  test('derives one key of 32 bytes for each purpose', () => {
    expect(vault.deriveKeys('cookies').map(({ length }) => length)).toEqual([32]);
    expect(vault.deriveKeys('cookies')).toEqual(vault.deriveKeys('cookies'));
    expect(vault.deriveKeys('cookies')).not.toEqual(vault.deriveKeys('other'));
  });

  test('requires a key of 32 bytes', () => {
    expect(() => systemVault([])).toThrow('the vault needs a key-encryption key');
    expect(() => systemVault([new Uint8Array(16)])).toThrow('a key-encryption key has 32 bytes');
  });
});
