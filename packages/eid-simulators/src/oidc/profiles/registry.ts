import type { OidcProfile } from '../profile.ts';
import { ftn } from './ftn.ts';
import { itsme } from './itsme.ts';
import { mitid } from './mitid.ts';

/** All simulated eIDs that speak OpenID Connect. */
export const profiles: readonly OidcProfile[] = [mitid, ftn, itsme];
