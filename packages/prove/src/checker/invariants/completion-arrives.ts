import type { OutcomeEvent } from '../../history/event.ts';
import type { History, LoginHistory, Violation } from '../read-history.ts';

/** A client that asks every five seconds, and again when it was not answered, has the result after this calm. */
const ENOUGH_CALM_MS = 20_000;

/**
 * I5: what a person approved reaches the client that keeps asking. Two things may come between, and only while
 * something fails: the eID's answer, which it gives once, was lost (`server_error`), or our answer that gave the
 * result away was, after which the client hears that it is over. A decline reaches it as well.
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
    return isLate ? [{ what: `${decided.did}, and no outcome ever`, login, events }] : [];
  }
  if ('token' in outcome.got) return [];
  // Of several polls at once any one may be told.
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

/** What decides nothing yet. */
const BEGUN: readonly string[] = ['opened', 'approving', 'cancelling'];

/** How a client hears that the result was given away already, or that the code was used or is too old. */
const OVER: readonly string[] = [
  'invalid_grant',
  'invalid_client',
  'invalid_request_uri',
  'login-over',
];

/** How it hears that nothing can be said; the last two when it had asked to the end. */
const UNAVAILABLE: readonly string[] = [
  'temporarily_unavailable',
  'no-answer',
  'expired_token',
  'invalid_grant',
];
