import { secondsOf } from '../../../domain/lifetimes.ts';

/** The claims of a JWT, unverified in type: they come from the client. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** The rules for the times of a JWT beside the library's. */
export interface TimeRules {
  /** Whether `exp`, `iat` and `nbf` are all required. */
  readonly needed: boolean;
  /** How far ahead `exp` may be, in seconds. */
  readonly maxLifetime: number;
  /** The claim of its age, and the greatest age in seconds. */
  readonly oldest: readonly ['iat' | 'nbf', number];
  /** The database has lost which JWTs were used before that moment. A JWT from before it is refused. */
  readonly forgottenUntil: Date | undefined;
}

const TIMES = ['exp', 'iat', 'nbf'];
/** The greatest difference between the clocks of client and replicas, in seconds. */
export const CLOCK_SKEW = 60;
const MAX_JTI_LENGTH = 256;

/** The fault of an invalid `jti`. */
export const JTI_FAULT = `jti must be a text of at most ${MAX_JTI_LENGTH} characters`;

/** True for a `jti` that can be stored, so that it counts once. */
export function isJti(jti: unknown): jti is string {
  return typeof jti === 'string' && jti !== '' && jti.length <= MAX_JTI_LENGTH;
}

/** The fault in the times of a JWT at this second. Undefined when there is none. */
export function timeFault(claims: JwtClaims, rules: TimeRules, now: number): string | undefined {
  const {
    needed,
    maxLifetime,
    oldest: [aged, oldest],
  } = rules;
  const isTime = (name: string) =>
    claims[name] === undefined ? !needed : Number.isSafeInteger(claims[name]);
  const strange = TIMES.find((name) => !isTime(name));
  if (strange !== undefined) return `${strange} must be a whole number of seconds`;
  // An absent claim has no fault: every comparison with NaN is false.
  const isAhead = (name: string, seconds = 0) => Number(claims[name]) > now + seconds + CLOCK_SKEW;
  if (isAhead('exp', maxLifetime)) return `exp must be at most ${maxLifetime} seconds ahead`;
  if (Number(claims[aged]) < now - oldest) return `${aged} is more than ${oldest} seconds ago`;
  const early = ['iat', 'nbf'].find((name) => isAhead(name));
  if (early !== undefined) return `${early} is in the future`;
  return isForgotten(claims, rules) ? 'iat is before the service was restored' : undefined;
}

/** The issuer's clock may be ahead. Without `iat` the greatest age follows from `exp`. */
function isForgotten({ iat, exp }: JwtClaims, rules: TimeRules): boolean {
  const { forgottenUntil, maxLifetime } = rules;
  if (forgottenUntil === undefined) return false;
  const made = iat === undefined ? Number(exp) - maxLifetime : Number(iat);
  return !(made - CLOCK_SKEW > secondsOf(forgottenUntil));
}
