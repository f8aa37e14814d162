import type { History } from '../read-history.ts';
import type { Violation } from '../violation.ts';

/** I10: every answer is JSON, a page or a redirect as it should be, without a stack; and one comes unless something fails. */
export function wellFormed({ answers, faults }: History): readonly Violation[] {
  return answers.flatMap((answer) => {
    const { login, malformed, type, by } = answer;
    if (malformed !== undefined) return [{ what: malformed, login, events: [answer] }];
    // An attacker's connection may well be cut.
    if (type !== 'unknown' || by === 'attacker') return [];
    if (faults.isDisturbed(answer.asked, answer.at)) return [];
    return [{ what: `no answer to ${answer.operation}`, login, events: [answer] }];
  });
}
