import type { Exchange, History, Violation } from '../read-history.ts';

/** I1: a single-use value is consumed at most once, over all replicas and restarts. */
export function usedOnce({ answers }: History): readonly Violation[] {
  const takers = new Map<string, Exchange[]>();
  for (const answer of answers) {
    for (const spent of answer.spent ?? []) {
      takers.set(spent, [...(takers.get(spent) ?? []), answer]);
    }
  }
  return [...takers]
    .filter(([, events]) => events.length > 1)
    .map(([spent, events]) => ({
      what: `${spent} was consumed ${events.length} times`,
      login: events[0]?.login ?? 0,
      events,
    }));
}
