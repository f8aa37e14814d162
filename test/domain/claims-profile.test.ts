import { describe, expect, test } from '@jest/globals';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { CLAIMS_PROFILES } from '../../src/domain/application.ts';
import { offeredClaims } from '../../src/domain/claims-profile.ts';

const EIDS = eidModules.flatMap(({ offer, scheme }) =>
  offer.variants.map((variant) => ({ offer, scheme, variant })),
);

describe.each(CLAIMS_PROFILES)('the offered claims of the profile %s', (profile) => {
  test('are listed once for each scope of the eID', () => {
    for (const eid of EIDS) {
      const claims = offeredClaims(profile, eid);
      const rows = claims.map(({ name, scope }) => `${name} ${scope}`);
      expect(new Set(rows).size).toBe(rows.length);
      const scopes = claims.flatMap(({ scope }) => scope ?? []);
      expect(scopes.filter((scope) => !eid.offer.scopes.includes(scope))).toEqual([]);
    }
  });
});

test('the offered claims of the own profile are all claims of the eID, with their scopes', () => {
  for (const eid of EIDS) {
    const claims = offeredClaims('eid', eid);
    for (const { name, scope, optional = false, description } of eid.offer.claims) {
      const found = claims.find((claim) => claim.name === name && claim.scope === scope);
      expect(found).toMatchObject({ name, scope, optional, description });
    }
  }
});

test('the offered claims of the other profiles have the names of the profile', () => {
  const eid = EIDS.find(({ offer }) => offer.name === 'se-bankid');
  if (eid === undefined) throw new Error('there is no such eID');
  const normalised = offeredClaims('normalised', eid);
  expect(normalised.find(({ name }) => name === 'nin')).toMatchObject({
    scope: undefined,
    optional: false,
    description: 'National identity number, as the eID writes it.',
  });
  const uris = offeredClaims('uri', eid).map(({ name }) => name);
  expect(uris).toContain('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname');
  expect(uris).not.toContain('surname');
});
