/** Pseudonyms of people, stable in one tenant and unlinkable between tenants. */
export interface Pseudonyms {
  /**
   * The `{guid}`, in lower case, of the person with that identifier at the eID of that `scheme`: the same for every call and
   * replica, also when several need the tenant's first pseudonym at once.
   * @throws when there is no such tenant, or its key cannot be decrypted: the key is never replaced
   */
  subjectOf(tenantId: string, scheme: string, personId: string): Promise<string>;
}

/** Erases one person in one tenant. */
export interface Erasure {
  /**
   * Deletes in one transaction the stored data of the person: attempts in any state, with their codes and tokens, and
   * remembered logins. Orders at the eID are not cancelled. Events stay: they hold no person; a pending attempt gets one,
   * as if it had expired. A person without data is fine.
   */
  erase(person: ErasedPerson): Promise<Erased>;
}

/** The person to erase, by all numbers that may be meant, in the eIDs' formats. */
export interface ErasedPerson {
  readonly tenantId: string;
  readonly nationalIds: readonly string[];
}

/** The number of deleted rows. */
export interface Erased {
  readonly attempts: number;
  readonly codesAndTokens: number;
  readonly sessions: number;
}
