import type { Facts } from '../facts.ts';
import type { History } from '../read-history.ts';
import type { Violation } from '../violation.ts';

/** I8: no personal number, secret, code or token of this run stands in a log. */
export function nothingLeaks(_history: History, { leaks }: Facts): readonly Violation[] {
  return leaks.map(({ where, what }) => ({ what: `${where} holds ${what}`, events: [] }));
}
