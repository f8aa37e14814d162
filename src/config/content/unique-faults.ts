import type { Fault } from '../configuration-faults.ts';
import { memberAt } from './loose-values.ts';

/** A fault for each text of a list that came before. */
export function uniqueFaults(list: unknown): readonly Fault[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index) =>
    typeof item === 'string' && list.indexOf(item) !== index
      ? [{ path: `[${index}]`, message: 'is listed twice' }]
      : [],
  );
}

/** The same for one member of each item. */
export function uniqueMemberFaults(list: readonly unknown[], member: string): readonly Fault[] {
  const texts = list.map((item) => memberAt(item, member));
  return uniqueFaults(texts).map(({ path, message }) => ({ path: `${path}.${member}`, message }));
}
