import type { Channel } from './authentication.ts';

/** A way in which people logged in to an application lately. */
export interface RecentUse {
  readonly clientId: string;
  readonly issuer: string;
  readonly acr: string;
  readonly channel: Channel;
}
