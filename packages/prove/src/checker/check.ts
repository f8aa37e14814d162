import type { HistoryEvent } from '../history/event.ts';
import type { Facts } from './facts.ts';
import { completionArrives } from './invariants/completion-arrives.ts';
import { endingsAbsorb } from './invariants/endings-absorb.ts';
import { noForeignIdentity, nothingLeaks } from './invariants/no-disclosure.ts';
import { noNeedlessSlowDown } from './invariants/no-needless-slow-down.ts';
import { oneEventEach } from './invariants/one-event-each.ts';
import { oneOrder } from './invariants/one-order.ts';
import { releasesAgree } from './invariants/releases-agree.ts';
import { staysBounded } from './invariants/stays-bounded.ts';
import { tokenNeedsApproval } from './invariants/token-needs-approval.ts';
import { tokensVerify } from './invariants/tokens-verify.ts';
import { unavailableIsNotWrong } from './invariants/unavailable-is-not-wrong.ts';
import { usedOnce } from './invariants/used-once.ts';
import { wellFormed } from './invariants/well-formed.ts';
import { type History, readHistory, type Violation } from './read-history.ts';

/** An invariant: the sentence that it states, and a function that finds violations in a history. */
export interface Invariant {
  readonly name: InvariantName;
  readonly promise: string;
  readonly violations: (history: History, facts: Facts) => readonly Violation[];
}

/** An invariant's number. */
export type InvariantName = `I${number}`;

/** All invariants. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'I1',
    promise:
      'a code, request, login or assertion is used at most once, over all replicas and restarts',
    violations: usedOnce,
  },
  {
    name: 'I2',
    promise:
      'no token without the approval of that login, none after a decline, a cancellation or a reported expiry',
    violations: tokenNeedsApproval,
  },
  {
    name: 'I3',
    promise: 'the states that a client sees only advance, and an end is final',
    violations: endingsAbsorb,
  },
  {
    name: 'I4',
    promise: 'no client gets another person’s identity or a token of another login',
    violations: noForeignIdentity,
  },
  {
    name: 'I5',
    promise: 'an approval reaches the client that keeps polling',
    violations: completionArrives,
  },
  {
    name: 'I6',
    promise:
      'at most one open order a login at the eID; abandoned ones are cancelled within ten seconds',
    violations: oneOrder,
  },
  {
    name: 'I7',
    promise: 'every outcome and every token has exactly one event, in an unbroken chain',
    violations: oneEventEach,
  },
  {
    name: 'I8',
    promise: 'no personal number, secret or token in any log',
    violations: nothingLeaks,
  },
  {
    name: 'I9',
    promise:
      'no replica exits because of a request or an outage; memory, sockets, rows and event loops stay within bounds',
    violations: staysBounded,
  },
  {
    name: 'I10',
    promise: 'every response, also an error, is well-formed and has a trace id',
    violations: wellFormed,
  },
  {
    name: 'I11',
    promise: 'an ID token verifies with the keys published at any time in its life',
    violations: tokensVerify,
  },
  {
    name: 'I12',
    promise: 'two releases serve side by side on one schema, without redirect loops between them',
    violations: releasesAgree,
  },
  {
    name: 'I13',
    promise: 'a client that keeps the interval never gets slow_down',
    violations: noNeedlessSlowDown,
  },
  {
    name: 'I14',
    promise: 'an outage is never reported as a denial, and only during a fault',
    violations: unavailableIsNotWrong,
  },
];

/** An invariant with its violations. */
export interface InvariantResult {
  readonly invariant: Invariant;
  readonly violations: readonly Violation[];
}

/** Checks a whole run. */
export function check(events: readonly HistoryEvent[], facts: Facts): readonly InvariantResult[] {
  const history = readHistory(events);
  return INVARIANTS.map((invariant) => ({
    invariant,
    violations: invariant.violations(history, facts),
  }));
}
