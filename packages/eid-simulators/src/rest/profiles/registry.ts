import type { RestProfile } from '../rest-profile.ts';
import { freja } from './freja.ts';
import { mobileId } from './mobile-id.ts';
import { smartId } from './smart-id.ts';

/** All simulated eIDs with a REST protocol of their own. The build writes this list. */
export const profiles: readonly RestProfile[] = [freja, mobileId, smartId];
