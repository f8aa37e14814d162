import type { HistoryEvent } from '../../history/event.ts';
import type { History, LoginHistory, Violation } from '../read-history.ts';

const LIMIT_MS = 10_000;

type Sighting = Extract<HistoryEvent, { readonly type: 'orders' }>;

/** I6: a login has at most one open order at the eID, and an abandoned one is cancelled within ten seconds. */
export function oneOrder(history: History): readonly Violation[] {
  const sightings = history.events.filter((event) => event.type === 'orders');
  return history.logins.flatMap((login) => {
    // A start with a lost response leaves an unknown order, which expires at the eID.
    const wasLost = login.answers.some(({ type }) => type === 'unknown' || type === 'failed');
    if (wasLost) return [];
    return [...twoOrders(login, sightings, history), ...notCancelled(login, sightings, history)];
  });
}

function twoOrders(
  { login }: LoginHistory,
  sightings: readonly Sighting[],
  { faults }: History,
): readonly Violation[] {
  const crowded = sightings.filter(({ open }) => ordersOf(login, open).length > 1);
  const first = crowded[0];
  const last = crowded.at(-1);
  if (first === undefined || last === undefined || last.at - first.at <= LIMIT_MS) return [];
  if (faults.isDisturbed(first.at - LIMIT_MS, last.at)) return [];
  const events = [only(first, login), only(last, login)];
  return [{ what: 'two orders were open at the eID', login, events }];
}

function notCancelled(
  { login, person, outcomes }: LoginHistory,
  sightings: readonly Sighting[],
  { faults }: History,
): readonly Violation[] {
  const cancelled = person.find(({ did }) => did === 'cancelled');
  if (cancelled === undefined) return [];
  const since = Math.max(cancelled.at, outcomes.at(-1)?.at ?? 0);
  const late = sightings.find(
    ({ at, open }) => at > since + LIMIT_MS && ordersOf(login, open).length > 0,
  );
  if (late === undefined || faults.isDisturbed(cancelled.at, late.at)) return [];
  const events = [cancelled, only(late, login)];
  return [{ what: 'the order of a cancelled login stayed open', login, events }];
}

function ordersOf(login: number, open: Sighting['open']) {
  return open.filter((order) => order.login === login);
}

function only(sighting: Sighting, login: number): Sighting {
  return { ...sighting, open: ordersOf(login, sighting.open) };
}
