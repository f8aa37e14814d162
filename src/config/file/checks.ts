import { number, type Schema, type TestConfig, ValidationError } from 'yup';
import { type EidOffer, namesIn } from '../../domain/eid-offer.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { Problem } from '../configuration-problems.ts';
import { joinedPath, listAt, memberAt } from './yaml-values.ts';

/** The environment of an unchecked domain: any other value than `test` gets the rules of production. */
export function environmentOf(domain: unknown): Environment {
  return memberAt(domain, 'environment') === 'test' ? 'test' : 'production';
}

/** The environments of the domains that an application may use. */
export function usedEnvironments(
  application: unknown,
  domains: readonly unknown[],
): readonly Environment[] {
  const own = listAt(application, 'issuers');
  const used = domains.filter((domain) => {
    return own.length === 0 || own.includes(memberAt(domain, 'issuer'));
  });
  return used.map(environmentOf);
}

/** An application with one production domain gets the rules of production. */
export function strictestEnvironment(
  application: unknown,
  domains: readonly unknown[],
): Environment {
  return usedEnvironments(application, domains).includes('production') ? 'production' : 'test';
}

/** True when an eID of a tenant serves one of its production domains. */
export function servesProduction(eid: unknown, domains: readonly unknown[]): boolean {
  const isThere = domains.some((domain) => environmentOf(domain) === 'production');
  return isThere && memberAt(eid, 'environment') !== 'test';
}

/** A problem for each repeated text of a list. */
export function uniqueProblems(list: unknown): readonly Problem[] {
  if (!Array.isArray(list)) return [];
  const seen = new Set<unknown>();
  return list.flatMap((item: unknown, index) => {
    if (typeof item !== 'string') return [];
    if (seen.has(item)) return [{ path: `[${index}]`, message: 'is listed twice' }];
    seen.add(item);
    return [];
  });
}

/** The same for one member of each item. */
export function uniqueMemberProblems(list: readonly unknown[], member: string): readonly Problem[] {
  const texts = list.map((item) => memberAt(item, member));
  return uniqueProblems(texts).map(({ path, message }) => ({ path: `${path}.${member}`, message }));
}

/**
 * A yup test that finds any number of problems below a value. The value may be malformed: yup runs the test
 * beside those of its parts.
 */
export function problemsTest(
  name: string,
  find: (value: unknown) => readonly Problem[],
): TestConfig<unknown> {
  return {
    name,
    test(value, context) {
      if (value === undefined || value === null) return true;
      const problems = find(value).map(({ path, message }) =>
        context.createError({ path: joinedPath(context.path, path), message }),
      );
      return problems.length === 0 || new ValidationError(problems, undefined, context.path);
    },
  };
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  return number()
    .integer('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
}

/**
 * An eID for the check of the file. In its settings schema, `meta({ secret: true })` marks values that must come from a
 * file or the environment. `meta({ doc: '…' })` is printed in the documentation.
 */
export interface KnownEid {
  readonly offer: Pick<
    EidOffer,
    'name' | 'variants' | 'scopes' | 'aliases' | 'retired' | 'restriction'
  >;
  readonly settings: Schema;
  /** True when the settings lead to a simulator. @throws on unusable settings */
  isSimulated(settings: unknown): boolean;
}

/** The eID of that name; undefined when there is none. */
export function knownEid(
  name: string | undefined,
  eids: readonly KnownEid[],
): KnownEid | undefined {
  return eids.find(({ offer }) => offer.name === name);
}

/** Every acr value of an eID. */
export function acrValuesOf({ offer }: KnownEid): string[] {
  return offer.variants.map(({ acr }) => acr);
}

/** The acr values to use instead of discontinued ones. */
export function replacementsOf(eids: readonly KnownEid[]): ReadonlyMap<string, string> {
  return namesIn(eids.map(({ offer }) => offer.retired));
}

/** The problem of a discontinued acr value; undefined for any other. */
export function discontinued(
  replacements: ReadonlyMap<string, string>,
  acr: string,
): string | undefined {
  const replacement = replacements.get(acr);
  return replacement && `is discontinued: use ${replacement}`;
}
