/** Turns people into pseudonyms that are stable in one tenant and unlinkable between tenants. */
export interface Pseudonyms {
  /**
   * `{guid}` in lower case for a person of an eID, named by the eID's `scheme` and the person's number there:
   * the same at every call and from every replica, also when several ask for the tenant's first at once.
   * @throws when there is no such tenant, or its key cannot be opened any more: no other one takes its place
   */
  subjectOf(tenantId: string, scheme: string, nationalId: string): Promise<string>;
}

/** Forgets one person in one tenant. */
export interface Erasure {
  /**
   * Forgets, all or nothing, what there is of the person at this moment: attempts in any state, with what was asked and
   * who answered, their codes and tokens, and what sessions remember, on every replica at once. Nobody's orders at the
   * eID are cancelled. Events stay: they name nobody; a pending attempt gets one, as if it had expired. None is fine.
   */
  erase(person: ErasedPerson): Promise<Erased>;
}

/** Who is forgotten, by each number that it may be, as the eIDs write it. */
export interface ErasedPerson {
  readonly tenantId: string;
  readonly nationalIds: readonly string[];
}

/** How much there was. */
export interface Erased {
  readonly attempts: number;
  readonly codesAndTokens: number;
  readonly sessions: number;
}
