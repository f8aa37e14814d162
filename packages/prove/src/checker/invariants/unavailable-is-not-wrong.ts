import type { Exchange, History, LoginHistory, Violation } from '../read-history.ts';

/**
 * I14: whoever did not decline is not said to have declined, whatever fails: then answers are 5xx,
 * `temporarily_unavailable`, or pending; and they are so only while something fails. A login that ran out of time
 * before anybody answered may say so.
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
    // The order of a start whose answer was lost, and the one that was begun in its place, end each other at the eID.
    const lost = answers.find(({ type }) => type === 'unknown' || type === 'failed');
    const isOfTwo = lost !== undefined && faults.isDisturbed(lost.sentAt, lost.at);
    if (isOfTwo && got.description === 'cancelled by a newer request') return [];
    const what = `denied (${got.description}), and nobody declined`;
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
      what: `${answer.status} to ${answer.operation}, and nothing failed`,
      login: answer.login,
      events: [answer],
    }));
}

/** Whoever kept on trying while something failed may then be told that it was too often. */
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
