import type { OutcomeEvent } from '../../history/event.ts';
import type { History, LoginHistory, Violation } from '../read-history.ts';

/** After this time without faults, a client that polls every five seconds and retries has the result. */
const ENOUGH_CALM_MS = 20_000;

/**
 * I5: an approval reaches the client that keeps polling. Two exceptions are allowed, only during a fault. The eID sends
 * its result once, and it may be lost (`server_error`). The response with the result may be lost, and later polls
 * report that it was consumed. A decline reaches the client as well.
 */
export function completionArrives(history: History): readonly Violation[] {
  return history.logins.flatMap((login) => validate(login, history));
}

function validate(one: LoginHistory, { faults, end }: History): readonly Violation[] {
  const { login, person, outcomes, answers } = one;
  const decided = person.findLast(({ did }) => !BEGUN.includes(did));
  if (decided?.did !== 'approved' && decided?.did !== 'declined') return [];
  const outcome = outcomes.at(-1);
  const events = [...person, ...answers.slice(-5), ...outcomes];
  if (outcome === undefined) {
    const isLate = faults.longestCalm(decided.at, end) > 2 * ENOUGH_CALM_MS;
    return isLate ? [{ what: `${decided.did}, and the client got no outcome`, login, events }] : [];
  }
  if ('token' in outcome.got) return [];
  // Of several parallel polls, any one may get the result.
  const errors = [outcome.got.error, ...answers.map(({ error }) => error)];
  if (decided.did === 'declined' && errors.includes('access_denied')) return [];
  const starved = decided.did === 'approved' && faults.isStarved(decided.at, outcome.at);
  const disturbed = starved || faults.isDisturbed(decided.at, outcome.at);
  if (disturbed && mayFail(outcome, one)) return [];
  if (disturbed && faults.longestCalm(decided.at, outcome.at) < ENOUGH_CALM_MS) {
    if (isUnavailable(outcome)) return [];
  }
  const { error, description } = outcome.got;
  return [{ what: `${decided.did}, and the client got ${error}: ${description}`, login, events }];
}

function mayFail({ got, at }: OutcomeEvent & { at: number }, { answers }: LoginHistory): boolean {
  if ('token' in got) return true;
  if (got.error === 'server_error') return true;
  const wasLost = answers.some(
    (answer) => answer.at <= at && (answer.type === 'unknown' || answer.type === 'failed'),
  );
  return wasLost && OVER.includes(got.error);
}

function isUnavailable({ got }: OutcomeEvent): boolean {
  return 'error' in got && UNAVAILABLE.includes(got.error);
}

/** Decisions that do not end a login. */
const BEGUN: readonly string[] = ['opened', 'approving', 'cancelling'];

/** Errors for a result that was consumed, and for a code that was used or expired. */
const OVER: readonly string[] = [
  'invalid_grant',
  'invalid_client',
  'invalid_request_uri',
  'login-over',
];

/** Errors for an unavailable service; the last two after the last retry. */
const UNAVAILABLE: readonly string[] = [
  'temporarily_unavailable',
  'no-answer',
  'expired_token',
  'invalid_grant',
];
