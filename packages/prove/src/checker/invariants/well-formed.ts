import type { Exchange, History, Violation } from '../read-history.ts';

/**
 * I10: every response is well-formed JSON, a page or a redirect, with a trace id and without a stack trace. Without a
 * fault, every request gets one.
 */
export function wellFormed({ answers, faults }: History): readonly Violation[] {
  return answers.flatMap((answer) => {
    const what = faultOf(answer);
    return what === undefined ? [] : [{ what, login: answer.login, events: [answer] }];
  });

  function faultOf({ malformed, isTraceless, type, by, operation, sentAt, at }: Exchange) {
    if (malformed !== undefined) return malformed;
    if (isTraceless === true) return `the response to ${operation} has no trace id`;
    // The service may cut an attacker's connection.
    if (type !== 'unknown' || by === 'attacker') return undefined;
    if (faults.isDisturbed(sentAt, at) || faults.isStarved(sentAt, at)) return undefined;
    return `no response to ${operation}`;
  }
}
