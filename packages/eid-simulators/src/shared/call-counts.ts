/** How often each endpoint was called since the start. */
export interface CallCounts<Endpoint extends string> {
  count(endpoint: Endpoint): void;
  read(): Readonly<Record<Endpoint, number>>;
}

/** Counters at zero. */
export function makeCallCounts<Endpoint extends string>(
  endpoints: readonly Endpoint[],
): CallCounts<Endpoint> {
  const calls = Object.fromEntries(endpoints.map((each) => [each, 0])) as Record<Endpoint, number>;
  return {
    count(endpoint) {
      calls[endpoint] += 1;
    },
    read: () => ({ ...calls }),
  };
}
