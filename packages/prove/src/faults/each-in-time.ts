import type { Injection } from './fault.ts';

interface Work<T> {
  readonly named: (part: T) => string;
  readonly make: (part: T) => Promise<void>;
}

/** Makes one part of a fault after the other while there is time, and tells which ones there was none for. */
export async function eachInTime<T>(
  parts: readonly T[],
  { signal, unmade }: Pick<Injection, 'signal' | 'unmade'>,
  { named, make }: Work<T>,
): Promise<void> {
  const left: string[] = [];
  for (const part of parts) {
    if (signal.aborted) left.push(named(part));
    else await make(part);
  }
  if (left.length === 0) return;
  unmade(`made ${parts.length - left.length} of ${parts.length}, without ${left.join(', ')}`);
}
