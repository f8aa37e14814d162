import { expect, test } from '@jest/globals';
import { parseAcr } from 'eid-broker/domain/acr';
import type { EidOffer } from 'eid-broker/domain/eid-offer';
import type { Identity } from 'eid-broker/domain/identity';
import { intentOf, phoneIntentOf } from 'eid-broker/domain/intent-from-login-hint';
import { LANGUAGES } from 'eid-broker/domain/language';
import { NO_LOGIN_HINT } from 'eid-broker/domain/login-hint';
import type { Eid } from 'eid-broker/ports/eid';
import type { Clock } from 'eid-broker/ports/runtime';

/** An eID of any kind with a counterpart that a test controls. */
export interface AnyEidUnderTest {
  readonly offer: EidOffer;
  readonly eid: Eid;
  /** The same eID with an unreachable counterpart. */
  readonly unreachable: Eid;
  readonly clock: Clock;
}

/** The contract of every eID, inside the contract of its kind. */
export function anyEidContract(it: () => AnyEidUnderTest): void {
  test('offers unique and well-formed acr values and claims', () => {
    expectOffer(it().offer);
  });

  test('serves a channel of each acr value, and no channel of its own kind without one', () => {
    const { offer, eid } = it();
    const kinds = offer.variants.map(({ channels }) => Object.values(channels));
    expect(kinds.every((used) => used.length > 0)).toBe(true);
    expect(kinds.flat()).toContain(eid.kind);
  });

  test('takes the texts that its offer states: a signature or a call of another eID is refused', () => {
    expectTexts(it());
  });

  test('refuses to name a person by anything but a number', () => {
    const { offer, clock } = it();
    const named = { ...NO_LOGIN_HINT, person: 'x'.repeat(50) };
    const context = { offer, channel: 'browser', now: clock() } as const;
    expect(() => intentOf(named, context)).toThrow(
      expect.objectContaining({ code: 'person-malformed' }),
    );
  });

  test('reports only certificates with a name and an expiry', () => {
    for (const { name, expiresAt } of it().eid.certificates()) {
      expect(name).not.toBe('');
      expect(expiresAt.getTime()).toBeGreaterThan(it().clock().getTime());
    }
  });

  test('can be closed, more than once', async () => {
    await it().unreachable.close();
    await it().unreachable.close();
  });
}

/** Expects of any eID's offer: well-formed names, unique for each scope, and channels that fit together. */
function expectOffer({ variants, claims, languages }: EidOffer): void {
  const acrs = variants.map(({ acr }) => acr);
  const names = claims.map(({ name, scope = '' }) => `${name} ${scope}`);
  expect(acrs.map(parseAcr)).toEqual(acrs);
  expect(new Set(acrs).size).toBe(acrs.length);
  expect(variants.filter(({ title }) => title === '')).toEqual([]);
  expect(languages.filter((language) => !LANGUAGES.includes(language))).toEqual([]);
  expect(languages.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
  for (const { channels } of variants) {
    expect([undefined, channels.browser]).toContain(channels.embedded);
    expect([channels.embedded, channels.headless, channels.ciba]).not.toContain('redirect');
  }
}

/** Expects of each kind of order that a request for it has its text, or is refused. */
function expectTexts({ offer, clock }: AnyEidUnderTest): void {
  const now = clock();
  const context = { offer, channel: 'browser', now } as const;
  const message = Buffer.from('x').toString('base64');
  const { authentication, signature, phone } = offer.texts;
  const login = () => intentOf({ ...NO_LOGIN_HINT, message }, context).text?.visible;
  const sign = () => intentOf({ ...NO_LOGIN_HINT, action: 'sign', message }, context).text?.visible;
  const call = () => phoneIntentOf(NO_LOGIN_HINT, { offer, bindingMessage: undefined, now });
  const refusal = (code: string) => expect.objectContaining({ name: 'Failure', code });
  expect(login()).toBe(authentication?.message && message);
  if (signature === undefined) expect(sign).toThrow(refusal('action-not-offered'));
  else expect(sign()).toBe(message);
  expect(call).toThrow(refusal(phone === undefined ? 'eid-not-offered' : 'person-missing'));
}

/** Expects an identity with claims of the offer alone. */
export function expectIdentityOf({ claims: offered }: EidOffer, identity: Identity): void {
  const names = offered.map(({ name }) => name);
  const { country, personId, claims, scopedClaims } = identity;
  expect(country).toMatch(/^[A-Z]{2}$/);
  expect(personId).toMatch(/\S/);
  const released = [claims, ...Object.values(scopedClaims)].flatMap((some) => Object.keys(some));
  expect(released.filter((claim) => !names.includes(claim))).toEqual([]);
}
