import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import {
  clientAuthentications,
  hasKeys,
  needsChallenge,
  offeredAcrValues,
} from '../../src/domain/application.ts';
import { sampleApplication } from '../support/sample-application.ts';

const JWKS = { keys: [{ kty: 'EC' }] };
const byAddress = sampleApplication({ secrets: [], jwksUri: 'https://shop.example/jwks' });

describe('an application authenticates', () => {
  test.each([
    ['its secret', sampleApplication(), ['secret']],
    ['its key', sampleApplication({ secrets: [], jwks: JWKS }), ['private-key-jwt']],
    ['the keys at its address', byAddress, ['private-key-jwt']],
    ['either', sampleApplication({ jwks: JWKS }), ['secret', 'private-key-jwt']],
    ['nothing', sampleApplication({ secrets: [] }), ['none']],
  ])('with %s', (_what, application, ways) => {
    expect(clientAuthentications(application)).toEqual(ways);
  });
});

test.each([
  ['in its settings', { jwks: JWKS, jwksUri: undefined }, true],
  ['at an address', { jwks: undefined, jwksUri: 'https://shop.example/jwks' }, true],
  ['nowhere', { jwks: undefined, jwksUri: undefined }, false],
])('an application may have keys %s', (_where, keys, has) => {
  expect(hasKeys(keys)).toBe(has);
});

describe('a PKCE challenge', () => {
  test.each([
    ['optional for a confidential client', {}, false],
    ['required of a client by its settings', { requirePkce: true }, true],
    ['required of a public client', { flows: ['pkce'] }, true],
    [
      'required of a public client that also uses another flow',
      { flows: ['implicit', 'pkce'] },
      true,
    ],
    [
      'optional for a client whose flows have none',
      { flows: ['implicit', 'ciba', 'headless'] },
      false,
    ],
  ] as const)('is %s', (_what, own, needed) => {
    expect(needsChallenge(sampleApplication(own))).toBe(needed);
  });
});

describe('the eIDs of an application', () => {
  const [one, two, three] = ['one', 'two', 'three'] as unknown as [Acr, Acr, Acr];

  test('are all of the domain without a setting', () => {
    expect(offeredAcrValues(sampleApplication(), [one, two])).toEqual([one, two]);
  });

  test('are those of the setting that the domain offers, in the order of the domain', () => {
    const application = sampleApplication({ acrValues: [three, two, one] });
    expect(offeredAcrValues(application, [one, two])).toEqual([one, two]);
  });

  test('are none with an empty setting', () => {
    expect(offeredAcrValues(sampleApplication({ acrValues: [] }), [one])).toEqual([]);
  });
});
