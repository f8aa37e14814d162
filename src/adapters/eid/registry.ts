import type { Acr } from '../../domain/acr.ts';
import { type DirectiveRule, type DirectiveValue, later } from '../../domain/directives.ts';
import { type EidCatalogue, eidCatalogue } from '../../domain/eid-offer.ts';
import type { HintCode } from '../../domain/hint-code.ts';
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
import { mock } from './mock/open.ts';
import { nlIdin } from './nl-idin/row.ts';
import { nlItsme } from './nl-itsme/row.ts';
import { noBankIdModule } from './no-bankid/no-bankid.ts';
import { noBankId } from './no-bankid/row.ts';
import { noVipps } from './no-vipps/row.ts';
import { mobileIdModule } from './protocols/mobile-id/mobile-id-module.ts';
import { oidcModule } from './protocols/oidc/oidc-module.ts';
import type { OidcRow } from './protocols/oidc/oidc-row.ts';
import { smartIdModule } from './protocols/smart-id/smart-id-module.ts';
import { seBankId } from './se-bankid/open.ts';
import { seFrejaId } from './se-frejaid/open.ts';
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

/** The eIDs of this release: a mock person may have the claims of the others. */
export const eidModules: readonly EidModule[] = [
  ...persons,
  mock(persons.map(({ offer }) => offer)),
  ageVerification,
];

const NONE: DirectiveValue = { form: '', fits: (value) => value === '', optional: true };

/**
 * Directives that no eID of this release reads: SDKs send them with every request. They are recognized, so that the rest
 * of the login hint is read correctly.
 */
export const OTHER_DIRECTIVES: readonly DirectiveRule[] = [
  later('dk:mitid:ct', NONE),
  later('enforce_ftn_requirements', NONE),
];

/** All eIDs of a process. */
export interface EidRegistry {
  readonly modules: readonly EidModule[];
  readonly catalogue: EidCatalogue;
  readonly names: readonly string[];
  /** The name of the eID behind an acr value. */
  eidOf(acr: Acr): string;
  /** The meaning of a code of the eID behind an acr value; undefined for an unknown one. */
  hintOf(acr: Acr, hint: string): HintCode | undefined;
}

/** Two eIDs claim the same name, acr value or scheme. */
export class EidClash extends Error {}

/**
 * The eIDs of this release, and those of the operator.
 * @throws {EidClash} an operator's eID would answer for another one
 */
export function eidRegistry(operators: readonly EidModule[] = []): EidRegistry {
  const modules = [...eidModules];
  for (const module of operators) {
    for (const earlier of modules) refuseClash(earlier, module);
    modules.push(module);
  }
  const catalogue = eidCatalogue(
    modules.map(({ offer }) => offer),
    OTHER_DIRECTIVES,
  );
  return {
    modules,
    catalogue,
    names: modules.map(({ offer }) => offer.name),
    eidOf: (acr) => catalogue.offerOf(acr)?.name ?? 'unknown',
    hintOf: (acr, hint) => {
      const { hintCodes = {} } = catalogue.offerOf(acr) ?? {};
      return Object.hasOwn(hintCodes, hint) ? hintCodes[hint] : undefined;
    },
  };
}

/** The name is also the path of the callback. */
function refuseClash(earlier: EidModule, later: EidModule): void {
  const shared = acrValuesOf(later).find((acr) => acrValuesOf(earlier).includes(acr));
  const clash =
    (earlier.offer.name === later.offer.name && `the name ${later.offer.name}`) ||
    (earlier.scheme === later.scheme && `the scheme ${later.scheme}`) ||
    (shared && `the acr value ${shared}`);
  if (!clash) return;
  throw new EidClash(`the eIDs ${earlier.offer.name} and ${later.offer.name} both have ${clash}`);
}

function acrValuesOf({ offer }: EidModule): readonly string[] {
  const { variants, aliases = {}, retired = {} } = offer;
  return [...variants.map(({ acr }) => acr), ...Object.keys(aliases), ...Object.keys(retired)];
}

/** The catalogue of the eIDs of this release, and their names. */
export const { catalogue, names: eidNames } = eidRegistry();
