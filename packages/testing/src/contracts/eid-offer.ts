import { expect } from '@jest/globals';
import { parseAcr } from 'eid-broker/domain/acr';
import type { EidOffer } from 'eid-broker/domain/eid-offer';
import type { Identity } from 'eid-broker/domain/identity';

/** Expects the offer of any eID: names that are unique and well formed. */
export function expectOffer({ variants, claims }: EidOffer): void {
  const acrs = variants.map(({ acr }) => acr);
  const names = claims.map(({ name }) => name);
  expect(acrs.map(parseAcr)).toEqual(acrs);
  expect(new Set(acrs).size).toBe(acrs.length);
  expect(new Set(names).size).toBe(names.length);
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
