import type { Exchange, History, LoginHistory, Violation } from '../read-history.ts';

/** From the page to where the login goes on, and to the application: more is to and fro. */
const MOST_HOPS = 3;

/**
 * I12: while two releases serve on one schema, and while it is migrated, every request is served, and no browser is sent
 * to and fro between the page of one and the way on of the other.
 */
export function releasesAgree(history: History): readonly Violation[] {
  return [...failures(history), ...history.logins.flatMap((login) => loops(login, history))];
}

function failures({ answers, faults }: History): readonly Violation[] {
  return answers
    .filter(({ type, status = 0 }) => type === 'failed' && status >= 500)
    .filter(({ sentAt, at }) => faults.has('F27', sentAt, at))
    .filter(({ sentAt, at }) => !faults.isDisturbed(sentAt, at) && !faults.isStarved(sentAt, at))
    .map((answer) => ({
      what: `${answer.status} while two releases serve`,
      login: answer.login,
      events: [answer],
    }));
}

function loops({ login, answers }: LoginHistory, { faults }: History): readonly Violation[] {
  const hops = answers.filter(
    (answer) => isHop(answer) && faults.has('F27', answer.sentAt, answer.at),
  );
  if (hops.length <= MOST_HOPS) return [];
  return [{ what: `a browser was sent to and fro ${hops.length} times`, login, events: hops }];
}

/** Neither refused nor led to the application. */
function isHop({ operation, type, stage, by }: Exchange): boolean {
  return operation === 'resume' && type === 'ok' && stage === undefined && by !== 'attacker';
}
