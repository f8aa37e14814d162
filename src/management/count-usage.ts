import type { UsageCounts } from '../ports/usage-counts.ts';

/** Tenants of one search. */
const TENANTS = 100;
/** Events that one statement counts, so that its locks are short. */
const EVENTS = 10_000;

/** Counts the sealed events of all tenants, while `shouldContinue`. */
export async function countUsage(
  usageCounts: Pick<UsageCounts, 'behind' | 'count'>,
  shouldContinue: () => boolean,
): Promise<void> {
  let tenants: readonly string[] = [];
  do {
    tenants = await usageCounts.behind(TENANTS);
    let counted = 0;
    for (const tenantId of tenants) {
      let events = EVENTS;
      while (shouldContinue() && events === EVENTS) {
        events = await usageCounts.count(tenantId, EVENTS);
        counted += events;
      }
    }
    // Another replica counts the rest.
    if (counted === 0) return;
  } while (shouldContinue() && tenants.length === TENANTS);
}
