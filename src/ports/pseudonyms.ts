/** Turns people into pseudonyms that are stable in one tenant and unlinkable between tenants. */
export interface Pseudonyms {
  /** `{guid}` in lower case, the same for the same person of the same eID, always. */
  subjectOf(tenantId: string, scheme: string, nationalId: string): Promise<string>;
}
