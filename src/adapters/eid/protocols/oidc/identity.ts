import { isJsonObject, type Json, type JsonObject } from '../../../../domain/json.ts';
import type { RedirectOutcome } from '../../../../ports/eid.ts';
import type { Kept } from './departure.ts';
import type { OidcClaim, OidcRow } from './oidc-row.ts';
import { fill, filledText, type Template, type TemplateValues } from './template.ts';

/** The departure, and whether the provider's test environment answers. */
export interface OutcomeContext {
  readonly kept: Pick<Kept, 'acr' | 'scope' | 'expected' | 'remembered'>;
  readonly now: Date;
  readonly isTest?: boolean;
}

/**
 * The person of verified claims. No identity is accepted below the requested level, or without a claim that the row expects.
 * Claims of a scope that was not granted are left out.
 */
export function outcomeOf(
  row: OidcRow,
  given: JsonObject,
  { kept, now, isTest = false }: OutcomeContext,
): RedirectOutcome {
  const claims = sourcesOf(given, kept.remembered ?? {});
  const hasAll = (expected: Readonly<Record<string, string>>) =>
    Object.entries(expected).every(([name, value]) => claims[name] === value);
  if (!hasAll(row.expected)) return { state: 'ended', why: 'unverified', hintCode: 'expected' };
  const level = levelOf(row, claims, { acr: kept.acr, isTest });
  if (level === undefined) return { state: 'ended', why: 'unverified', hintCode: 'level' };
  if (!hasAll(kept.expected ?? {})) {
    return { state: 'ended', why: 'other-person', hintCode: 'expected' };
  }
  const personId = textOf(sourceOf(row.personId, claims));
  if (personId === undefined) return { state: 'ended', why: 'lost', hintCode: 'person' };

  const { scheme, country, offer, nationalId } = row;
  const hasNumber = nationalId !== undefined && isReleased(nationalId, claims);
  const number = hasNumber ? textOf(claims[nationalId.from]) : undefined;
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

const OF_REQUEST = 'request.';

/**
 * The claims, the members of those that are objects as `name.member` (a claim of such a name prevails), and the remembered
 * values of the request, which no claim can replace.
 */
function sourcesOf(claims: JsonObject, remembered: Readonly<Record<string, string>>): JsonObject {
  const members = Object.entries(claims).flatMap(([name, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([member, of]) => [`${name}.${member}`, of] as const)
      : [],
  );
  const all = Object.entries({ ...Object.fromEntries(members), ...claims });
  const ours = Object.entries(remembered).map(
    ([name, of]) => [`${OF_REQUEST}${name}`, of] as const,
  );
  const given = all.filter(([name]) => !name.startsWith(OF_REQUEST));
  return Object.fromEntries([...given, ...ours]);
}

/** A claim by its name, or a template of claims with their values. */
function sourceOf(from: Template, claims: JsonObject): Json | undefined {
  if (typeof from === 'string' && !from.includes('{')) return claims[from];
  return fill(from, textsIn(claims));
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
  if (levels.claim === undefined) return levels.required[acr] && levels.ascending[0];
  const stated = claims[levels.claim];
  const { ofTest = {} } = levels;
  const standsFor = isTest && typeof stated === 'string' && Object.hasOwn(ofTest, stated);
  const reached = indexOf(standsFor ? ofTest[stated] : stated);
  const lowest = indexOf(levels.required[acr]?.lowest);
  return lowest === -1 || reached < lowest ? undefined : levels.ascending[reached];
}

/** The claims of ours for a scope, from those of the provider. */
function claimsOf(offered: readonly OidcClaim[], claims: JsonObject) {
  return (scope: string | undefined): JsonObject =>
    Object.fromEntries(
      offered
        .filter((claim) => claim.scope === scope)
        .filter((claim) => isReleased(claim, claims))
        .flatMap((claim) => {
          const value = documented(claim, sourceOf(claim.from, claims));
          return value === undefined ? [] : [[claim.name, value] as const];
        }),
    );
}

/** Whether the provider's other claims release this one. */
function isReleased(
  { needs, unless }: Pick<OidcClaim, 'needs' | 'unless'>,
  claims: JsonObject,
): boolean {
  const has = (name: string) => textOf(claims[name]) !== undefined;
  return (needs === undefined || has(needs)) && (unless === undefined || !has(unless));
}

/** A value as the claim is documented: most are texts, also where the provider has numbers. */
function documented(claim: OidcClaim, given: Json | undefined): Json | undefined {
  const { schema, values, derived, members, forms, nullable } = claim;
  const isJsonText = schema.contentMediaType === 'application/json';
  if (given === undefined || given === null) {
    if (!nullable) return undefined;
    return isJsonText ? 'null' : null;
  }
  if (derived !== undefined) return derived(textOf(given) ?? '');
  if (members !== undefined) return membersOf(given, members);
  if (forms !== undefined) return formed(given, forms);
  if (values !== undefined) return values[String(given)] ?? values['*'];
  if (isJsonText) return JSON.stringify(given);
  return schema.type === 'string' ? textOf(given) : given;
}

function membersOf(given: Json, members: readonly string[]): Json | undefined {
  if (!isJsonObject(given)) return undefined;
  return Object.fromEntries(Object.entries(given).filter(([name]) => members.includes(name)));
}

function formed(given: Json, forms: NonNullable<OidcClaim['forms']>): Json {
  if (!isJsonObject(given)) return given;
  const members = Object.entries(given).map(([name, value]) => {
    return [name, typeof value === 'string' ? (forms[name]?.(value) ?? value) : value] as const;
  });
  return Object.fromEntries(members);
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function methodOf({ method, scheme }: OidcRow, claims: JsonObject, released: JsonObject): string {
  const { amr, acr, auth_time: authTime } = claims;
  const values = {
    ...textsIn(released),
    amr: Array.isArray(amr) ? amr.join(' ') : textOf(amr),
    acr: textOf(acr),
    auth_time: textOf(authTime),
  };
  return filledText(method, values) ?? scheme;
}

/** The values of claims that are texts, numbers or booleans. */
function textsIn(claims: JsonObject): TemplateValues {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, textOf(value)]));
}
