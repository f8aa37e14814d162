import type { Exchange, History, Violation } from '../read-history.ts';

/**
 * I10: every answer is JSON, a page or a redirect as it should be, without a stack and with a trace id; and one comes
 * unless something fails.
 */
export function wellFormed({ answers, faults }: History): readonly Violation[] {
  return answers.flatMap((answer) => {
    const what = faultOf(answer);
    return what === undefined ? [] : [{ what, login: answer.login, events: [answer] }];
  });

  function faultOf({ malformed, isTraceless, type, by, operation, sentAt, at }: Exchange) {
    if (malformed !== undefined) return malformed;
    // Releases may not have had one yet.
    if (isTraceless === true && !faults.has('F27', sentAt, at)) {
      return `the answer to ${operation} has no trace id`;
    }
    // An attacker's connection may well be cut.
    if (type !== 'unknown' || by === 'attacker') return undefined;
    if (faults.isDisturbed(sentAt, at) || faults.isStarved(sentAt, at)) return undefined;
    return `no answer to ${operation}`;
  }
}
