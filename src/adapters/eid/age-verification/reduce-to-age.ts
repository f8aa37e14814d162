import type { ReductionFacts } from '../../../domain/eid-offer.ts';
import type { Identity } from '../../../domain/identity.ts';
import type { Json } from '../../../domain/json.ts';

/** Value of `identityscheme`. */
export const AGE_SCHEME = 'ageverification';

/** The claim with the answers. */
export const CLAIM = 'http://ageverification.criipto.com';

/** The ages that a scope `is_over_<age>` asks for. */
export const AGES = [15, 16, 18, 21];

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The age of an identity: nothing else of the person remains, and nobody recognizes the person again. Undefined without a
 * date of birth. A person is as old as the date in UTC says.
 */
export function reduceToAge(
  identity: Identity,
  { attempt, scope, nationalNumber, now }: ReductionFacts,
): Identity | undefined {
  const { country, nationalId, amr } = identity;
  const ofNumber = nationalId === undefined ? undefined : nationalNumber?.birthdateOf?.(nationalId);
  const birthdate = birthdateIn(identity) ?? ofNumber;
  if (birthdate === undefined) return undefined;
  const asked = AGES.filter((age) => scope.includes(`is_over_${age}`));
  const answers = asked.map((age) => [`is_over_${age}`, isOver(age, birthdate, now)] as const);
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

function birthdateIn({ claims, scopedClaims }: Identity): string | undefined {
  const all = [claims, ...Object.values(scopedClaims)];
  const found = all.map(({ birthdate }) => birthdate).find(isDate);
  return typeof found === 'string' ? found : undefined;
}

function isDate(value: Json | undefined): boolean {
  return typeof value === 'string' && DATE.test(value);
}

/** On the birthday a person has that age. Who is born on 29 February has it on 1 March of other years. */
function isOver(age: number, birthdate: string, now: Date): boolean {
  const [year, ...day] = birthdate.split('-');
  return [Number(year) + age, ...day].join('-') <= now.toISOString().slice(0, 10);
}
