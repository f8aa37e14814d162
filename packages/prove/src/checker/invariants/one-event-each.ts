import type { Facts, StoredEvent } from '../facts.ts';
import type { History, Violation } from '../read-history.ts';

/** I7: each ended attempt and each token has exactly one matching event, and the chain verifies. */
export function oneEventEach({ logins }: History, facts: Facts): readonly Violation[] {
  const events = new Map<string, StoredEvent[]>();
  for (const event of facts.events) {
    for (const key of [event.authenticationId, event.sessionindex]) {
      events.set(key, [...(events.get(key) ?? []), event]);
    }
  }
  const tokens = logins.flatMap(({ login, outcomes }) =>
    outcomes.flatMap((outcome) => {
      if (!('token' in outcome.got) || facts.events.length === 0) return [];
      const { sessionindex = '', aud } = outcome.got.token;
      const found = events.get(sessionindex) ?? [];
      const isRight = found.length === 1 && isResult(found[0]) && found[0]?.clientId === aud;
      return isRight
        ? []
        : [{ what: `a token with ${described(found)}`, login, events: [outcome] }];
    }),
  );
  const attempts = facts.attempts.flatMap(({ id, state, why }) => {
    if (state === 'pending') return [];
    const found = events.get(id) ?? [];
    const isRight =
      found.length === 1 && (state === 'ended' ? found[0]?.outcome === why : isResult(found[0]));
    if (isRight) return [];
    const what = `attempt ${id.slice(0, 8)}… is ${why ?? state}, with ${described(found)}`;
    return [{ what, events: [] }];
  });
  return [...tokens, ...attempts, ...facts.chainFaults.map((what) => ({ what, events: [] }))];
}

function isResult(event: StoredEvent | undefined): boolean {
  return event?.outcome === 'identified' || event?.outcome === 'remembered';
}

function described(found: readonly StoredEvent[]): string {
  const outcomes = found.map(({ outcome }) => outcome).join(', ');
  return found.length === 0 ? 'no event' : `${found.length} events: ${outcomes}`;
}
