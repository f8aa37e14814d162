import type { Exchange, History, Violation } from '../read-history.ts';

/**
 * The service requires one second between polls. A busy machine may deliver polls closer together than they were sent.
 */
const INTERVAL_MS = 2_000;

/** I13: a client that keeps the interval never gets `slow_down`. */
export function noNeedlessSlowDown({ logins }: History): readonly Violation[] {
  return logins.flatMap(({ login, answers }) => {
    const polls = answers.filter(({ operation }) => operation === 'poll');
    return polls
      .filter(({ error }) => error === 'slow_down')
      .flatMap((hurried) => {
        // The service may have processed the poll at any moment before its response.
        const others = polls.filter((one) => one !== hurried && overlaps(one, hurried));
        if (others.length > 0) return [];
        return [
          { what: 'slow_down for a client that kept the interval', login, events: [hurried] },
        ];
      });
  });
}

function overlaps(one: Exchange, hurried: Exchange): boolean {
  return one.sentAt <= hurried.at && one.at >= hurried.sentAt - INTERVAL_MS;
}
