import { readFileSync } from 'node:fs';
import type { InvariantName, InvariantResult } from '../checker/check.ts';

/** A bug to plant into the compiled service, with the invariant that must find it. */
export interface Plant {
  readonly name: string;
  readonly description: string;
  readonly caughtBy: InvariantName;
  /** A pattern for the violation's text. */
  readonly showing: string;
}

/** All of them. */
export const PLANTS: readonly Plant[] = JSON.parse(
  readFileSync(new URL('./plants.json', import.meta.url), 'utf8'),
);

/** Node arguments that start a replica with these bugs. */
export function plantedArguments(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return ['--import', `${new URL('./planted.mjs', import.meta.url).href}?${names.join(',')}`];
}

/** Whether the results show this bug. */
export function isCaught(
  { caughtBy, showing }: Plant,
  results: readonly InvariantResult[],
): boolean {
  const pattern = new RegExp(showing);
  return results.some(
    ({ invariant, violations }) =>
      invariant.name === caughtBy && violations.some(({ what }) => pattern.test(what)),
  );
}
