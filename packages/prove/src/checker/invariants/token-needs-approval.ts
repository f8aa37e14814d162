import type { History, LoginHistory, Violation } from '../read-history.ts';

/**
 * I2: no token without the person's approval of that login. None after a decline, a cancellation or a reported expiry.
 */
export function tokenNeedsApproval({ logins }: History): readonly Violation[] {
  return logins.flatMap(validate);
}

function validate({ login, person, outcomes, answers }: LoginHistory): readonly Violation[] {
  return outcomes.flatMap((outcome) => {
    if (!('token' in outcome.got)) return [];
    const given = answers.findLast(({ stage, at }) => stage === 'done' && at <= outcome.at);
    // Actions after the client's token request came too late to withhold the token.
    const before = person.filter(({ at }) => at <= (given?.sentAt ?? outcome.at));
    const approval = person.find(({ did, at }) => did === 'approving' && at <= outcome.at);
    const events = [...person, ...(given === undefined ? [] : [given]), outcome];
    if (approval === undefined) return [{ what: 'a token without approval', login, events }];
    const expired = answers.find(
      ({ error, at }) => error === 'expired_token' && at <= (given?.sentAt ?? outcome.at),
    );
    if (expired !== undefined) {
      return [{ what: 'a token although expired', login, events: [expired, ...events] }];
    }
    const last = before.findLast(({ did }) => ENDINGS.includes(did));
    if (last === undefined || last.at < approval.at) return [];
    return [{ what: `a token although ${last.did}`, login, events }];
  });
}

const ENDINGS: readonly string[] = ['declined', 'cancelled'];
