import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SigningKeys } from 'eid-broker/ports/signing-keys';
import { calculateJwkThumbprint, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { race, winners } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at, START } from '../sample-authentication.ts';

const ISSUER = 'https://login.example.com';
const OTHER = 'https://login.example.org';

/** The contract of the port `SigningKeys`. */
export function signingKeysContract(name: string, open: OpenReplicas<SigningKeys>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<SigningKeys>;
    let one: SigningKeys;

    beforeEach(async () => {
      store = await open(() => START);
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    test('makes an RS256 and an ES256 key, in this order', async () => {
      const keys = await one.of(ISSUER);
      expect(keys.map(({ alg, use, kty }) => ({ alg, use, kty }))).toEqual([
        { alg: 'RS256', use: 'sig', kty: 'RSA' },
        { alg: 'ES256', use: 'sig', kty: 'EC' },
      ]);
    });

    test('makes keys with matching public halves', async () => {
      for (const key of await one.of(ISSUER)) {
        const alg = String(key.alg);
        const signed = new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg });
        const token = await signed.sign(await importJWK(key as JWK, alg));
        const { payload } = await jwtVerify(token, await importJWK(publicHalf(key as JWK), alg));
        expect(payload).toEqual({ sub: 'somebody' });
      }
    });

    test('names each key by the thumbprint of its public half', async () => {
      for (const key of await one.of(ISSUER)) {
        expect(key.kid).toBe(await calculateJwkThumbprint(publicHalf(key as JWK)));
      }
    });

    test('makes RSA keys of 2048 bits', async () => {
      const [rsa] = await one.of(ISSUER);
      expect(Buffer.from(String(rsa?.n), 'base64url')).toHaveLength(256);
    });

    test('returns the same keys at each call', async () => {
      const keys = await one.of(ISSUER);
      for (const replica of store.replicas) expect(await replica.of(ISSUER)).toEqual(keys);
    });

    test('makes separate keys for each domain', async () => {
      const [here, there] = [await one.of(ISSUER), await one.of('https://login.example.org')];
      const kids = new Set([...here, ...there].map(({ kid }) => kid));
      expect(kids.size).toBe(4);
    });

    test('publishes the next keys after the current ones, for verification only', async () => {
      const current = await one.of(ISSUER);
      await one.prepare(ISSUER);

      const keys = await one.of(ISSUER);
      expect(keys.slice(0, 2)).toEqual(current);
      expect(keys.slice(2).map(({ alg, key_ops }) => ({ alg, key_ops }))).toEqual([
        { alg: 'RS256', key_ops: ['verify'] },
        { alg: 'ES256', key_ops: ['verify'] },
      ]);
      expect(await statesOf(ISSUER)).toEqual([
        'RS256 current',
        'RS256 next',
        'ES256 current',
        'ES256 next',
      ]);
    });

    test('has one next key of each algorithm, however many callers prepare it', async () => {
      await one.of(ISSUER);
      const callers = [...store.replicas, ...store.replicas];
      await Promise.all(callers.map((replica) => replica.prepare(ISSUER)));
      const keys = await one.of(ISSUER);
      await one.prepare(ISSUER);
      expect(await one.of(ISSUER)).toEqual(keys);
      expect(keys).toHaveLength(4);
    });

    test('prepares no keys for a domain without keys', async () => {
      await one.prepare(ISSUER);
      expect(await one.list()).toEqual([]);
    });

    test('promotes the next keys to sign, and keeps the previous ones published', async () => {
      const before = await one.of(ISSUER);
      await one.of(OTHER);
      await one.prepare(ISSUER);
      await one.prepare(OTHER);
      const next = (await one.of(ISSUER)).slice(2);

      expect(await one.promote(ISSUER, { publishedBy: START, keepUntil: at(60) })).toBe(true);

      const kids = (await one.of(ISSUER)).map(({ kid }) => kid);
      expect(kids.slice(0, 2)).toEqual(next.map(({ kid }) => kid));
      expect(kids.slice(2).toSorted()).toEqual(before.map(({ kid }) => kid).toSorted());
      expect(await statesOf(OTHER)).toContain('RS256 next');
      const previous = (await one.list()).filter(({ state }) => state === 'previous');
      expect(previous.map(({ issuer, until }) => ({ issuer, until }))).toEqual([
        { issuer: ISSUER, until: at(60) },
        { issuer: ISSUER, until: at(60) },
      ]);
    });

    test('signs with the prepared keys after the promotion', async () => {
      await one.of(ISSUER);
      await one.prepare(ISSUER);
      const [rsa, ec] = (await one.of(ISSUER)).slice(2);
      await one.promote(ISSUER, { publishedBy: START, keepUntil: at(60) });
      const { key_ops: _, ...signing } = { ...rsa };
      expect((await one.of(ISSUER))[0]).toEqual(signing);
      const kids = (await one.of(ISSUER)).map(({ kid }) => kid);
      expect(kids.slice(0, 2)).toEqual([rsa?.kid, ec?.kid]);
    });

    test('replaces current and next keys by new ones, and keeps the previous ones', async () => {
      await one.of(ISSUER);
      await one.prepare(ISSUER);
      await one.promote(ISSUER, { publishedBy: START, keepUntil: at(60) });
      await one.prepare(ISSUER);
      await one.of(OTHER);
      await one.prepare(OTHER);
      const [before, others] = [await one.list(), await one.of(OTHER)];
      const previous = before.filter(
        ({ issuer, state }) => issuer === ISSUER && state === 'previous',
      );

      await one.replace(ISSUER);

      expect(await statesOf(ISSUER)).toEqual([
        'RS256 current',
        'RS256 previous',
        'ES256 current',
        'ES256 previous',
      ]);
      const known = new Set(before.map(({ kid }) => kid));
      const after = (await one.list()).filter(({ issuer }) => issuer === ISSUER);
      expect(after.filter(({ kid }) => known.has(kid))).toEqual(previous);
      expect(await one.of(OTHER)).toEqual(others);
    });

    test('replaces no keys of a domain that has none', async () => {
      await one.replace(ISSUER);
      expect(await one.list()).toEqual([]);
    });

    test('promotes no key that is replaced at the same moment', async () => {
      await one.of(ISSUER);
      await one.prepare(ISSUER);
      const leaked = new Set((await one.list()).map(({ kid }) => kid));
      const terms = { publishedBy: START, keepUntil: at(60) };
      await race<SigningKeys, unknown>(store.replicas, (replica, racer) =>
        racer === 0 ? replica.replace(ISSUER) : replica.promote(ISSUER, terms),
      );
      const signing = (await one.list()).filter(({ state }) => state !== 'previous');
      expect(signing.filter(({ kid }) => leaked.has(kid))).toEqual([]);
      expect(signing).toHaveLength(2);
    });

    test('promotes no key that was published later', async () => {
      await one.of(ISSUER);
      await one.prepare(ISSUER);
      const keys = await one.of(ISSUER);
      expect(await one.promote(ISSUER, { publishedBy: at(-1), keepUntil: at(60) })).toBe(false);
      expect(await one.of(ISSUER)).toEqual(keys);
    });

    test('lets one of several callers promote', async () => {
      await one.of(ISSUER);
      await one.prepare(ISSUER);
      const terms = { publishedBy: START, keepUntil: at(60) };
      const answers = await race(store.replicas, (replica) => replica.promote(ISSUER, terms));
      expect(winners(answers)).toEqual([true]);
      expect(await statesOf(ISSUER)).toEqual([
        'RS256 current',
        'RS256 previous',
        'ES256 current',
        'ES256 previous',
      ]);
    });

    test('retires expired keys of one domain or of all', async () => {
      for (const issuer of [ISSUER, OTHER]) {
        await one.of(issuer);
        await one.prepare(issuer);
        await one.promote(issuer, { publishedBy: START, keepUntil: at(60) });
      }
      expect(await one.retire(at(60))).toBe(0);
      expect(await one.retire(at(61), ISSUER)).toBe(2);
      expect(await one.of(ISSUER)).toHaveLength(2);
      expect(await one.of(OTHER)).toHaveLength(4);
      expect(await one.retire(at(61))).toBe(2);
      expect(await one.retire(at(61))).toBe(0);
    });

    async function statesOf(wanted: string): Promise<string[]> {
      const entries = (await one.list()).filter(({ issuer }) => issuer === wanted);
      return entries.map(({ alg, state }) => `${alg} ${state}`);
    }

    test('makes one set of keys when replicas start at once', async () => {
      const callers = [...store.replicas, ...store.replicas];
      const answers = await Promise.all(callers.map((replica) => replica.of(ISSUER)));
      for (const keys of answers) expect(keys).toEqual(answers[0]);
    });
  });
}

function publicHalf({ kty, crv, x, y, n, e }: JWK): JWK {
  return kty === 'EC' ? ({ kty, crv, x, y } as JWK) : ({ kty, n, e } as JWK);
}
