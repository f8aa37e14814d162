import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { catalogue } from '../src/adapters/eid/registry.ts';
import type { Acr } from '../src/domain/acr.ts';
import { LOGIN_CLAIMS } from '../src/domain/claims.ts';
import type { EidOffer } from '../src/domain/eid-offer.ts';
import type { Json, JsonObject } from '../src/domain/json.ts';
import { withUris } from '../src/domain/uri-claims.ts';

/** The claims of one published ID token of the product, with their types in the place of values. */
interface Payload {
  readonly payload: string;
  readonly acr: string;
  readonly profile: 'eid' | 'uri';
  readonly claims: JsonObject;
}

/** Services that have ended. */
const ENDED: Readonly<Record<string, string>> = {
  'urn:grn:authn:dk:nemid:poces': 'MitID replaced NemID in 2023',
};

const FILE = new URL('fixtures/product-payloads.json', import.meta.url);
const payloads: readonly Payload[] = JSON.parse(readFileSync(FILE, 'utf8'));

describe.each(payloads.filter(({ acr }) => ENDED[acr] === undefined))(
  'the claims of the published token $payload',
  ({ acr, profile, claims }) => {
    test('are those of its eID, with the same types', () => {
      const offer = catalogue.offerOf(acr as Acr);
      if (offer === undefined) throw new Error(`no eID has ${acr}`);
      const examples = examplesOf(offer);
      const ours = profile === 'uri' ? withUris(examples, offer) : examples;
      expect(differences(claims, ours, '')).toEqual([]);
    });
  },
);

test('every ended service has a published token', () => {
  const acrs = payloads.map(({ acr }) => acr);
  expect(Object.keys(ENDED).filter((acr) => !acrs.includes(acr))).toEqual([]);
});

function examplesOf({ claims }: EidOffer): JsonObject {
  const examples = [...LOGIN_CLAIMS, ...claims].map(
    ({ name, example }) => [name, example] as const,
  );
  return Object.fromEntries(examples);
}

/** The members that our example lacks, or has with another type. The product leaves a null open. */
function differences(published: Json, ours: Json | undefined, path: string): string[] {
  if (published === 'null') return [];
  if (ours === undefined) return [`${path} is missing`];
  if (typeof published !== 'object' || published === null) {
    return typeof ours === published ? [] : [`${path} is ${typeof ours}, not ${String(published)}`];
  }
  if (typeof ours !== 'object' || ours === null) return [`${path} has no members`];
  return Object.entries(published).flatMap(([name, member]) =>
    differences(member, (ours as JsonObject)[name], path === '' ? name : `${path}.${name}`),
  );
}
