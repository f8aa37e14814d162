import type { RestProfile } from '../rest-profile.ts';

/** All simulated eIDs with a REST protocol of their own. */
export const profiles: readonly RestProfile[] = [];
