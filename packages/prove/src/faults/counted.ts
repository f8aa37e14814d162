/** How often each was said: `3 × 200, 1 × 503`. */
export function counted(all: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(String(one), (counts.get(String(one)) ?? 0) + 1);
  return [...counts].map(([one, count]) => `${count} × ${one}`).join(', ');
}
