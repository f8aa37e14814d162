/** Turns people into pseudonyms that are stable in one tenant and unlinkable between tenants. */
export interface Pseudonyms {
  /**
   * `{guid}` in lower case for a person of an eID, named by the eID's `scheme` and the person's number there:
   * the same at every call and from every replica, also when several ask for the tenant's first at once.
   * @throws when there is no such tenant, or its key cannot be opened any more: no other one takes its place
   */
  subjectOf(tenantId: string, scheme: string, nationalId: string): Promise<string>;
}
