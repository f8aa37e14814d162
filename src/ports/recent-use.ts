import type { Channel } from '../domain/authentication.ts';

/** A way in which people logged in to an application lately. */
export interface RecentUse {
  readonly clientId: string;
  readonly issuer: string;
  readonly acr: string;
  readonly channel: Channel;
}

/** The ways in which people logged in to these applications since a moment, each once. */
export type ReadRecentUse = (
  tenantId: string,
  clientIds: readonly string[],
  since: Date,
) => Promise<readonly RecentUse[]>;
