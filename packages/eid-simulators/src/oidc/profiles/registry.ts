import type { OidcProfile } from '../profile.ts';
import { bankIdNorway } from './bankid-norway.ts';
import { ftn } from './ftn.ts';
import { idAustria } from './id-austria.ts';
import { idin } from './idin.ts';
import { itsme } from './itsme.ts';
import { mitid } from './mitid.ts';
import { mitidBusiness } from './mitid-business.ts';
import { mitidSignicat } from './mitid-signicat.ts';
import { oneid } from './oneid.ts';
import { personalausweis } from './personalausweis.ts';
import { vipps } from './vipps.ts';

/** All simulated eIDs that speak OpenID Connect. */
export const profiles: readonly OidcProfile[] = [
  bankIdNorway,
  ftn,
  idAustria,
  idin,
  itsme,
  mitidBusiness,
  mitidSignicat,
  mitid,
  oneid,
  personalausweis,
  vipps,
];
