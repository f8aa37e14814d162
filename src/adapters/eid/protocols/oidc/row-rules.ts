import { ValidationError } from 'yup';

import { LOGIN_CLAIMS, PROTOCOL_CLAIMS } from '../../../../domain/claims.ts';
import { isAtLeast } from '../../../../domain/eid-offer.ts';
import type { OidcRow, OidcVariant } from './oidc-row.ts';

/** The claims that the service alone sets. */
const OWN_CLAIMS = [...PROTOCOL_CLAIMS, ...LOGIN_CLAIMS.map(({ name }) => name)];

/**
 * Checks the rules between members of a row, which has the types of one already.
 * @throws {ValidationError} with every fault
 */
export function assertSafeRow(row: OidcRow): void {
  const faults = [...variantFaults(row), ...levelFaults(row), ...claimFaults(row)];
  if (faults.length > 0) throw new ValidationError(faults);
}

function variantFaults(row: OidcRow): readonly ValidationError[] {
  const { variants } = row.offer;
  return variants.flatMap((variant, at) => {
    const path = `offer.variants[${at}]`;
    const isRepeated = variants.findIndex(({ acr }) => acr === variant.acr) < at;
    const accepted = variant.satisfiedBy.flatMap((acr, index) => {
      const used = variants.find((one) => one.acr === acr);
      const message = acceptanceFault(row, variant, used);
      return message === undefined ? [] : [fault(`${path}.satisfiedBy[${index}]`, message)];
    });
    return isRepeated ? [fault(`${path}.acr`, 'must not be repeated'), ...accepted] : accepted;
  });
}

/** Why no session of the used acr value may answer for the variant. */
function acceptanceFault(
  row: OidcRow,
  variant: OidcVariant,
  used: OidcVariant | undefined,
): string | undefined {
  if (used === undefined) return 'must be an acr value of the same offer';
  if (used.acr === variant.acr) return 'must not be the acr value itself';
  if (!isAtLeast(used.level, variant.level)) return 'must not have a lower level, or none';
  const isLower = rankOf(row, used) < rankOf(row, variant);
  return isLower ? 'must not require a lower value of levels.ascending' : undefined;
}

/** The place of the lowest answer that the provider may give for the acr value. */
function rankOf({ levels }: OidcRow, { acr }: OidcVariant): number {
  return levels.ascending.findIndex(({ value }) => value === levels.required[acr]?.lowest);
}

function levelFaults({ offer, levels }: OidcRow): readonly ValidationError[] {
  const acrs: readonly string[] = offer.variants.map(({ acr }) => acr);
  const lacking = acrs.filter((acr) => !Object.hasOwn(levels.required, acr));
  const required = Object.entries(levels.required).flatMap(([acr, { lowest }]) => {
    const path = `levels.required.${acr}`;
    const isKnown = levels.ascending.some(({ value }) => value === lowest);
    return [
      ...(acrs.includes(acr) ? [] : [fault(path, 'must be for an acr value of the offer')]),
      ...(isKnown ? [] : [fault(`${path}.lowest`, 'must be a value of levels.ascending')]),
    ];
  });
  return [...lacking.map((acr) => fault(`levels.required.${acr}`, 'must be present')), ...required];
}

/** A claim may belong to several scopes, and each scope may complete it. */
function claimFaults({ offer: { claims } }: OidcRow): readonly ValidationError[] {
  return claims.flatMap(({ name, scope }, at) => {
    const path = `offer.claims[${at}].name`;
    if (OWN_CLAIMS.includes(name)) return [fault(path, 'must not be a claim of every login')];
    const isRepeated = claims.slice(0, at).some((one) => one.name === name && one.scope === scope);
    return isRepeated ? [fault(path, 'must not be repeated')] : [];
  });
}

function fault(path: string, message: string): ValidationError {
  return new ValidationError(`${path} ${message}`, undefined, path);
}
