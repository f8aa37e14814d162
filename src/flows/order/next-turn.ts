import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Turn } from '../../ports/authentications.ts';

/** When the eID may be asked again: so long after this turn began, however long its answer took. */
export function nextTurn({ began }: Turn, now: Date): Date {
  const next = secondsAfter(began, lifetimes.collectInterval);
  return next > now ? next : now;
}
