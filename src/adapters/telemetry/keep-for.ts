import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';

/** A reading that is so many seconds old at most: whoever asks more often asks nobody. */
export function keepFor<Value>(
  seconds: number,
  clock: Clock,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly from: Date } | undefined;
  return () => {
    const now = clock();
    const isFresh =
      kept !== undefined && now < secondsAfter(kept.from, seconds) && now >= kept.from;
    if (kept !== undefined && isFresh) return kept.value;
    const value = read();
    kept = { value, from: now };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}
