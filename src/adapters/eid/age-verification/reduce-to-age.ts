import type { ReductionFacts } from '../../../domain/eid-offer.ts';
import type { Identity } from '../../../domain/identity.ts';
import type { Json } from '../../../domain/json.ts';

/** Value of `identityscheme`. */
export const AGE_SCHEME = 'ageverification';

/** The claim with the answers. */
export const CLAIM = 'http://ageverification.criipto.com';

/** The ages that a scope `is_over_<age>` requests. */
export const AGES = [15, 16, 18, 21];

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Nobody is older, in years: an earlier date, or the year 0000 of OpenID Connect Core §5.1, stands for an unknown one. */
const OLDEST = 150;

/**
 * The age of an identity: nothing else of the person remains, and nobody recognizes the person again. Undefined without a
 * whole date of birth, and with several ones: no age follows from a year alone. The age is that at the date in UTC.
 */
export function reduceToAge(
  identity: Identity,
  { attempt, scope, nationalNumber, now }: ReductionFacts,
): Identity | undefined {
  const { country, nationalId, amr } = identity;
  const ofNumber = nationalId === undefined ? undefined : nationalNumber?.birthdateOf?.(nationalId);
  const [birthdate = ofNumber, ...others] = new Set(birthdatesIn(identity));
  if (others.length > 0 || !isBirthdate(birthdate, now)) return undefined;
  const requested = AGES.filter((age) => scope.includes(`is_over_${age}`));
  const answers = requested.map((age) => [`is_over_${age}`, isOver(age, birthdate, now)] as const);
  return {
    scheme: AGE_SCHEME,
    country,
    personId: attempt,
    nationalId: undefined,
    method: 'urn:age-verification',
    amr,
    claims: { [CLAIM]: { country, ...Object.fromEntries(answers) } },
    scopedClaims: {},
  };
}

/** Every date of birth that the eID states, well-formed or not. */
function birthdatesIn({ claims, scopedClaims }: Identity): readonly Json[] {
  const all = [claims, ...Object.values(scopedClaims)];
  return all.flatMap(({ birthdate }) => (birthdate === undefined ? [] : [birthdate]));
}

/** True for a date of the calendar on which a living person can be born. */
function isBirthdate(value: Json | undefined, now: Date): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  const isOfCalendar = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  const age = now.getUTCFullYear() - date.getUTCFullYear();
  return isOfCalendar && date <= now && age <= OLDEST;
}

/** On the birthday a person has that age. Who is born on 29 February has it on 1 March of other years. */
function isOver(age: number, birthdate: string, now: Date): boolean {
  const [year, ...day] = birthdate.split('-');
  return [Number(year) + age, ...day].join('-') <= now.toISOString().slice(0, 10);
}
