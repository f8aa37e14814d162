import type { Pseudonyms } from 'eid-broker/ports/persons';

interface Deps {
  /** The tenants that exist. */
  readonly tenantIds: readonly string[];
  /** A new `{guid}` in lower case. */
  readonly newGuid: () => string;
}

/** Pseudonyms in the memory of one process: random and stored. */
export function memoryPseudonyms({ tenantIds, newGuid }: Deps): Pseudonyms {
  const known = new Map<string, string>();

  return {
    async subjectOf(tenantId, scheme, personId) {
      if (!tenantIds.includes(tenantId)) throw new Error(`there is no tenant ${tenantId}`);
      // JSON keeps the parts distinct.
      const person = JSON.stringify([tenantId, scheme, personId]);
      const subject = known.get(person) ?? newGuid();
      known.set(person, subject);
      return subject;
    },
  };
}
