/** Counts the events of each tenant ahead. What is not counted yet is counted when usage is read, so its sums are exact. */
export interface UsageCounts {
  /** At most so many tenants that have sealed events to count. */
  behind(limit: number): Promise<readonly string[]>;
  /**
   * Counts the next sealed events of a tenant, at most `limit`; returns how many. Each event is counted once. While another
   * replica counts those of the tenant, the result is 0.
   */
  count(tenantId: string, limit: number): Promise<number>;
}
