import type { OidcProfile } from '../profile.ts';
import { ftn } from './ftn.ts';
import { idAustria } from './idaustria.ts';
import { idin } from './idin.ts';
import { itsme } from './itsme.ts';
import { mitid } from './mitid.ts';
import { mitidBusiness } from './mitid-business.ts';
import { mitidSignicat } from './mitid-signicat.ts';
import { noBankId } from './no-bankid.ts';
import { oneid } from './oneid.ts';
import { personalausweis } from './personalausweis.ts';
import { vipps } from './vipps.ts';

/** All simulated eIDs that speak OpenID Connect. The build writes this list. */
export const profiles: readonly OidcProfile[] = [
  ftn,
  idAustria,
  idin,
  itsme,
  mitid,
  mitidBusiness,
  mitidSignicat,
  noBankId,
  oneid,
  personalausweis,
  vipps,
];
