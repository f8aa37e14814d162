import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pseudonyms } from 'eid-broker/ports/persons';

import { race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { START } from '../sample-authentication.ts';

/** The tenants that `open` must have. */
export const TENANT_IDS = ['shop', 'bank'] as const;

const UNKNOWN_PERSON = '199001012385';
const OTHER_PERSON = '199006022397';

/** The contract of the port `Pseudonyms`. */
export function pseudonymsContract(name: string, open: OpenReplicas<Pseudonyms>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<Pseudonyms>;
    let one: Pseudonyms;

    beforeEach(async () => {
      store = await open(() => START);
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    test('writes a pseudonym as a lower-case UUID in braces', async () => {
      expect(await one.subjectOf('shop', 'some-eid', UNKNOWN_PERSON)).toMatch(
        /^\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\}$/,
      );
    });

    test('returns the same pseudonym for a person, at every call and from every replica', async () => {
      const first = await one.subjectOf('shop', 'some-eid', UNKNOWN_PERSON);
      for (const replica of store.replicas) {
        expect(await replica.subjectOf('shop', 'some-eid', UNKNOWN_PERSON)).toBe(first);
      }
    });

    test('returns one pseudonym to racing first requests of a tenant', async () => {
      const all = await race(store.replicas, (replica) =>
        replica.subjectOf('shop', 'some-eid', UNKNOWN_PERSON),
      );
      expect(new Set(all).size).toBe(1);
    });

    test('distinguishes tenants, eIDs and people', async () => {
      const all = await Promise.all([
        one.subjectOf('shop', 'some-eid', UNKNOWN_PERSON),
        one.subjectOf('bank', 'some-eid', UNKNOWN_PERSON),
        one.subjectOf('shop', 'other-eid', UNKNOWN_PERSON),
        one.subjectOf('shop', 'some-eid', OTHER_PERSON),
      ]);
      expect(new Set(all).size).toBe(4);
    });

    test('has none for a tenant that does not exist', async () => {
      await expect(one.subjectOf('nobody', 'some-eid', UNKNOWN_PERSON)).rejects.toThrow(
        'there is no tenant nobody',
      );
    });
  });
}
