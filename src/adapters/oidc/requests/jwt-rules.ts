import { secondsOf } from '../../../domain/lifetimes.ts';

/** The claims of a JWT, unverified in type: they come from the client. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** What we ask of the times of a JWT beside what the library does. */
export interface TimeRules {
  /** Whether `exp`, `iat` and `nbf` must be there, all of them. */
  readonly needed: boolean;
  /** How far ahead `exp` may be, in seconds. */
  readonly longestLifetime: number;
  /** The claim that says how old it is, and how many seconds it may be. */
  readonly oldest: readonly ['iat' | 'nbf', number];
  /** What was used before that moment is forgotten: what may have been made before it does not count. */
  readonly forgottenUntil: Date | undefined;
}

const TIMES = ['exp', 'iat', 'nbf'];
/** How far the clocks of client and replicas may be apart, in seconds. */
export const CLOCK_SKEW = 60;
const LONGEST_JTI = 256;

/** What is wrong with a `jti` that is none. */
export const JTI_FAULT = `jti must be a text of at most ${LONGEST_JTI} characters`;

/** True for what can be remembered, so that it counts once. */
export function isJti(jti: unknown): jti is string {
  return typeof jti === 'string' && jti !== '' && jti.length <= LONGEST_JTI;
}

/** What is wrong with the times of a JWT at this second. Undefined when nothing is. */
export function timeFault(claims: JwtClaims, rules: TimeRules, now: number): string | undefined {
  const {
    needed,
    longestLifetime,
    oldest: [aged, oldest],
  } = rules;
  const isTime = (name: string) =>
    claims[name] === undefined ? !needed : Number.isSafeInteger(claims[name]);
  const strange = TIMES.find((name) => !isTime(name));
  if (strange !== undefined) return `${strange} must be a whole number of seconds`;
  // An absent one is neither ahead nor ago: no comparison with NaN holds.
  const isAhead = (name: string, seconds = 0) => Number(claims[name]) > now + seconds + CLOCK_SKEW;
  if (isAhead('exp', longestLifetime))
    return `exp must be at most ${longestLifetime} seconds ahead`;
  if (Number(claims[aged]) < now - oldest) return `${aged} is more than ${oldest} seconds ago`;
  const early = ['iat', 'nbf'].find((name) => isAhead(name));
  if (early !== undefined) return `${early} is in the future`;
  return isForgotten(claims, rules) ? 'iat is before the service was restored' : undefined;
}

/** The issuer's clock may be ahead. Without `iat` it may be as old as `exp` allows. */
function isForgotten({ iat, exp }: JwtClaims, rules: TimeRules): boolean {
  const { forgottenUntil, longestLifetime } = rules;
  if (forgottenUntil === undefined) return false;
  const made = iat === undefined ? Number(exp) - longestLifetime : Number(iat);
  return !(made - CLOCK_SKEW > secondsOf(forgottenUntil));
}
