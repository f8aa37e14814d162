import { at, PERSON, START } from '@eid-broker/testing/sample-authentication';
import { sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import type { Acr } from '../../src/domain/acr.ts';
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
const offer = fc
  .tuple(fc.array(fc.subarray([...ACR_VALUES]), { minLength: 5, maxLength: 5 }), scope)
  .map(([satisfiedBy, storedByScope]) =>
    sampleOffer({
      variants: ACR_VALUES.map((value, index) =>
        sampleVariant(value, { satisfiedBy: satisfiedBy[index] ?? [] }),
      ),
      storedByScope,
    }),
  );

test('a session answers exactly where the offer accepts its acr value and its scopes', () => {
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

      const accepted = of.variants.find((one) => one.acr === requested)?.satisfiedBy;
      const isAccepted = used === requested || accepted?.includes(used) === true;
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
