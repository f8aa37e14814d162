import { memorySigningKeys } from '@eid-broker/testing/memory/signing-keys';
import { at, START } from '@eid-broker/testing/sample-authentication';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { beforeEach, describe, expect, test } from '@jest/globals';

import { keyRotation, UnknownIssuer } from '../../src/management/rotate-keys.ts';
import type { SigningKeys } from '../../src/ports/signing-keys.ts';

const ISSUER = 'https://login.example.com';
const OTHER = 'https://login.example.org';
const HOUR = 3600;
const ALL = { issuer: undefined };

let now = START;
let signingKeys: SigningKeys;
let rotation: ReturnType<typeof keyRotation>;
beforeEach(async () => {
  now = START;
  const clock = () => now;
  signingKeys = memorySigningKeys({ newKey: testSigningKey, clock });
  rotation = keyRotation({ signingKeys, clock });
  await signingKeys.of(ISSUER);
});

describe('a rotation', () => {
  test('publishes new keys first, and signs with them an hour later', async () => {
    const before = await kids();
    const published = [{ issuer: ISSUER, what: 'published', from: at(HOUR) }];
    expect(await rotation.rotate(ALL)).toEqual(published);
    const [, , ...next] = await kids();
    expect(next).toHaveLength(2);

    now = at(HOUR - 1);
    expect(await rotation.rotate(ALL)).toEqual(published);
    expect((await kids()).slice(0, 2)).toEqual(before);

    now = at(HOUR);
    expect(await rotation.rotate(ALL)).toEqual([
      { issuer: ISSUER, what: 'promoted', until: at(26 * HOUR) },
    ]);
    expect((await kids()).slice(0, 2)).toEqual(next);
    expect((await kids()).slice(2).toSorted()).toEqual(before.toSorted());
  });

  test('starts again when it is called once more', async () => {
    await rotation.rotate(ALL);
    now = at(HOUR);
    await rotation.rotate(ALL);
    expect(await rotation.rotate(ALL)).toEqual([
      { issuer: ISSUER, what: 'published', from: at(2 * HOUR) },
    ]);
    expect(await kids()).toHaveLength(6);
  });

  test('at once signs with other keys, and no longer publishes the earlier ones', async () => {
    const before = await kids();
    expect(await rotation.replace(ALL)).toEqual([{ issuer: ISSUER, what: 'replaced' }]);
    const after = await kids();
    expect(after).toHaveLength(2);
    for (const kid of before) expect(after).not.toContain(kid);
  });

  test('at once drops the published next keys, which may have leaked with the others', async () => {
    await rotation.prepare(ALL);
    const before = await kids();
    await rotation.replace(ALL);
    const after = await kids();
    expect(after).toHaveLength(2);
    for (const kid of before) expect(after).not.toContain(kid);
  });

  test('applies to one domain, or to all', async () => {
    await signingKeys.of(OTHER);
    expect((await rotation.prepare({ issuer: OTHER })).map(({ issuer }) => issuer)).toEqual([
      OTHER,
    ]);
    expect((await rotation.prepare(ALL)).map(({ issuer }) => issuer)).toEqual([ISSUER, OTHER]);
    await expect(rotation.rotate({ issuer: 'https://nobody.example' })).rejects.toThrow(
      UnknownIssuer,
    );
  });
});

describe('the retirement of keys', () => {
  beforeEach(async () => {
    await rotation.rotate(ALL);
    now = at(HOUR);
    await rotation.rotate(ALL);
  });

  test('deletes a key a day and an hour after its last signature', async () => {
    now = at(26 * HOUR);
    expect(await rotation.retire(ALL)).toBe(0);
    now = at(26 * HOUR + 1);
    expect(await rotation.retire(ALL)).toBe(2);
    expect(await kids()).toHaveLength(2);
  });

  test('deletes all earlier keys at once after a leak', async () => {
    expect(await rotation.retire(ALL, 'all')).toBe(2);
    expect(await rotation.retire(ALL, 'all')).toBe(0);
    expect(await kids()).toHaveLength(2);
  });
});

async function kids(): Promise<unknown[]> {
  return (await signingKeys.of(ISSUER)).map(({ kid }) => kid);
}
