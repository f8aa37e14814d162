import type { LoginOutcome } from './login-timeline.ts';

/** Logins with one outcome, in the last hour and in the same hour of the seven days before. Undefined: pending. */
export interface OutcomeCount {
  readonly outcome: LoginOutcome | undefined;
  readonly now: number;
  /** In all seven hours together. */
  readonly before: number;
}

/** `worse`: fewer logins succeed than usual, by more than chance. `too-few`: too few logins to say. */
export type OutcomeVerdict = 'usual' | 'worse' | 'too-few';

/** The days that the last hour is compared with. */
export const USUAL_DAYS = 7;

/** Outcomes that the eID had no part in: a session answered, or the application's request was wrong. */
const WITHOUT_EID: readonly (LoginOutcome | undefined)[] = ['remembered', 'refused', undefined];
/** Logins on each side below which chance decides. */
const ENOUGH = 20;
/** Standard errors: chance alone is beyond them in one of 700 hours. */
const LIMIT = 3;

/** Compares the share of identified persons, among the logins that ended at the eID (two-proportion z-test). */
export function judgeOutcomes(counts: readonly OutcomeCount[]): OutcomeVerdict {
  const atEid = counts.filter(({ outcome }) => !WITHOUT_EID.includes(outcome));
  const good = atEid.filter(({ outcome }) => outcome === 'identified');
  const now = { all: sum(atEid, 'now'), good: sum(good, 'now') };
  const before = { all: sum(atEid, 'before'), good: sum(good, 'before') };
  if (now.all < ENOUGH || before.all < ENOUGH) return 'too-few';
  const share = (now.good + before.good) / (now.all + before.all);
  const error = Math.sqrt(share * (1 - share) * (1 / now.all + 1 / before.all));
  const drop = before.good / before.all - now.good / now.all;
  return drop > LIMIT * error ? 'worse' : 'usual';
}

function sum(counts: readonly OutcomeCount[], side: 'now' | 'before'): number {
  return counts.reduce((total, count) => total + count[side], 0);
}
