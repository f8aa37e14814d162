import type { Pseudonyms } from 'eid-broker/ports/persons';

interface Deps {
  /** The tenants that exist. */
  readonly tenantIds: readonly string[];
  /** A new `{guid}` in lower case. */
  readonly newGuid: () => string;
}

/** The pseudonyms of one process, gone with it: drawn by lot and remembered. */
export function memoryPseudonyms({ tenantIds, newGuid }: Deps): Pseudonyms {
  const known = new Map<string, string>();

  return {
    async subjectOf(tenantId, scheme, nationalId) {
      if (!tenantIds.includes(tenantId)) throw new Error(`there is no tenant ${tenantId}`);
      // As JSON the parts cannot run into one another.
      const person = JSON.stringify([tenantId, scheme, nationalId]);
      const subject = known.get(person) ?? newGuid();
      known.set(person, subject);
      return subject;
    },
  };
}
