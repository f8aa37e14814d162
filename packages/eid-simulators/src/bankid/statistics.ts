import { type Endpoint, endpoints } from './rp-api/faults.ts';

/** How often the RP API was called since the start. */
export interface Statistics {
  count(endpoint: Endpoint): void;
  read(): StatisticsReport;
}

/** Calls by endpoint, and collects within a second after the previous one of the same order. */
export interface StatisticsReport {
  readonly calls: Readonly<Record<Endpoint, number>>;
  readonly fastCollects: number;
}

/** Counters at zero; fast collects are counted elsewhere. */
export function makeStatistics(fastCollects: () => number): Statistics {
  const calls = Object.fromEntries(endpoints.map((each) => [each, 0])) as Record<Endpoint, number>;
  return {
    count(endpoint) {
      calls[endpoint] += 1;
    },
    read: () => ({ calls: { ...calls }, fastCollects: fastCollects() }),
  };
}
