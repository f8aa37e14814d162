import { at, PERSON, START } from '@eid-broker/testing/sample-authentication';
import { sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import type { Acr } from '../../src/domain/acr.ts';
import { type EidOffer, type EidVariant, LEVELS } from '../../src/domain/eid-offer.ts';
import { PLAIN_LOGIN } from '../../src/domain/intent.ts';
import { mayAnswer } from '../../src/flows/single-sign-on/resume-session.ts';

const ACR_VALUES = [
  'urn:grn:authn:xx:e',
  'urn:grn:authn:xx:e:high',
  'urn:grn:authn:xx:e:high:qr',
  'urn:grn:authn:xx:e:substantial',
  'urn:grn:authn:xx:eid',
] as readonly string[] as readonly Acr[];
const SCOPES = ['openid', 'ssn', 'address', 'email'];

const acr = fc.constantFrom(...ACR_VALUES);
const scope = fc.subarray(SCOPES);
const level = fc.constantFrom(undefined, ...LEVELS);
const variants = fc.tuple(
  ...ACR_VALUES.map((value) =>
    fc
      .record({ level, satisfiedBy: fc.subarray([...ACR_VALUES]) })
      .map((changes) => sampleVariant(value, changes)),
  ),
);
const offer = fc.tuple(variants, scope).map(([each, storedByScope]) =>
  sampleOffer({
    variants: each,
    storedByScope,
  }),
);

/** The levels by rank, apart from the service's own comparison. */
const RANKS = new Map<EidVariant['level'], number>([
  [undefined, 0],
  ['low', 1],
  ['substantial', 2],
  ['high', 3],
]);

function isLower(used: EidVariant, requested: EidVariant): boolean {
  return (RANKS.get(used.level) ?? Number.NaN) < (RANKS.get(requested.level) ?? Number.NaN);
}

/** Whether a plain login of the acr value answers a plain request for the other one, just after. */
function answers(used: Acr, requested: Acr, of: EidOffer): boolean {
  const scope = ['openid'];
  const login = {
    authenticationId: 'first',
    acr: used,
    scope,
    device: 'same',
    at: START,
    identity: PERSON,
  } as const;
  const request = { acr: requested, offer: of, intent: PLAIN_LOGIN, scope, maxAge: undefined };
  return mayAnswer(login, request, { now: at(10), lasts: 60 });
}

/** The pairs in which a session of a lower level, or of none, answers for a higher one. */
function downgrades(offers: readonly EidOffer[]): readonly string[] {
  const all = offers.flatMap(({ variants }) => variants);
  return offers.flatMap((of) =>
    of.variants.flatMap((requested) =>
      all
        .filter((used) => isLower(used, requested) && answers(used.acr, requested.acr, of))
        .map((used) => `${used.acr} for ${requested.acr}`),
    ),
  );
}

const registered = eidModules.map((module) => module.offer);

test('no session of any eID answers for a higher level', () => {
  expect(downgrades(registered)).toEqual([]);
});

test('no session answers for a higher level, even where each acr value accepts all others', () => {
  const all = registered.flatMap(({ variants }) => variants.map((one) => one.acr));
  const open = registered.map((of) => ({
    ...of,
    variants: of.variants.map((one) => ({ ...one, satisfiedBy: all })),
  }));
  expect(downgrades(open)).toEqual([]);
});

test('no session answers for a higher level, whatever an offer accepts', () => {
  fc.assert(
    fc.property(offer, (of) => expect(downgrades([of])).toEqual([])),
    { numRuns: 1_000 },
  );
});

test('no acr value of any eID accepts one of a lower level, or of none', () => {
  const wrong = registered.flatMap(({ variants }) =>
    variants.flatMap((requested) =>
      variants
        .filter((used) => requested.satisfiedBy.includes(used.acr) && isLower(used, requested))
        .map((used) => `${used.acr} for ${requested.acr}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('a session answers exactly where the offer accepts its acr value, level and scopes', () => {
  fc.assert(
    fc.property(offer, acr, scope, acr, scope, (of, used, had, requested, wanted) => {
      const login = {
        authenticationId: 'first',
        acr: used,
        scope: had,
        device: 'same',
        at: START,
        identity: PERSON,
      } as const;
      const request = {
        acr: requested,
        offer: of,
        intent: PLAIN_LOGIN,
        scope: wanted,
        maxAge: undefined,
      };

      const [first, second] = [used, requested].map((value) =>
        of.variants.find((one) => one.acr === value),
      );
      if (first === undefined || second === undefined) throw new Error('not of the offer');
      const isListed = second.satisfiedBy.includes(used) && !isLower(first, second);
      const isAccepted = used === requested || isListed;
      const isMissing = wanted.some(
        (name) => of.storedByScope.includes(name) && !had.includes(name),
      );
      expect(mayAnswer(login, request, { now: at(10), lasts: 60 })).toBe(isAccepted && !isMissing);
    }),
    { numRuns: 2_000 },
  );
});

test.each(eidModules.map(({ offer: { name, variants } }) => ({ name, variants })))(
  'the acr values of $name accept sessions of their own eID alone, and each other only at one level',
  ({ variants }) => {
    const own = variants.map(({ acr: value }) => value);
    for (const { acr: value, level, satisfiedBy } of variants) {
      expect(own).toEqual(expect.arrayContaining([...satisfiedBy]));
      const back = variants.filter(({ acr: other }) => satisfiedBy.includes(other));
      const mutual = back.filter((one) => one.satisfiedBy.includes(value));
      expect(mutual.filter((one) => level === undefined || one.level !== level)).toEqual([]);
    }
  },
);
