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

describe('how an application proves who it is', () => {
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
    ['left to a confidential client', {}, false],
    ['demanded of one whose settings say so', { requirePkce: true }, true],
    ['demanded of a public client', { flows: ['pkce'] }, true],
    [
      'demanded of a public client that also uses another flow',
      { flows: ['implicit', 'pkce'] },
      true,
    ],
    ['left to a client whose flows have none', { flows: ['implicit', 'ciba', 'headless'] }, false],
  ] as const)('is %s', (_what, own, needed) => {
    expect(needsChallenge(sampleApplication(own))).toBe(needed);
  });
});

describe('the eIDs that an application may name', () => {
  const [one, two, three] = ['one', 'two', 'three'] as unknown as [Acr, Acr, Acr];

  test('are all of the domain when it is set to none', () => {
    expect(offeredAcrValues(sampleApplication(), [one, two])).toEqual([one, two]);
  });

  test('are its own, in the order of the domain, as far as the domain offers them', () => {
    const application = sampleApplication({ acrValues: [three, two, one] });
    expect(offeredAcrValues(application, [one, two])).toEqual([one, two]);
  });

  test('are none when it is set to an empty list', () => {
    expect(offeredAcrValues(sampleApplication({ acrValues: [] }), [one])).toEqual([]);
  });
});
