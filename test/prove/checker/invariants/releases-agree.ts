import type { History } from '../read-history.ts';
import type { Violation } from '../violation.ts';

/** I12: while two releases serve on one schema, and while it is migrated, every request is served. */
export function releasesAgree({ answers, faults }: History): readonly Violation[] {
  return answers
    .filter(({ type, status = 0 }) => type === 'failed' && status >= 500)
    .filter(({ asked, at }) => faults.has('F27', asked, at))
    .filter(({ asked, at }) => !faults.isDisturbed(asked, at) && !faults.isStarved(asked, at))
    .map((answer) => ({
      what: `${answer.status} while two releases serve`,
      login: answer.login,
      events: [answer],
    }));
}
