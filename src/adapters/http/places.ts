/** How many requests one process serves at the same time. */
export interface MaxConcurrency {
  readonly altogether: number;
  readonly ofTenant: number;
}

/** The places of requests that are being served. */
export interface ConcurrencyLimit {
  /** Takes one; answers how to give it up, or undefined when there is none. */
  take(tenantId: string): (() => void) | undefined;
}

/** More than these would only wait for one another: whoever comes then is better off with another replica. */
const MOST: MaxConcurrency = { altogether: 500, ofTenant: 250 };

/** Places in this process. No tenant gets all of them, so that none can lock the others out. */
export function requestConcurrency(most: MaxConcurrency = MOST): ConcurrencyLimit {
  const taken = new Map<string, number>();
  let altogether = 0;

  return {
    take(tenantId) {
      const own = taken.get(tenantId) ?? 0;
      if (altogether >= most.altogether || own >= most.ofTenant) return undefined;
      altogether += 1;
      taken.set(tenantId, own + 1);
      return () => leave(tenantId);
    },
  };

  function leave(tenantId: string): void {
    altogether -= 1;
    const left = (taken.get(tenantId) ?? 1) - 1;
    if (left > 0) taken.set(tenantId, left);
    else taken.delete(tenantId);
  }
}
