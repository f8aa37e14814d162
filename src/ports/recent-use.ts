import type { RecentUse } from '../domain/recent-use.ts';

/** The ways in which people logged in to these applications since a moment, each once. */
export type ReadRecentUse = (
  tenantId: string,
  clientIds: readonly string[],
  since: Date,
) => Promise<readonly RecentUse[]>;
