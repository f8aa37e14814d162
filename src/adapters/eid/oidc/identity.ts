import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts';
import type { RedirectOutcome } from '../../../ports/eid.ts';
import type { Kept } from './departure.ts';
import type { OidcClaim, OidcRow } from './oidc-row.ts';
import { filledText } from './template.ts';

/** The departure, and whether the provider's test environment answers. */
export interface OutcomeContext {
  readonly kept: Pick<Kept, 'acr' | 'scope'>;
  readonly now: Date;
  readonly isTest?: boolean;
}

/**
 * The person of verified claims. Nobody is believed below the requested level, or without a claim that the row expects.
 * Claims of a scope that was not granted are left out.
 */
export function outcomeOf(
  row: OidcRow,
  claims: JsonObject,
  { kept, now, isTest = false }: OutcomeContext,
): RedirectOutcome {
  const unexpected = Object.entries(row.expected).find(([name, value]) => claims[name] !== value);
  if (unexpected !== undefined) return { state: 'ended', why: 'unverified', hintCode: 'expected' };
  const level = levelOf(row, claims, { acr: kept.acr, isTest });
  if (level === undefined) return { state: 'ended', why: 'unverified', hintCode: 'level' };
  const personId = textOf(claims[row.personId]);
  if (personId === undefined) return { state: 'ended', why: 'lost', hintCode: 'person' };

  const { scheme, country, offer, nationalId } = row;
  const number = nationalId && textOf(claims[nationalId.from]);
  const released = claimsOf(offer.claims, claims);
  const scopes = offer.scopes.filter((name) => kept.scope.includes(name));
  const identity = {
    scheme,
    country,
    personId,
    nationalId: number && offer.nationalNumber?.parse(number, now),
    method: methodOf(row, claims, released(undefined)),
    amr: level.amr,
    claims: released(undefined),
    scopedClaims: Object.fromEntries(scopes.map((name) => [name, released(name)])),
  };
  return { state: 'identified', identity };
}

type Level = OidcRow['levels']['ascending'][number];

/** The level of the login; undefined when it is unknown, or lower than the acr value requires. */
function levelOf(
  { levels }: OidcRow,
  claims: JsonObject,
  { acr, isTest }: { readonly acr: string; readonly isTest: boolean },
): Level | undefined {
  const indexOf = (sought: Json | undefined) =>
    levels.ascending.findIndex(({ value }) => value === sought);
  const stated = levels.claim === undefined ? undefined : claims[levels.claim];
  const { ofTest = {} } = levels;
  const standsFor = isTest && typeof stated === 'string' && Object.hasOwn(ofTest, stated);
  const reached = levels.claim === undefined ? 0 : indexOf(standsFor ? ofTest[stated] : stated);
  const lowest = indexOf(levels.required[acr]?.lowest);
  return lowest === -1 || reached < lowest ? undefined : levels.ascending[reached];
}

/** The claims of ours for a scope, from those of the provider. */
function claimsOf(offered: readonly OidcClaim[], claims: JsonObject) {
  return (scope: string | undefined): JsonObject =>
    Object.fromEntries(
      offered
        .filter((claim) => claim.scope === scope)
        .flatMap((claim) => {
          const value = documented(claim, claims[claim.from]);
          return value === undefined ? [] : [[claim.name, value] as const];
        }),
    );
}

/** A value as the claim is documented: most are texts, also where the provider has numbers. */
function documented(claim: OidcClaim, given: Json | undefined): Json | undefined {
  const { schema, values, derived, members } = claim;
  if (given === undefined || given === null) return undefined;
  if (derived !== undefined) return derived(textOf(given) ?? '');
  if (members !== undefined) return membersOf(given, members);
  if (values !== undefined) return values[String(given)];
  return schema.type === 'string' ? textOf(given) : given;
}

function membersOf(given: Json, members: readonly string[]): Json | undefined {
  if (!isJsonObject(given)) return undefined;
  return Object.fromEntries(Object.entries(given).filter(([name]) => members.includes(name)));
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function methodOf({ method, scheme }: OidcRow, claims: JsonObject, released: JsonObject): string {
  const { amr, acr, auth_time: authTime } = claims;
  const ours = Object.entries(released).map(([name, value]) => [name, textOf(value)]);
  const values = {
    ...Object.fromEntries(ours),
    amr: Array.isArray(amr) ? amr.join(' ') : textOf(amr),
    acr: textOf(acr),
    auth_time: textOf(authTime),
  };
  return filledText(method, values) ?? scheme;
}
