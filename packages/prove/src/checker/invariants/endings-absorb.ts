import type { Stage } from '../../history/event.ts';
import type { Exchange, History, LoginHistory, Violation } from '../read-history.ts';

/** I3: the states that a client sees only advance, and an end is final and reported once. */
export function endingsAbsorb({ logins }: History): readonly Violation[] {
  return logins.flatMap((one) => [...backwards(one), ...twoEnds(one)]);
}

const RANK: Readonly<Record<Stage, number>> = {
  'first-interaction': 0,
  acknowledgement: 1,
  identification: 2,
  done: 3,
  ended: 3,
  reported: 4,
};

function backwards({ login, answers }: LoginHistory): readonly Violation[] {
  const staged = answers.filter(({ stage }) => stage !== undefined);
  return staged.flatMap((later) => {
    // Of two parallel responses, either may have been decided first.
    const earlier = staged.find((one) => one.at < later.sentAt && rank(one) > rank(later));
    if (earlier === undefined) return [];
    const what = `${later.stage} was reported after ${earlier.stage}`;
    return [{ what, login, events: [earlier, later] }];
  });
}

function twoEnds({ login, answers }: LoginHistory): readonly Violation[] {
  const done = answers.find(({ stage }) => stage === 'done');
  const ended = answers.find(({ stage }) => stage === 'ended');
  if (done === undefined || ended === undefined) return [];
  return [{ what: 'both done and ended were reported', login, events: [done, ended] }];
}

function rank({ stage }: Exchange): number {
  return stage === undefined ? -1 : RANK[stage];
}
