import type { Exchange, History, LoginHistory, Violation } from '../read-history.ts';

/** Redirects from the page to the resume URL and to the application; more are a loop. */
const MAX_HOPS = 3;

/**
 * I12: two releases on one schema serve every request, also during the migration. No browser loops between the page of
 * one release and the resume URL of the other.
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
  if (hops.length <= MAX_HOPS) return [];
  return [{ what: `a browser was redirected in a loop ${hops.length} times`, login, events: hops }];
}

/** Neither an error nor a redirect to the application. */
function isHop({ operation, type, stage, by }: Exchange): boolean {
  return operation === 'resume' && type === 'ok' && stage === undefined && by !== 'attacker';
}
