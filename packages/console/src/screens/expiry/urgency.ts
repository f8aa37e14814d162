const DAY_MS = 86_400_000;

/** Whole days until a moment (ISO 8601); negative once it has passed. `now` is in milliseconds since 1970. */
export function daysUntil(moment: string, now: number): number {
  return Math.floor((Date.parse(moment) - now) / DAY_MS);
}

/** The tone of a badge: red in the last week, amber in the last month. */
export function urgencyOf(days: number): 'bad' | 'warn' | 'good' {
  if (days < 7) return 'bad';
  return days < 30 ? 'warn' : 'good';
}
