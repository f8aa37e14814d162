import type { OidcProfile } from '../profile.ts';
import { mitid } from './mitid.ts';

/** All simulated eIDs that speak OpenID Connect. */
export const profiles: readonly OidcProfile[] = [mitid];
