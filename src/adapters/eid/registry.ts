import type { Acr } from '../../domain/acr.ts';
import { eidCatalogue } from '../../domain/eid-offer.ts';
import { ageVerification } from './age-verification/open.ts';
import { atIdAustria } from './at-idaustria/row.ts';
import { beItsme } from './be-itsme/row.ts';
import { dePersonalausweis } from './de-personalausweis/row.ts';
import { dkMitId } from './dk-mitid/row.ts';
import { dkMitIdBusiness } from './dk-mitid-business/row.ts';
import { eeMobileId } from './ee-mobile-id/row.ts';
import { eeSmartId } from './ee-smart-id/row.ts';
import type { EidModule } from './eid-module.ts';
import { fiFtn } from './fi-ftn/row.ts';
import { ltMobileId } from './lt-mobile-id/row.ts';
import { ltSmartId } from './lt-smart-id/row.ts';
import { lvSmartId } from './lv-smart-id/row.ts';
import { mobileIdModule } from './mobile-id/mobile-id-module.ts';
import { mock } from './mock/open.ts';
import { nlIdin } from './nl-idin/row.ts';
import { nlItsme } from './nl-itsme/row.ts';
import { noBankIdModule } from './no-bankid/no-bankid.ts';
import { noBankId } from './no-bankid/row.ts';
import { noVipps } from './no-vipps/row.ts';
import { oidcModule } from './oidc/oidc-module.ts';
import type { OidcRow } from './oidc/oidc-row.ts';
import { OTHER_DIRECTIVES } from './other-directives.ts';
import { seBankId } from './se-bankid/open.ts';
import { seFrejaId } from './se-frejaid/open.ts';
import { smartIdModule } from './smart-id/smart-id-module.ts';
import { ukOneId } from './uk-oneid/row.ts';

/** The eIDs behind an OpenID Provider, one word each. */
export const oidcRows: readonly OidcRow[] = [
  atIdAustria,
  beItsme,
  dePersonalausweis,
  dkMitId,
  dkMitIdBusiness,
  fiFtn,
  nlIdin,
  nlItsme,
  noBankId,
  noVipps,
  ukOneId,
];

/** The eIDs of persons. */
const persons: readonly EidModule[] = [
  seBankId,
  seFrejaId,
  ...[eeMobileId, ltMobileId].map(mobileIdModule),
  ...[eeSmartId, lvSmartId, ltSmartId].map(smartIdModule),
  ...oidcRows.map((row) => (row === noBankId ? noBankIdModule(row) : oidcModule(row))),
];

/** All eIDs: a mock person may have the claims of the others. */
export const eidModules: readonly EidModule[] = [
  ...persons,
  mock(persons.map(({ offer }) => offer)),
  ageVerification,
];

/** Their offers. */
export const catalogue = eidCatalogue(
  eidModules.map(({ offer }) => offer),
  OTHER_DIRECTIVES,
);

/** The names of all eIDs. */
export const eidNames: readonly string[] = eidModules.map(({ offer }) => offer.name);

/** The name of the eID behind an acr value. */
export function eidOf(acr: Acr): string {
  return catalogue.offerOf(acr)?.name ?? 'unknown';
}
