import type { Exchange, History, LoginHistory, Violation } from '../read-history.ts';

/**
 * I14: an outage is never reported as a denial. During a fault, responses are 5xx, `temporarily_unavailable` or
 * pending; without a fault they are not. An expired login may be reported as denied.
 */
export function unavailableIsNotWrong(history: History): readonly Violation[] {
  const denials = history.logins.flatMap((login) => falseDenials(login, history));
  return [...denials, ...needlessFailures(history)];
}

function falseDenials(one: LoginHistory, { faults }: History): readonly Violation[] {
  const { login, person, outcomes, answers } = one;
  return outcomes.flatMap((outcome) => {
    const { got } = outcome;
    if (!('error' in got) || got.error !== 'access_denied') return [];
    const did = person.filter(({ at }) => at <= outcome.at).map((event) => event.did);
    if (did.some((what) => REFUSALS.includes(what))) return [];
    if (got.description === 'the request expired' && !did.includes('approved')) return [];
    // After a start with a lost response, its order and the order of the retry cancel each other at the eID.
    const lost = answers.find(({ type }) => type === 'unknown' || type === 'failed');
    const isOfTwo = lost !== undefined && faults.isDisturbed(lost.sentAt, lost.at);
    if (isOfTwo && got.description === 'cancelled by a newer request') return [];
    const what = `denied (${got.description}), and the person did not decline`;
    return [{ what, login, events: [...person, outcome] }];
  });
}

const REFUSALS: readonly string[] = ['declined', 'cancelling', 'cancelled'];

function needlessFailures({ answers, faults }: History): readonly Violation[] {
  const failures = answers.filter(({ type, by }) => type === 'failed' && by !== 'attacker');
  return failures
    .filter(({ sentAt, at }) => !faults.isDisturbed(sentAt, at) && !faults.isStarved(sentAt, at))
    .filter((answer) => !isOwnRateLimit(answer, failures))
    .map((answer) => ({
      what: `${answer.status} to ${answer.operation} without a fault`,
      login: answer.login,
      events: [answer],
    }));
}

/** Retries during a fault may exceed the rate limit afterwards. */
function isOwnRateLimit(late: Exchange, failures: readonly Exchange[]): boolean {
  if (late.status !== 429) return false;
  const before = failures.filter(
    ({ login, operation, at }) =>
      login === late.login && operation === late.operation && at < late.sentAt,
  );
  return before.length >= LIMIT_OF_STARTS - 1;
}

/** For one person in five minutes. */
const LIMIT_OF_STARTS = 5;
