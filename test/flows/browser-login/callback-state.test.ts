import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { systemVault } from '../../../src/adapters/system/vault.ts';
import { parseState, stateFor } from '../../../src/flows/browser-login/callback-state.ts';

const OLD_KEY = new Uint8Array(32).fill(1);
const NEW_KEY = new Uint8Array(32).fill(2);
const vault = systemVault([OLD_KEY]);
const ISSUER = 'https://login.example.com';
const NAMES = {
  issuer: ISSUER,
  loginId: 'b8t6EE2cr0u1O1JNa02yxV3WbclF-ivle51FemOVnLE',
  authenticationId: '0b1c2d3e-0000-4000-8000-00000000000a',
};
const SECRET = 'secret-of-this-browser';

describe('the state of a request to an eID', () => {
  test('names the attempt, for the browser that started it', () => {
    const state = parseState(stateFor(NAMES, SECRET, vault), ISSUER, vault);
    expect(state).toMatchObject(NAMES);
    expect(state?.isOf(SECRET)).toBe(true);
  });

  test.each([undefined, '', 'secret-of-another-browser'])(
    'is not of a browser with the secret %p',
    (secret) => {
      const state = parseState(stateFor(NAMES, SECRET, vault), ISSUER, vault);
      expect(state?.isOf(secret)).toBe(false);
    },
  );

  test('is not of another issuer', () => {
    const text = stateFor(NAMES, SECRET, vault);
    expect(parseState(text, 'https://other.example.com', vault)?.isOf(SECRET)).toBe(false);
  });

  test('is of its browser after a change of the key-encryption key', () => {
    const text = stateFor(NAMES, SECRET, vault);
    expect(parseState(text, ISSUER, systemVault([NEW_KEY, OLD_KEY]))?.isOf(SECRET)).toBe(true);
    expect(parseState(text, ISSUER, systemVault([NEW_KEY]))?.isOf(SECRET)).toBe(false);
  });

  test('has fewer than 255 characters, which some eIDs demand', () => {
    expect(stateFor(NAMES, SECRET, vault).length).toBeLessThan(255);
  });

  test('is of no browser when a character is changed', () => {
    const text = stateFor(NAMES, SECRET, vault);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom('a', 'Z', '0', '.', '-'),
        (at, other) => {
          fc.pre(text[at] !== other);
          const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
          expect(parseState(changed, ISSUER, vault)?.isOf(SECRET) ?? false).toBe(false);
        },
      ),
    );
  });

  test.each([undefined, '', 'a', 'a.b', 'a.b.', '..c', 'ä.b.c', `${'a'.repeat(65)}.b.c`])(
    'is not read from %p',
    (text) => {
      expect(parseState(text, ISSUER, vault)).toBeUndefined();
    },
  );
});
